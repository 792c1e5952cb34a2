export { alerts } from './capability.ts';
export { type PendingNotice, PendingNotices } from './pending-notices.ts';
export { type Notices, type Sending, StoredNotices } from './notices.ts';
