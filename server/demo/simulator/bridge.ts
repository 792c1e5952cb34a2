import type { PathCandle } from './bitcoin-path.ts';
import { hashUnit } from './seeded-noise.ts';

/**
 * The price `offsetMs` (0 to 60 000) into a minute: a seeded random walk from the open through both extremes to the
 * close. It reaches high and low exactly and stays between them. Pure.
 */
export function bridgePrice(candle: PathCandle, seed: number, minute: number, offsetMs: number): number {
  const turns = turningPoints(candle, seed, minute);
  let from = turns[0];
  for (const [leg, to] of turns.entries()) {
    if (leg === 0) continue;
    if (offsetMs <= to.offsetMs) return walk(candle, seed, minute * 4 + leg, from, to, offsetMs);
    from = to;
  }
  return candle.close;
}

interface Turn {
  readonly offsetMs: number;
  readonly price: number;
}

function turningPoints(candle: PathCandle, seed: number, minute: number): readonly [Turn, Turn, Turn, Turn] {
  const first = Math.round(6_000 + 21_000 * hashUnit(seed, minute, 1));
  const second = Math.round(31_000 + 25_000 * hashUnit(seed, minute, 2));
  // A rising minute more often reaches its low first, with exceptions.
  const lowFirst = hashUnit(seed, minute, 3) < 0.25 !== candle.close >= candle.open;
  return [
    { offsetMs: 0, price: candle.open },
    { offsetMs: first, price: lowFirst ? candle.low : candle.high },
    { offsetMs: second, price: lowFirst ? candle.high : candle.low },
    { offsetMs: 60_000, price: candle.close },
  ];
}

// Steps within one leg. The noise is zero at both ends.
const wiggles = 7;

function walk(candle: PathCandle, seed: number, leg: number, from: Turn, to: Turn, offsetMs: number): number {
  const done = (offsetMs - from.offsetMs) / (to.offsetMs - from.offsetMs);
  if (done <= 0) return from.price;
  if (done >= 1) return to.price;
  const position = done * wiggles;
  const cell = Math.floor(position);
  const before = cell === 0 ? 0 : hashUnit(seed, leg, 10 + cell) - 0.5;
  const after = cell === wiggles - 1 ? 0 : hashUnit(seed, leg, 11 + cell) - 0.5;
  const wiggle = (before + (after - before) * (position - cell)) * 0.6 * (candle.high - candle.low);
  const price = from.price + (to.price - from.price) * done + wiggle;
  // A wiggle beyond an extreme is reflected. Cut off there, the price would stay at the extreme for many seconds.
  const [above, below] = [price - candle.high, candle.low - price];
  if (above > 0) return Math.max(candle.low, candle.high - above);
  return below > 0 ? Math.min(candle.high, candle.low + below) : price;
}
