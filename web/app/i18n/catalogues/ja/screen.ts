import type { Catalogue } from '../../catalogue.ts';

export const screen: Catalogue['screen'] = {
  // The keys
  keys: 'キーボードショートカット',
  keysUse: '単独キーを使う',
  keysHint: '入力中はキーだけでは何も起きません。音声入力を使う場合や誤って押す場合はオフにしてください。',
  keySearch: '銘柄を検索',
  keyMove: '一覧で上下に移動',
  keyOpen: '一覧で銘柄を開く',
  keyLeave: '検索を終える、開いたものを閉じる',
  keyBuy: '買い注文フォーム',
  keySell: '売り注文フォーム',
  keyStep: '価格・数量で1刻み、Shiftで10刻み',
  keyPeriod: 'チャートの足',
  keyLine: 'ラインチャート',
  keyCancelAll: 'すべての注文を取り消す',
  keyDelete: '選択した描画を削除',
  keyHelp: 'この一覧',
  // The connection
};
