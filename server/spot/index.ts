export { spot } from './capability.ts';
