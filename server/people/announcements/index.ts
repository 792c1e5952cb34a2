export { announcements } from './capability.ts';
