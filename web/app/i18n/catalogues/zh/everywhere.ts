import type { Catalogue } from '../../catalogue.ts';

export const common: Catalogue['common'] = {
  loading: '加载中',
  retry: '重试',
  close: '关闭',
  sessionEnded: '登录超时，请重新登录',
  serverError: '服务器错误，请稍后再试',
  stale: '数据延迟',
  closed: '交易暂停',
  loadFailed: '内容加载失败。',
  page: '第 {{page}} 页，共 {{pages}} 页',
  previous: '上一页',
  next: '下一页',
  copied: '已复制',
  copyFailed: '复制失败',
};
