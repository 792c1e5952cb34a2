export { DepositAddress, DepositWallet, depositWallet, findDeposit, ownDeposits } from './calls.ts';
