import type { Catalogue } from '../../catalogue.ts';

export const book: Catalogue['book'] = {
  depth: '深度图',
  views: '显示方向',
  viewBoth: '买卖盘',
  viewBids: '仅买盘',
  viewAsks: '仅卖盘',
  bars: '深度条',
  barsCumulative: '累计',
  barsLevel: '单档',
  keys: '方向键在各价位间移动。回车键将价格填入表单，Shift 加回车键同时填入到该价位为止的数量。',
  own: '您的挂单：{{amount}} {{currency}}',
  average: '均价',
  fromMid: '距中间价',
  rising: '最新价，上涨',
  falling: '最新价，下跌',
  unmoved: '最新价，持平',
};
