export { accountCodeOf, accountCodes, accountTypeOf } from './accounts.ts';
export { wallet } from './capability.ts';
