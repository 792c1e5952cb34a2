import type { Catalogue } from '../../catalogue.ts';

export const favourites: Catalogue['favourites'] = {
  title: '自選',
  add: '將 {{symbol}} 加入自選',
  remove: '將 {{symbol}} 移出自選',
  none: '尚無自選。點選交易對旁的星號即可加入。',
};
