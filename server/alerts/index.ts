export { alerts } from './capability.ts';
export { type Notices, StoredNotices } from './notices.ts';
