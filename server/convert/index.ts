export { convert } from './capability.ts';
