export { alerts } from './capability.ts';
export { type Notices, type Sending, StoredNotices } from './notices.ts';
