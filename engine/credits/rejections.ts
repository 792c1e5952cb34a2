import type { CurrencyId } from '../identifiers.ts';
import type { Amount } from '../money.ts';

export type CreditRejection =
  /** No deposit was credited for this cause. */
  | { readonly reason: 'credit_not_found' }
  /** The time until a credit matures is no whole number of milliseconds, negative, or more than a year. */
  | { readonly reason: 'maturity_invalid' }
  /** The credit has been reversed, so it cannot mature. */
  | { readonly reason: 'credit_reversed' }
  /** The unmatured credit is of another user, account, currency or amount. */
  | { readonly reason: 'credit_differs' }
  /** More than the user's debt in the currency, which is 0 without one. */
  | { readonly reason: 'debt_exceeded'; readonly currency: CurrencyId; readonly debt: Amount }
  /** The user has a debt; the one with the lowest currency id is reported. */
  | { readonly reason: 'debt_outstanding'; readonly currency: CurrencyId; readonly debt: Amount }
  /** The rest of the user's balances would not be worth the user's unmatured credits. */
  | { readonly reason: 'deposit_unmatured' };
