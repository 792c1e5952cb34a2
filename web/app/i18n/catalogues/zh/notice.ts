import type { Catalogue } from '../../catalogue.ts';

export const notice: Catalogue['notice'] = {
  categories: '文章分类',
  all: '全部文章',
  none: '这里还没有发布任何内容。',
  unknown: '该文章不存在或已被移除。',
  toList: '查看最新公告',
  otherLanguage: '该内容暂无您所用语言的版本。',
};
