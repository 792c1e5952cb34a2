import type { TopupSetting } from '@bourse/contract/topup';
import { compareDecimals, isDecimal, isZero } from '../../live/decimal.ts';

/** The amount of a form: to be quoted, or why it cannot be. */
export type ReadAmount =
  | { readonly amount: string; readonly problem: null }
  | { readonly amount: null; readonly problem: 'amountRequired' | 'between' };

/** Reads the typed amount of a top-up. */
export function readAmount(typed: string, { maximum, minimum }: Pick<TopupSetting, 'maximum' | 'minimum'>): ReadAmount {
  const complete = typed.endsWith('.') ? typed.slice(0, -1) : typed;
  if (!isDecimal(complete) || isZero(complete)) return { amount: null, problem: 'amountRequired' };
  const isWithin = compareDecimals(complete, minimum) >= 0 && compareDecimals(complete, maximum) <= 0;
  return isWithin ? { amount: complete, problem: null } : { amount: null, problem: 'between' };
}

/** Whether an address of a provider's page is one to open: a path of this site, or a page with TLS elsewhere. */
export function mayOpen(url: string): boolean {
  return /^\/(?!\/)/.test(url) || url.startsWith('https://');
}
