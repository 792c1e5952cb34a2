import type { Catalogue } from '../../catalogue.ts';

export const notice: Catalogue['notice'] = {
  categories: 'カテゴリー',
  all: 'すべての記事',
  none: 'まだ何も公開されていません。',
  unknown: 'この記事は存在しないか、削除されました。',
  toList: '最新のお知らせを見る',
  otherLanguage: 'この文章はまだお使いの言語では提供されていません。',
};
