import type { Catalogue } from '../../catalogue.ts';

export const common: Catalogue['common'] = {
  loading: '載入中',
  retry: '重試',
  close: '關閉',
  sessionEnded: '登入逾時，請重新登入',
  serverError: '伺服器錯誤，請稍後再試',
  stale: '資料延遲',
  closed: '交易暫停',
  loadFailed: '內容載入失敗。',
  page: '第 {{page}} 頁，共 {{pages}} 頁',
  previous: '上一頁',
  next: '下一頁',
  copied: '已複製',
  copyFailed: '複製失敗',
};
