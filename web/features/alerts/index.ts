export { AlertsContent } from './alerts-content.tsx';
export { NoticeBell } from './notice-bell.tsx';
export { NoticeSettings } from './notice-settings.tsx';
