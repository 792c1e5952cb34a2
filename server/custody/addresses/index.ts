export { addresses } from './capability.ts';
