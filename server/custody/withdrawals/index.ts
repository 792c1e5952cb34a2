export { withdrawals } from './capability.ts';
export { readUnits, type SavedAddresses } from './request.ts';
