export {
  Alert,
  AlertDirection,
  NoticePage,
  NoticePreferences,
  NoticeRow,
  NoticeWays,
  alertsAdd,
  alertsList,
  alertsRemove,
  maxAlerts,
  noticePreferences,
  noticesList,
  noticesRead,
  setNoticePreferences,
} from './calls.ts';
export { NoticeMessage, alertChannels } from './socket.ts';
export {
  type NoticeFigures,
  type NoticeKind,
  type NoticeTemplate,
  isWithdrawalRejection,
  isNoticeTemplate,
  noticeKinds,
  noticeTemplates,
} from './templates.ts';
