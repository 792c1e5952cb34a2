export { AddressMismatch, DepositAddresses } from './addresses.ts';
export { chargeBack } from './bookings.ts';
export { type Deposit, depositSource } from './deposit.ts';
export { depositOf, depositQuery } from './deposit-store.ts';
export { deposits } from './capability.ts';
export { isOwnAddress } from './own-address.ts';
export { ChainScanner } from './scanner.ts';
