export {
  cancelDraw,
  DrawQuote,
  drawQuote,
  ownWithdrawal,
  ownWithdrawals,
  requestDraw,
  WithdrawalDetail,
  withdrawalReasons,
  type WithdrawalStatus,
  withdrawalStatuses,
  WithdrawalStep,
} from './calls.ts';
