import type { Catalogue } from '../../catalogue.ts';

export const markets: Catalogue['markets'] = {
  title: '市场',
  open: '选择交易对',
  search: '搜索',
  searchHint: '搜索交易对，快捷键 /',
  pair: '交易对',
  last: '最新价',
  change: '24h 涨跌',
  changeShort: '涨跌幅',
  high: '24h 最高',
  low: '24h 最低',
  volume: '24h 成交量',
  none: '没有匹配的交易对，请换个名称试试。',
  empty: '目前没有开放的交易对。',
  quotes: '计价货币',
  unknown: '该交易对不存在，请选择其他交易对。',
};
