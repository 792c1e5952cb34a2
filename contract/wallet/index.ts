export {
  AccountLogRow,
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
export { walletChannels, WalletAccount, WalletMessage, WalletMovement } from './socket.ts';
export { AccountDetail, AccountGroup, Transfer, accountDetail, accountList, accountTransfer } from './calls.ts';
