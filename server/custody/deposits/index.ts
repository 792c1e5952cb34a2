export { DepositAddresses } from './addresses.ts';
export { confirmationsOn, deposits } from './capability.ts';
export { isOwnAddress } from './own-address.ts';
export { ChainScanner } from './scanner.ts';
