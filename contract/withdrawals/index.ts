export {
  cancelDraw,
  DrawQuote,
  drawQuote,
  drawRejections,
  ownWithdrawal,
  ownWithdrawals,
  requestDraw,
  WithdrawalDetail,
  withdrawalReasons,
  type WithdrawalStatus,
  withdrawalStatuses,
  WithdrawalStep,
} from './calls.ts';
