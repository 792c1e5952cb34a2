export { cancelWithdrawalsOf } from './cancel.ts';
export { withdrawals } from './capability.ts';
export { readUnits, type SavedAddresses } from './request.ts';
