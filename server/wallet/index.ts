export { accountCodeOf, accountCodes, accountTypeOf, findAccountType } from './accounts.ts';
export { wallet } from './capability.ts';
