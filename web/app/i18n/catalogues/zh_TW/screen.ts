import type { Catalogue } from '../../catalogue.ts';

export const screen: Catalogue['screen'] = {
  // The keys
  keys: '鍵盤快速鍵',
  keysUse: '啟用單鍵快速鍵',
  keysHint: '輸入文字時快速鍵不會作用。如果您使用語音輸入或容易誤按，請將其關閉。',
  keySearch: '搜尋交易對',
  keyMove: '在清單中上下移動',
  keyOpen: '在清單中開啟交易對',
  keyLeave: '離開搜尋，關閉視窗',
  keyBuy: '買入表單',
  keySell: '賣出表單',
  keyStep: '在價格或數量中：調整一檔，按住 Shift 為十檔',
  keyPeriod: 'K 線週期',
  keyLine: '分時圖',
  keyCancelAll: '撤銷全部委託',
  keyDelete: '刪除所選繪圖',
  keyHelp: '顯示此清單',
  // The connection
};
