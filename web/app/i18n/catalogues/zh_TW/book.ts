import type { Catalogue } from '../../catalogue.ts';

export const book: Catalogue['book'] = {
  depth: '深度圖',
  views: '顯示方向',
  viewBoth: '買賣盤',
  viewBids: '僅買盤',
  viewAsks: '僅賣盤',
  bars: '深度條',
  barsCumulative: '累計',
  barsLevel: '單檔',
  keys: '方向鍵在各價位間移動。Enter 鍵將價格填入表單，Shift 加 Enter 鍵同時填入到該價位為止的數量。',
  own: '您的掛單：{{amount}} {{currency}}',
  average: '均價',
  fromMid: '距中間價',
  rising: '最新價，上漲',
  falling: '最新價，下跌',
  unmoved: '最新價，持平',
};
