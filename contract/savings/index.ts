export {
  SavingsLock,
  SavingsLogEntry,
  SavingsProduct,
  savingsStatus,
  type SavingsStatus,
  lockSavings,
  ownSavings,
  redeemSavings,
  savingsLog,
  savingsProducts,
  savingsSetting,
} from './calls.ts';
export { savingsChannels, type SavingsMessage } from './socket.ts';
