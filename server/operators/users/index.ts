export { users } from './capability.ts';
