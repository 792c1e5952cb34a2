import { outflow, repayDebt } from '@bourse/contract/credits';
import { done } from '../../ground/gateway/index.ts';
import { type DebtConsoleParts, registerDebtConsole } from './console.ts';
import { creditView } from './credit-view.ts';
import { outflowOf } from './outflow.ts';
import { repay, type RepayParts } from './repay.ts';
import { migrations } from './migrations/index.ts';
import type { With } from '../../ground/parts.ts';

/** Deposits that are not final, and debts of reversed ones. */
export const credits = {
  migrations,
  views: [creditView],
  open: ({ gateway, requests, views }: RepayParts & With<'gateway'>) => {
    gateway.member(outflow, (_input, { user }) => done(outflowOf(views, user)));
    gateway.member(repayDebt, (input, member) => repay({ requests, views }, input, member));
    return {
      console: (own: DebtConsoleParts): void => {
        registerDebtConsole(own);
      },
    };
  },
};
