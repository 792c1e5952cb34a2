import { isDeepStrictEqual } from 'node:util';
import type {
  ChangeMarketSettings,
  CurrencyId,
  ListCurrency,
  ListMarket,
  Market,
  MarketId,
  MarketSettings,
  SetFeeTier,
} from '@bourse/engine';
import { amount, currencyId, lots, marketId, ticks, venue } from '@bourse/engine';

/** A quote currency's tab on the page. Groups and the markets in them are ordered by id. */
export interface QuoteGroup {
  readonly id: number;
  readonly quote: CurrencyId;
}

/** Commands of the demo's set-up are attributed to the venue itself. */
const setup = { operator: venue, cause: 'setup' } as const;

/** The currencies of the demo. */
export const demoCurrencies: readonly ListCurrency[] = [
  currency(1, 'BTC', 8),
  currency(2, 'ETH', 8),
  currency(3, 'USDT', 6),
  currency(4, 'BNB', 8),
  currency(5, 'SOL', 8),
  currency(6, 'XRP', 6),
  currency(7, 'ADA', 6),
  currency(8, 'DOGE', 6),
  currency(9, 'AVAX', 8),
  currency(10, 'DOT', 8),
  currency(11, 'LTC', 8),
  currency(12, 'LINK', 8),
  currency(13, 'TRX', 6),
  currency(14, 'XLM', 6),
];

/** The page's tabs: USDT before BTC. */
export const quoteGroups: readonly QuoteGroup[] = [
  { id: 1, quote: idOf('USDT') },
  { id: 2, quote: idOf('BTC') },
];

// The minimum value of an order, in units of the quote currency: 5 USDT, 0.00005 BTC.
const minNotional: Readonly<Record<string, number>> = { USDT: 5_000_000, BTC: 5_000 };

const markets: readonly ListMarket[] = [
  market(1, 'BTC', 'USDT', { priceDecimals: 1, amountDecimals: 5 }),
  market(2, 'ETH', 'USDT', { priceDecimals: 2, amountDecimals: 4 }),
  market(3, 'BNB', 'USDT', { priceDecimals: 2, amountDecimals: 3 }),
  market(4, 'SOL', 'USDT', { priceDecimals: 2, amountDecimals: 3 }),
  market(5, 'XRP', 'USDT', { priceDecimals: 4, amountDecimals: 1 }),
  market(6, 'ADA', 'USDT', { priceDecimals: 4, amountDecimals: 1 }),
  market(7, 'DOGE', 'USDT', { priceDecimals: 5, amountDecimals: 0 }),
  market(8, 'AVAX', 'USDT', { priceDecimals: 3, amountDecimals: 2 }),
  market(9, 'LTC', 'USDT', { priceDecimals: 2, amountDecimals: 3 }),
  market(10, 'LINK', 'USDT', { priceDecimals: 3, amountDecimals: 2 }),
  market(11, 'DOT', 'USDT', { priceDecimals: 4, amountDecimals: 2 }),
  market(12, 'TRX', 'USDT', { priceDecimals: 5, amountDecimals: 1 }),
  market(13, 'ETH', 'BTC', { priceDecimals: 5, amountDecimals: 3 }),
  // Whole decimals would make the tick too coarse or the lot too expensive, so the steps are 5 and 2 units.
  market(14, 'SOL', 'BTC', { priceDecimals: 7, tickPoints: 5, amountDecimals: 2, lotPoints: 2 }),
  market(15, 'BNB', 'BTC', { priceDecimals: 6, amountDecimals: 2 }),
  market(64, 'XLM', 'USDT', { priceDecimals: 5, amountDecimals: 1, sellBlocked: true }),
];

/** The currencies and markets that an exchange already lists. */
export interface Listed {
  readonly currencies: Iterable<{ readonly currency: CurrencyId }>;
  readonly markets: Iterable<Market>;
}

/** The commands that list the demo's currencies and markets, in a valid order. */
export function demoListing(): readonly (ListCurrency | ListMarket)[] {
  return [...demoCurrencies, ...markets];
}

/** The demo's market ids, whether or not they are listed yet. */
export function demoMarkets(): MarketId[] {
  return markets.map(({ market: id }) => id);
}

/** The commands of `demoListing` for currencies and markets that the exchange does not list yet. */
export function missingListing(listed: Listed): readonly (ListCurrency | ListMarket)[] {
  const knownCurrencies = new Set(Array.from(listed.currencies, ({ currency }) => currency));
  const knownMarkets = new Set(Array.from(listed.markets, ({ market }) => market));
  return [
    ...demoCurrencies.filter((command) => !knownCurrencies.has(command.currency)),
    ...markets.filter((command) => !knownMarkets.has(command.market)),
  ];
}

/**
 * The commands that update listed markets to the demo's current settings and fees. Market states and the markets in
 * `decided`, which operators have changed, are left alone.
 */
export function outdatedSettings(
  listed: Iterable<Market>,
  decided: ReadonlySet<number>,
): (ChangeMarketSettings | SetFeeTier)[] {
  const commands: (ChangeMarketSettings | SetFeeTier)[] = [];
  for (const now of listed) {
    const wanted = markets.find(({ market: id }) => id === now.market);
    if (wanted === undefined || decided.has(now.market)) continue;
    const settings = settingsIn(wanted);
    if (!isDeepStrictEqual(settings, settingsIn(now))) {
      commands.push({ type: 'change_market_settings', market: now.market, settings, ...setup });
    }
    const { makerFeePpm, takerFeePpm } = wanted;
    if (now.makerFeePpm !== makerFeePpm || now.takerFeePpm !== takerFeePpm) {
      const rates = { makerFeePpm, takerFeePpm };
      commands.push({ type: 'set_fee_tier', market: now.market, tier: 0, rates, ...setup });
    }
  }
  return commands;
}

function settingsIn(listing: MarketSettings): MarketSettings {
  const { priceStep, quantityStep, minNotional, marketSlippagePpm, priceBandPpm } = listing;
  const { maxOpenOrders, selfTradePrevention, sellBlocked } = listing;
  return {
    priceStep,
    quantityStep,
    minNotional,
    marketSlippagePpm,
    priceBandPpm,
    maxOpenOrders,
    selfTradePrevention,
    sellBlocked,
  };
}

function currency(id: number, code: string, decimals: number): ListCurrency {
  return { type: 'list_currency', currency: currencyId(id), code, decimals, ...setup };
}

interface Steps {
  readonly priceDecimals: number;
  readonly tickPoints?: number;
  readonly amountDecimals: number;
  readonly lotPoints?: number;
  readonly sellBlocked?: boolean;
}

function market(id: number, base: string, quote: string, steps: Steps): ListMarket {
  return {
    type: 'list_market',
    market: marketId(id),
    base: idOf(base),
    quote: idOf(quote),
    priceDecimals: steps.priceDecimals,
    tickPoints: steps.tickPoints ?? 1,
    amountDecimals: steps.amountDecimals,
    lotPoints: steps.lotPoints ?? 1,
    priceStep: ticks(1),
    quantityStep: lots(1),
    minNotional: amount(minNotional[quote] ?? 1),
    // A market order may trade up to 2 % away from its reference price.
    marketSlippagePpm: 20_000,
    // Allows prices from a fifth to five times the last one: wide enough for a market that was idle while its price
    // moved, narrow enough to catch an extra digit.
    priceBandPpm: 4_000_000,
    makerFeePpm: 1_000,
    takerFeePpm: 1_000,
    maxOpenOrders: 200,
    selfTradePrevention: 'expire_maker',
    sellBlocked: steps.sellBlocked ?? false,
    state: 'open',
    ...setup,
  };
}

function idOf(code: string): CurrencyId {
  const found = demoCurrencies.find((listed) => listed.code === code);
  if (found === undefined) throw new Error(`the demo does not list ${code}`);
  return found.currency;
}
