export { Announcer } from './announcer.ts';
export { announcements } from './capability.ts';
