export { withdrawals } from './capability.ts';
export type { SavedAddresses } from './request.ts';
