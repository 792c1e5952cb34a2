export { addresses } from './capability.ts';
export { WithdrawalAddresses } from './withdrawal-addresses.ts';
