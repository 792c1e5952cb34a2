export { DepositAddresses } from './addresses.ts';
export { deposits } from './capability.ts';
export { isOwnAddress } from './own-address.ts';
export { ChainScanner } from './scanner.ts';
