export { SystemAccounts, systemAccounts } from './calls.ts';
