import type { Catalogue } from '../../catalogue.ts';

export const markets: Catalogue['markets'] = {
  title: '市場',
  open: '選擇交易對',
  search: '搜尋',
  searchHint: '搜尋交易對，快速鍵 /',
  pair: '交易對',
  last: '最新價',
  change: '24h 漲跌',
  changeShort: '漲跌幅',
  high: '24h 最高',
  low: '24h 最低',
  volume: '24h 成交量',
  none: '沒有符合的交易對，請換個名稱試試。',
  empty: '目前沒有開放的交易對。',
  quotes: '計價貨幣',
  unknown: '此交易對不存在，請選擇其他交易對。',
};
