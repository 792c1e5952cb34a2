export { reconciliation } from './capability.ts';
