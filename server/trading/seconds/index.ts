export { seconds } from './capability.ts';
