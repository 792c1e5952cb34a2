import type {
  Currency as ListedCurrency,
  CurrencyId,
  Exchange,
  Lots,
  Market as ListedMarket,
  MarketId,
  Ticks,
} from '@bourse/engine';
import { formatDecimal } from '@bourse/engine';
import type { EventReaders, View } from './view.ts';

/** A listed currency as the views know it; `decimals` is between 0 and 8. */
export interface Currency {
  readonly id: CurrencyId;
  readonly code: string;
  readonly decimals: number;
}

/** A listed market with its current settings and its two currencies resolved; `symbol` is for example `BTC/USDT`. */
export interface Market extends Omit<ListedMarket, 'market' | 'base' | 'quote'> {
  readonly id: MarketId;
  readonly symbol: string;
  readonly base: Currency;
  readonly quote: Currency;
}

/** The listed currencies and markets. None is ever removed; a change of a market's settings replaces its object. */
export class Listings implements View {
  readonly #currencies = new Map<number, Currency>();
  readonly #markets = new Map<number, Market>();
  readonly #bySymbol = new Map<string, Market>();

  constructor(exchange: Pick<Exchange, 'currencies' | 'markets'> | null = null) {
    if (exchange === null) return;
    for (const currency of exchange.currencies()) this.addCurrency(currency);
    for (const market of exchange.markets()) this.addMarket(market);
  }

  addCurrency(listed: ListedCurrency): void {
    this.#currencies.set(listed.currency, { id: listed.currency, code: listed.code, decimals: listed.decimals });
  }

  addMarket(listed: ListedMarket): void {
    const { market: id, base: baseId, quote: quoteId, ...rules } = listed;
    const base = this.currency(baseId);
    const quote = this.currency(quoteId);
    this.#keep({ ...rules, id, base, quote, symbol: `${base.code}/${quote.code}` });
  }

  readonly reads: EventReaders = {
    currency_listed: (event) => {
      this.addCurrency(event);
    },
    market_listed: (event) => {
      this.addMarket(event);
    },
    market_state_changed: ({ market, after }) => {
      this.#keep({ ...this.market(market), state: after });
    },
    market_settings_changed: ({ market, after }) => {
      this.#keep({ ...this.market(market), ...after });
    },
    fee_tier_set: ({ market, tier, after }) => {
      // Tier 0 is the default, whose rates are those of the market.
      if (tier === 0) this.#keep({ ...this.market(market), ...after });
    },
  };

  /** The currency with this id, which must come from a committed event. Throws if it is unknown. */
  currency(id: CurrencyId): Currency {
    const currency = this.#currencies.get(id);
    if (currency === undefined) throw new Error(`currency ${id} is in an event but was never listed`);
    return currency;
  }

  /** The market with this id, which must come from a committed event. Throws if it is unknown. */
  market(id: MarketId): Market {
    const market = this.#markets.get(id);
    if (market === undefined) throw new Error(`market ${id} is in an event but was never listed`);
    return market;
  }

  /** The currency with an id from outside; undefined if it is not listed. */
  findCurrency(id: number): Currency | undefined {
    return this.#currencies.get(id);
  }

  /** The currency with this code, e.g. `USDT`. */
  currencyByCode(code: string): Currency | undefined {
    for (const currency of this.#currencies.values()) if (currency.code === code) return currency;
    return undefined;
  }

  /** The market with an id from outside; undefined if it is not listed. */
  findMarket(id: number): Market | undefined {
    return this.#markets.get(id);
  }

  /** The market with this symbol, e.g. `BTC/USDT`. */
  marketBySymbol(symbol: string): Market | undefined {
    return this.#bySymbol.get(symbol);
  }

  #keep(market: Market): void {
    this.#markets.set(market.id, market);
    this.#bySymbol.set(market.symbol, market);
  }

  /** All currencies in id order. */
  currencies(): Currency[] {
    return [...this.#currencies.values()].toSorted((a, b) => a.id - b.id);
  }

  /** All markets in id order. */
  markets(): Market[] {
    return [...this.#markets.values()].toSorted((a, b) => a.id - b.id);
  }
}

/** A price of this market as a decimal, e.g. `43210.5`. */
export function priceText(market: Market, ticks: Ticks | number): string {
  return decimalText(ticks, market.tickPoints, market.priceDecimals);
}

/** A quantity, or a sum of quantities, of this market's base currency as a decimal. */
export function lotsText(market: Market, lots: Lots | number): string {
  return decimalText(lots, market.lotPoints, market.amountDecimals);
}

/** An amount in the smallest units of a currency as a decimal. */
export function unitsText(currency: Currency, units: number): string {
  return decimalText(units, 1, currency.decimals);
}

/** A count of 10^-decimals as a plain decimal; exact for sums beyond the safe integers too. */
export function wideText(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}

function decimalText(count: number, points: number, decimals: number): string {
  const units = count * points;
  return Number.isSafeInteger(units)
    ? formatDecimal(units, decimals)
    : wideText(BigInt(Math.trunc(count)) * BigInt(points), decimals);
}
