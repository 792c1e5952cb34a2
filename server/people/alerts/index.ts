export { alerts } from './capability.ts';
export { type PendingNotice, PendingNotices } from './pending-notices.ts';
export type { Notices, Sending } from './notices.ts';
