export {
  type AccountLogCause,
  AccountLogRow,
  accountLogCauses,
  accountLogCount,
  accountLogExport,
  accountLogFile,
  accountLogRows,
  changeLog,
  financialLog,
  legalLog,
  leverLog,
  microLog,
} from './account-log.ts';
export {
  type MovementReason,
  movementReasons,
  walletChannels,
  WalletAccount,
  WalletMessage,
  WalletMovement,
} from './socket.ts';
export {
  AccountDetail,
  AccountGroup,
  Transfer,
  ValuePoint,
  accountDetail,
  accountList,
  accountTransfer,
  accountValueHistory,
} from './calls.ts';
