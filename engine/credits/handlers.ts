import { creditCardDeposit } from './credit-card-deposit.ts';
import { creditDeposit } from './credit-deposit.ts';
import { matureCredit } from './mature-credit.ts';
import { repayDebt } from './repay-debt.ts';
import { reverseCredit } from './reverse-credit.ts';
import { settleDebt } from './settle-debt.ts';

export const creditHandlers = {
  credit_deposit: creditDeposit,
  credit_card_deposit: creditCardDeposit,
  mature_credit: matureCredit,
  reverse_credit: reverseCredit,
  repay_debt: repayDebt,
  settle_debt: settleDebt,
};
