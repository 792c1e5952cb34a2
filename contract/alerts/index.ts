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
  isP2pNotice,
  isP2pOrderNotice,
  type P2pNotice,
  isWithdrawalRejection,
  isNoticeTemplate,
  noticeKinds,
  noticeTemplates,
} from './templates.ts';
