import type { TapeTrade } from '../../ground/feed/index.ts';
import { minuteMs } from './bitcoin-path.ts';
import { candleInTicks, type CandleScale } from './import-history.ts';
import type { MarketCharacter } from './characters.ts';
import type { MarketPath } from './market-path.ts';
import { createRandom, hashBits, hashName, type Random } from './seeded-noise.ts';

/** A market whose past trades are wanted. */
export interface TapeMarket extends Omit<CandleScale, 'market'> {
  readonly symbol: string;
  readonly path: Pick<MarketPath, 'minuteCandle' | 'priceAt'>;
  readonly character: Pick<MarketCharacter, 'tradesPerSecond' | 'halfSpreadBps'>;
}

const fewestPerMinute = 5;

/**
 * The trades of the minutes before `untilMs` (a whole minute, epoch milliseconds), oldest first, that the imported
 * candles summarize: each minute opens, reaches its extremes and closes at the prices of its candle, and trades its
 * volume. The newest `count` are returned; they have negative ids, which no live trade has. Pure.
 */
export function pastTrades(market: TapeMarket, untilMs: number, count: number): TapeTrade[] {
  let trades: Omit<TapeTrade, 'trade'>[] = [];
  for (let openMs = untilMs - minuteMs; trades.length < count; openMs -= minuteMs) {
    trades = [...tradesOfMinute(market, openMs), ...trades];
  }
  return trades.slice(-count).map((trade, index) => ({ ...trade, trade: index - count }));
}

function tradesOfMinute(market: TapeMarket, openMs: number): Omit<TapeTrade, 'trade'>[] {
  const candle = candleInTicks(market.path.minuteCandle(openMs), market);
  const random = createRandom(hashBits(hashName(market.symbol), openMs / minuteMs, 51));
  const wanted = Math.max(
    fewestPerMinute,
    Math.round(60 * market.character.tradesPerSecond * random.between(0.7, 1.3)),
  );
  const count = Math.min(candle.volume, wanted);
  const times = Array.from({ length: count }, () => openMs + Math.floor(random.unit() * minuteMs)).toSorted(
    (a, b) => a - b,
  );
  const quantities = shared(candle.volume, count, random);
  const perTick = 10 ** market.priceDecimals / market.tickPoints;
  const trades = times.map((timeMs, index) => {
    const takerSide = random.unit() < 0.5 ? ('buy' as const) : ('sell' as const);
    const apart = (market.character.halfSpreadBps / 10_000) * (takerSide === 'buy' ? 1 : -1);
    const price = Math.round(market.path.priceAt(timeMs) * (1 + apart) * perTick);
    return {
      timeMs,
      price: Math.min(candle.high, Math.max(candle.low, price)),
      quantity: quantities[index] ?? 1,
      takerSide,
    };
  });
  for (const [index, price] of fixedPrices(trades, candle)) {
    const trade = trades[index];
    if (trade !== undefined) trades[index] = { ...trade, price };
  }
  return trades;
}

/** The trades that give a candle its open, close and extremes: the first, the last, and the nearest to each extreme. */
function fixedPrices(
  trades: readonly { readonly price: number }[],
  candle: { readonly open: number; readonly high: number; readonly low: number; readonly close: number },
): [index: number, price: number][] {
  const inner = trades.map(({ price }, index) => ({ price, index })).slice(1, -1);
  const byPrice = inner.toSorted((a, b) => a.price - b.price);
  const [lowest, highest] = [byPrice[0], byPrice.at(-1)];
  const fixed: [number, number][] = [];
  if (lowest !== undefined) fixed.push([lowest.index, candle.low]);
  if (highest !== undefined) fixed.push([highest.index, candle.high]);
  return [...fixed, [0, candle.open], [trades.length - 1, candle.close]];
}

/** Divides a volume into that many quantities of at least one lot, with a fat tail. */
function shared(volume: number, count: number, random: Random): number[] {
  const weights = Array.from({ length: count }, () => random.heavyTailed());
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const quantities = weights.map((weight) => 1 + Math.floor(((volume - count) * weight) / total));
  const rest = volume - quantities.reduce((sum, quantity) => sum + quantity, 0);
  return quantities.map((quantity, index) => (index === count - 1 ? quantity + rest : quantity));
}
