export { agents } from './capability.ts';
export { commissionView } from './commission-view.ts';
