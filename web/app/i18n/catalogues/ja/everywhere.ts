import type { Catalogue } from '../../catalogue.ts';

export const common: Catalogue['common'] = {
  loading: '読み込み中',
  retry: '再試行',
  close: '閉じる',
  sessionEnded: 'ログインの有効期限が切れました。再度ログインしてください',
  serverError: 'サーバーエラーです。しばらくしてからお試しください',
  stale: 'データが遅延しています',
  closed: '取引を一時停止中',
  loadFailed: '読み込めませんでした。',
  page: '{{pages}} ページ中 {{page}} ページ',
  previous: '前のページ',
  next: '次のページ',
  copied: 'コピーしました',
  copyFailed: 'コピーできませんでした',
};
