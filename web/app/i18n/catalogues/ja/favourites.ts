import type { Catalogue } from '../../catalogue.ts';

export const favourites: Catalogue['favourites'] = {
  title: 'お気に入り',
  add: '{{symbol}} をお気に入りに追加',
  remove: '{{symbol}} をお気に入りから削除',
  none: 'お気に入りはまだありません。銘柄の星を選ぶとここに表示されます。',
};
