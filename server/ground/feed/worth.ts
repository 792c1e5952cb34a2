import type { CurrencyId } from '@bourse/engine';
import { type Currency, type Market, wideText } from './listings.ts';
import type { Views } from './views.ts';

/** The value of a balance in three currencies, in wire format; "0" if there is no price. */
export interface Worth {
  readonly convert_usd: string;
  readonly convert_eth: string;
  readonly convert_btc: string;
}

/** Dollar values are counts of 10^-18: fine enough that only the final truncation loses digits. */
const scale = 18;
const one = 10n ** BigInt(scale);
const dollar = 'USDT';
const nothing: Worth = { convert_usd: '0', convert_eth: '0', convert_btc: '0' };

/**
 * Values amounts at the last trade prices: in dollars by the market against USDT, or else by the one against BTC.
 * Prices are cached per instance, so use one instance per answer.
 */
export class Valuation {
  readonly #views: Views;
  readonly #ticks: (market: Market) => number;
  readonly #dollars = new Map<CurrencyId, bigint>();

  /** `ticks` is the price of a market, 0 if there is none; by default that of its last trade. */
  constructor(views: Views, ticks = (market: Market): number => views.lastPrice(market.id)) {
    this.#views = views;
    this.#ticks = ticks;
  }

  /** The dollar value of this many smallest units of a currency as a count of 10^-18; 0 if there is no price. */
  dollars(currency: Currency, units: number): bigint {
    return (BigInt(units) * this.dollarsForOne(currency)) / 10n ** BigInt(currency.decimals);
  }

  /** The dollar value of one whole coin as a count of 10^-18. */
  dollarsForOne(currency: Currency): bigint {
    let price = this.#dollars.get(currency.id);
    if (price === undefined) {
      price = this.#price(currency);
      this.#dollars.set(currency.id, price);
    }
    return price;
  }

  /** A dollar value in dollars, ETH and BTC, truncated to 2, 8 and 8 decimals. */
  worth(dollars: bigint): Worth {
    if (dollars === 0n) return nothing;
    return {
      convert_usd: truncated(dollars, 2),
      convert_eth: truncated(this.#inCoins(dollars, 'ETH'), 8),
      convert_btc: truncated(this.#inCoins(dollars, 'BTC'), 8),
    };
  }

  #inCoins(dollars: bigint, code: string): bigint {
    const coin = this.#views.listings.currencyByCode(code);
    const price = coin === undefined ? 0n : this.dollarsForOne(coin);
    return price === 0n ? 0n : (dollars * one) / price;
  }

  #price(currency: Currency): bigint {
    if (currency.code === dollar) return one;
    const { listings } = this.#views;
    const direct = listings.marketBySymbol(`${currency.code}/${dollar}`);
    if (direct !== undefined) return this.#priceOf(direct);
    const bitcoin = listings.currencyByCode('BTC');
    const viaBitcoin = listings.marketBySymbol(`${currency.code}/BTC`);
    if (bitcoin === undefined || viaBitcoin === undefined) return 0n;
    return (this.#priceOf(viaBitcoin) * this.dollarsForOne(bitcoin)) / one;
  }

  #priceOf(market: Market): bigint {
    const points = BigInt(this.#ticks(market)) * BigInt(market.tickPoints);
    return points * 10n ** BigInt(scale - market.priceDecimals);
  }
}

/** A count of 10^-18 as a decimal with at most `decimals` places, truncated toward zero. */
export function truncated(value: bigint, decimals: number): string {
  return wideText(value / 10n ** BigInt(scale - decimals), decimals);
}
