import { outflow, repayDebt } from '@bourse/contract/credits';
import { done, type Gateway } from '../../ground/gateway/index.ts';
import { type DebtConsoleParts, registerDebtConsole } from './console.ts';
import { creditView } from './credit-view.ts';
import { outflowOf } from './outflow.ts';
import { repay, type RepayParts } from './repay.ts';

/** Deposits that are not final, and debts of reversed ones. */
export const credits = {
  views: [creditView],
  register: ({ gateway, requests, views }: RepayParts & { readonly gateway: Gateway }): void => {
    gateway.member(outflow, (_input, { user }) => done(outflowOf(views, user)));
    gateway.member(repayDebt, (input, member) => repay({ requests, views }, input, member));
  },
  console: (parts: DebtConsoleParts): void => {
    registerDebtConsole(parts);
  },
};
