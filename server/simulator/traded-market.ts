import type { MarketId } from '@bourse/engine';
import type { Currency, Market } from '../feed/index.ts';
import { minuteMs, type BitcoinPath } from './bitcoin-path.ts';
import { marketCharacter, type MarketCharacter } from './characters.ts';
import { createMarketPath, type MarketPath } from './market-path.ts';

/** A market that the simulator trades: its path, and its rules in the plain numbers in which bots think. */
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
  /** The least that an order may be worth, in quote. */
  readonly minNotional: number;
  readonly sellBlocked: boolean;
  /** What an order is usually worth, in quote. */
  readonly typicalOrder: number;
}

/** How a market feels at a moment; 1 is usual in both. */
export interface Mood {
  /** How far prices swing; makers keep that much more distance. */
  readonly nervousness: number;
  /** How much is traded; orders of makers and takers grow with it. */
  readonly activity: number;
}

/** The mood at a moment (epoch ms), which changes smoothly from minute to minute. */
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

// A minute may swing this much before makers step back.
const calmRangeBps = 22;

/** Null for a market that the simulator does not know; it stays without demo liquidity. */
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

// What BTC/USDT of the recording trades in a usual second.
const typicalUsdPerSecond = 6_000;
