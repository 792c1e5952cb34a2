import type { Catalogue } from '../../catalogue.ts';

export const favourites: Catalogue['favourites'] = {
  title: '自选',
  add: '将 {{symbol}} 加入自选',
  remove: '将 {{symbol}} 移出自选',
  none: '暂无自选。点击交易对旁的星标即可加入。',
};
