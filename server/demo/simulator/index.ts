export { simulator } from './capability.ts';
