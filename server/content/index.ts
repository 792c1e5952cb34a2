export { content } from './capability.ts';
