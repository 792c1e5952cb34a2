export { support } from './capability.ts';
