import { section } from '../capability.ts';
import { invariant } from '../invariant.ts';
import { currenciesInOrder, marketsInOrder } from '../state.ts';
import { minuteMs } from './candle.ts';
import { listingOf, LiveMarket } from './market.ts';
import type { Capability } from '../capability.ts';
import type { Event } from '../event.ts';
import type { MarketId, UserId } from '../identifiers.ts';
import type { Ticks } from '../money.ts';
import type { ExchangeState } from '../state.ts';
import type { OpenCandle } from './candle.ts';
import type { FeeRates } from './commands.ts';
import type { OwnRates } from './fees.ts';
import type { Currency, Market } from './market.ts';

interface FeeTierLine {
  readonly market: MarketId;
  readonly tier: number;
  readonly rates: FeeRates;
}
interface UserTierLine {
  readonly user: UserId;
  readonly tier: number;
}
interface LastPriceLine {
  readonly market: MarketId;
  readonly price: Ticks;
}

/** Listings, fees and candles. */
export const marketCapability: Capability = {
  snapshot: [
    section<Currency>('currency', currenciesInOrder, (state, { currency, code, decimals }) => {
      state.currencies.set(currency, { currency, code, decimals });
    }),
    section<Market>('market', listings, (state, line) => {
      const listing = listingOf(line, line.baseUnitsPerLot, line.quoteUnitsPerTickLot);
      state.markets[line.market] = new LiveMarket(listing, state);
    }),
    section<FeeTierLine>('fee_tier', feeTiers, (state, { market, tier, rates }) => {
      marketOf(state, market).setTier(tier, rates);
    }),
    section<UserTierLine>(
      'user_fee_tier',
      ({ fees }) => fees.allTiers(),
      ({ fees }, { user, tier }) => {
        fees.setTier(user, tier);
      },
    ),
    section<OwnRates>(
      'user_fees',
      ({ fees }) => fees.allOwnRates(),
      ({ fees }, { user, market, rates }) => {
        fees.setOwnRates(user, market, rates);
      },
    ),
    section<OpenCandle>('candle', openCandles, (state, candle) => {
      const market = marketOf(state, candle.market);
      market.candle.load(candle);
      market.lastPrice = candle.close;
    }),
    section<LastPriceLine>('last_price', lastPrices, (state, { market, price }) => {
      marketOf(state, market).lastPrice = price;
    }),
  ],
  loaded: (state) => {
    state.minuteEndsAtMs = state.sequence === 0 ? 0 : endOfMinute(state.timeMs);
  },
  timePassed: (state, events) => {
    if (state.timeMs >= state.minuteEndsAtMs) closeCandles(state, events);
  },
};

/** Finds a listed market. */
export function marketOf(state: ExchangeState, id: MarketId): LiveMarket {
  const market = state.markets[id];
  invariant(market !== undefined, 'a market must be listed before it is used');
  return market;
}

/** The open candle of each market that has traded in the current minute, by market id. */
export function* openCandles(state: ExchangeState): Generator<OpenCandle> {
  for (const { candle, listing } of marketsInOrder(state)) {
    const running = candle.current(listing.market);
    if (running !== null) yield running;
  }
}

/** The rates of tiers above 0, by market and tier. */
export function* feeTiers(state: ExchangeState): Generator<FeeTierLine> {
  for (const market of marketsInOrder(state)) {
    for (const tier of market.allTiers()) yield { market: market.listing.market, ...tier };
  }
}

function* listings(state: ExchangeState): Generator<Market> {
  for (const { listing } of marketsInOrder(state)) yield listing;
}

function* lastPrices(state: ExchangeState): Generator<LastPriceLine> {
  for (const { listing, lastPrice } of marketsInOrder(state)) {
    if (lastPrice !== null) yield { market: listing.market, price: lastPrice };
  }
}

function closeCandles(state: ExchangeState, events: Event[]): void {
  for (const { candle, listing } of marketsInOrder(state)) {
    const closed = candle.current(listing.market);
    if (closed === null) continue;
    events.push({ type: 'candle_closed', ...closed });
    candle.finish();
  }
  state.minuteEndsAtMs = endOfMinute(state.timeMs);
}

function endOfMinute(timeMs: number): number {
  return timeMs - (timeMs % minuteMs) + minuteMs;
}
