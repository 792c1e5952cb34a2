import type { Catalogue } from '../../catalogue.ts';

export const markets: Catalogue['markets'] = {
  title: 'マーケット',
  open: '銘柄を選ぶ',
  search: '検索',
  searchHint: '銘柄を検索、ショートカット /',
  pair: 'ペア',
  last: '現在値',
  change: '24h 変動率',
  changeShort: '変動率',
  high: '24h 高値',
  low: '24h 安値',
  volume: '24h 出来高',
  none: '該当する銘柄がありません。別の名前でお試しください。',
  empty: '現在、取引できる銘柄はありません。',
  quotes: '決済通貨',
  unknown: 'この銘柄は存在しません。別の銘柄を選んでください。',
};
