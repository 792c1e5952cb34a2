import { type CurrencyId } from '@bourse/engine';
import type { Currency } from '../../../ground/feed/index.ts';
import { indexPrices, worthForLimits } from '../../index-price/index.ts';
import type { Reference } from '../shop/prices.ts';
import type { FiatRates } from './fiat-rates.ts';
import { type Fiat, fiatOf } from './fiats.ts';
import type { With } from '../../../ground/parts.ts';

/** The coin that is worth a dollar. */
const dollarCoin = 'USDT';

interface ReferenceParts extends With<'now' | 'views'> {
  readonly rates: Pick<FiatRates, 'find' | 'live'>;
}

/** Prices that ads follow: the index of a coin × the rate of a fiat currency. */
export class References {
  readonly #parts: ReferenceParts;

  constructor(parts: ReferenceParts) {
    this.#parts = parts;
  }

  /** The coins that can be traded, the dollar's first. */
  coins(): readonly Currency[] {
    const { views } = this.#parts;
    const index = indexPrices.of(views);
    return views.listings
      .currencies()
      .filter(({ code, id }) => code === dollarCoin || index.find(id) !== undefined)
      .toSorted((a, b) => Number(b.code === dollarCoin) - Number(a.code === dollarCoin) || a.id - b.id);
  }

  /** A coin with an id from outside; null if it cannot be traded. */
  findCoin(id: number): Currency | null {
    return this.coins().find((coin) => coin.id === id) ?? null;
  }

  /** The price of a coin by index and rate; null while one of them is stale. */
  of(currency: CurrencyId, fiat: string): Reference | null {
    const { rates, views } = this.#parts;
    const rate = rates.live(fiat);
    if (rate === null) return null;
    if (views.listings.currency(currency).code === dollarCoin) return { numerator: rate.rate, denominator: 1n };
    const index = indexPrices.of(views).find(currency);
    if (index === undefined || index.price === null) return null;
    return { numerator: BigInt(index.price) * rate.rate, denominator: 10n ** BigInt(index.decimals) };
  }

  /** The decimals of prices: those of the coin's market, or of the fiat currency if it has more. */
  decimals(currency: CurrencyId, { priceDecimals }: Fiat): number {
    const { listings } = this.#parts.views;
    const { code } = listings.currency(currency);
    const market = listings.marketBySymbol(`${code}/${dollarCoin}`);
    return Math.min(8, Math.max(priceDecimals, market?.priceDecimals ?? 0));
  }

  decimalsOf(ad: { readonly currency: CurrencyId; readonly fiat: string }): number {
    return this.decimals(ad.currency, fiatOf(ad.fiat));
  }

  /** The worth of coins in dollars for limits, as a count of 10^-8; null without a price of the last day. */
  worth(currency: CurrencyId, coins: number): bigint | null {
    const { now, views } = this.#parts;
    return worthForLimits(views, views.listings.currency(currency), coins, now());
  }
}
