export { AccountDetail, AccountGroup, Transfer, accountDetail, accountList, accountTransfer } from './calls.ts';
