export { deposits } from './capability.ts';
