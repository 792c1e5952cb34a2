import type { Catalogue } from '../../catalogue.ts';

export const book: Catalogue['book'] = {
  depth: '板の厚み',
  views: '表示する側',
  viewBoth: '売りと買い',
  viewBids: '買い注文のみ',
  viewAsks: '売り注文のみ',
  bars: '板のバー',
  barsCumulative: '累計',
  barsLevel: '価格ごと',
  keys: '矢印キーで価格間を移動します。Enter で価格をフォームに入れ、Shift と Enter でその価格までの数量も入れます。',
  own: '自分の注文: {{amount}} {{currency}}',
  average: '平均価格',
  fromMid: '仲値からの距離',
  rising: '直近の価格、上昇',
  falling: '直近の価格、下落',
  unmoved: '直近の価格、変わらず',
};
