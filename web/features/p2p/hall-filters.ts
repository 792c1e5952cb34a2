import type { CallInput } from '@bourse/contract';
import type { LegalCurrencies, legalList, LegalMethod, LegalSide } from '@bourse/contract/p2p';
import { isDecimal, isZero } from '../../live/decimal.ts';

/** The parameters of the hall's address. */
export type HallAddress = {
  readonly [Name in 'side' | 'coin' | 'fiat' | 'amount' | 'method' | 'page']?: string;
};

/** The choice of ads that the hall shows. */
export interface HallFilters {
  readonly side: LegalSide;
  readonly currency: LegalCurrencies['currencies'][number];
  readonly fiat: LegalCurrencies['fiats'][number];
  /** A plain decimal; empty for any amount. */
  readonly amount: string;
  /** The code of a payment type; empty for all. */
  readonly method: string;
  readonly page: number;
}

const adsPerPage = 20;

/**
 * The filters of an address. Values that do not exist are ignored: the first coin, and the first fiat currency in which
 * it is traded, take their place. Null where nothing is traded.
 */
export function filtersOf(address: HallAddress, { currencies, fiats, pairs }: LegalCurrencies): HallFilters | null {
  const currency = currencies.find(({ code }) => code === address.coin) ?? currencies[0];
  if (currency === undefined) return null;
  const offered = fiats.filter(({ code }) =>
    pairs.some((pair) => pair.currency_id === currency.id && pair.fiat === code),
  );
  const fiat = offered.find(({ code }) => code === address.fiat) ?? offered[0];
  if (fiat === undefined) return null;
  const { amount = '', method = '', page = '1' } = address;
  return {
    side: address.side === 'sell' ? 'sell' : 'buy',
    currency,
    fiat,
    amount: isDecimal(amount) && !isZero(amount) ? amount : '',
    method: fiat.methods.some(({ code }) => code === method) ? method : '',
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** The address of filters, without those that have their usual value. A changed filter begins at the first page. */
export function addressOf({ amount, currency, fiat, method, page, side }: HallFilters): HallAddress {
  return {
    ...(side === 'buy' ? {} : { side }),
    coin: currency.code,
    fiat: fiat.code,
    ...(amount === '' ? {} : { amount }),
    ...(method === '' ? {} : { method }),
    ...(page === 1 ? {} : { page: String(page) }),
  };
}

/** The request of filters. */
export function queryOf({ amount, currency, fiat, method, page, side }: HallFilters): CallInput<typeof legalList> {
  return {
    side,
    currency_id: currency.id,
    fiat: fiat.code,
    ...(amount === '' ? {} : { amount }),
    ...(method === '' ? {} : { type: method }),
    page,
    limit: adsPerPage,
  };
}

/** The fiat currencies in which a coin is traded. */
export function fiatsOf({ fiats, pairs }: LegalCurrencies, currencyId: number): LegalCurrencies['fiats'] {
  return fiats.filter(({ code }) => pairs.some((pair) => pair.currency_id === currencyId && pair.fiat === code));
}

/** How many of the filters that a phone hides are set. */
export function hiddenFilters({ amount, method }: Pick<HallFilters, 'amount' | 'method'>): number {
  return [amount, method].filter((value) => value !== '').length;
}

/** The user's methods that one of the offered types accepts. */
export function matching<Method extends { readonly code: string }>(
  own: readonly Method[],
  offered: readonly Pick<LegalMethod, 'code'>[],
): Method[] {
  return own.filter(({ code }) => offered.some((method) => method.code === code));
}
