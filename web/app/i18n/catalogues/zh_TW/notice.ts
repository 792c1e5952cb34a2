import type { Catalogue } from '../../catalogue.ts';

export const notice: Catalogue['notice'] = {
  categories: '文章分類',
  all: '全部文章',
  none: '這裡還沒有發布任何內容。',
  unknown: '此文章不存在或已被移除。',
  toList: '查看最新公告',
  otherLanguage: '此內容暫無您所用語言的版本。',
};
