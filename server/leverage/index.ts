export { leverage } from './capability.ts';
