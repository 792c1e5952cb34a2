export { withdrawals } from './capability.ts';
export { dayLimit, type DayLimits, lockOutflow, outflowWithinDay } from './day-limit.ts';
export { readUnits, type SavedAddresses } from './request.ts';
export { waitOfAccount, type WaitingSettings } from './waiting.ts';
