export { credits } from './capability.ts';
