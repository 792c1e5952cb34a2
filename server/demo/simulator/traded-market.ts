import type { MarketId } from '@bourse/engine';
import type { Currency, Market } from '../../ground/feed/index.ts';
import { minuteMs, type BitcoinPath } from './bitcoin-path.ts';
import { marketCharacter, type MarketCharacter } from './characters.ts';
import { createMarketPath, type MarketPath } from './market-path.ts';

/** A market that the simulator trades: its path, and its rules as floating-point numbers. */
export interface TradedMarket {
  readonly id: MarketId;
  readonly symbol: string;
  readonly base: Currency;
  readonly quote: Currency;
  readonly path: MarketPath;
  readonly character: MarketCharacter;
  /** One tick in quote per base. */
  readonly tick: number;
  /** One lot in base. */
  readonly lot: number;
  /** The minimum value of an order, in quote. */
  readonly minNotional: number;
  readonly sellBlocked: boolean;
  /** The typical value of an order, in quote. */
  readonly typicalOrder: number;
}

/** How volatile and active a market is at a moment; 1 is normal. */
export interface Mood {
  /** Volatility; makers increase their distance by this factor. */
  readonly nervousness: number;
  /** Activity; scales the orders of makers and takers. */
  readonly activity: number;
}

/** The mood at a moment (epoch ms). It changes continuously from minute to minute. */
export function moodAt(market: TradedMarket, timeMs: number): Mood {
  const openMs = Math.floor(timeMs / minuteMs) * minuteMs;
  const now = market.path.minuteCandle(openMs);
  const before = market.path.minuteCandle(openMs - minuteMs);
  const done = (timeMs - openMs) / minuteMs;
  const rangeBps = 10_000 * (done * (now.high / now.low - 1) + (1 - done) * (before.high / before.low - 1));
  const worth = now.close * (done * now.volume + (1 - done) * before.volume);
  const typicalWorth = market.typicalOrder * market.character.tradesPerSecond * 60;
  return {
    nervousness: Math.min(6, Math.max(1, rangeBps / calmRangeBps)),
    activity: Math.min(2.5, Math.max(0.6, Math.sqrt(worth / typicalWorth))),
  };
}

// Above this range of a minute, makers widen their quotes.
const calmRangeBps = 22;

/** Null if the simulator does not know the market, which then has no demo liquidity. */
export function tradedMarket(market: Market, bitcoin: BitcoinPath): TradedMarket | null {
  const { id, symbol, base, quote } = market;
  const character = marketCharacter(symbol);
  const path = createMarketPath(bitcoin, base.code, quote.code);
  if (character === null || path === null) return null;

  const usd = typicalUsdPerSecond * character.volumeShare;
  const quoteUsd = quote.code === 'BTC' ? bitcoin.minuteCandle(bitcoin.anchorMs).open : 1;
  return {
    id,
    symbol,
    base,
    quote,
    path,
    character,
    tick: market.tickPoints * 10 ** -market.priceDecimals,
    lot: market.lotPoints * 10 ** -market.amountDecimals,
    minNotional: market.minNotional * 10 ** -quote.decimals,
    sellBlocked: market.sellBlocked,
    typicalOrder: usd / character.tradesPerSecond / quoteUsd,
  };
}

// The value that BTC/USDT trades per second in the recording, in USD.
const typicalUsdPerSecond = 6_000;
