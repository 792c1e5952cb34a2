export { accountLogs } from './account-logs.ts';
export { AccountRecords } from './account-records.tsx';
