import { compareDecimals } from '../../live/decimal.ts';

/** The choices of the form; null for those that the user has not made. */
export interface SecondsDraft {
  readonly currencyId: number | null;
  readonly number: string | null;
  readonly seconds: number | null;
}

export const emptyDraft: SecondsDraft = { currencyId: null, number: null, seconds: null };

/** A currency of stakes, with the user's balance of it. Amounts are plain decimals. */
export interface StakeCurrency {
  readonly id: number;
  readonly code: string;
  readonly micro_account: { readonly balance: string };
  readonly micro_numbers: readonly { readonly number: string }[];
  /** The most that the user may still stake in open contracts. */
  readonly room: string;
}

/** A duration that is offered. */
export interface DurationOffer {
  readonly seconds: number;
}

/** The choices that a contract would be bought with; the first that is offered in place of a missing one. */
export interface Chosen<Currency extends StakeCurrency, Offer extends DurationOffer> {
  readonly currency: Currency;
  readonly number: string;
  readonly offer: Offer;
}

/** Null while nothing is offered. */
export function chosenOf<Currency extends StakeCurrency, Offer extends DurationOffer>(
  draft: SecondsDraft,
  currencies: readonly Currency[],
  offers: readonly Offer[],
): Chosen<Currency, Offer> | null {
  const currency = currencies.find(({ id }) => id === draft.currencyId) ?? currencies[0];
  const offer = offers.find(({ seconds }) => seconds === draft.seconds) ?? offers[0];
  const numbers = currency?.micro_numbers ?? [];
  const { number } = numbers.find((one) => one.number === draft.number) ?? numbers[0] ?? {};
  if (currency === undefined || offer === undefined || number === undefined) return null;
  return { currency, number, offer };
}

/** Why a contract cannot be bought at the moment. */
export type SecondsProblem = 'seconds_closed' | 'index_unavailable' | 'user_cap' | 'insufficient_balance';

/** The first check that a contract would fail, in the order of the exchange; null for none. */
export function secondsProblem(
  chosen: Chosen<StakeCurrency, DurationOffer> | null,
  indexPrice: string | null,
): SecondsProblem | null {
  if (chosen === null) return 'seconds_closed';
  if (indexPrice === null) return 'index_unavailable';
  const { currency, number } = chosen;
  if (compareDecimals(number, currency.room) > 0) return 'user_cap';
  return compareDecimals(number, currency.micro_account.balance) > 0 ? 'insufficient_balance' : null;
}
