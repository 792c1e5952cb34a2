import type { PathBar } from './bitcoin-path.ts';
import { hashUnit } from './seeded-noise.ts';

/**
 * Where the price stands `offsetMs` (0 to 60 000) into a minute: a seeded walk from the open through both extremes to the close. It touches
 * high and low exactly, once each at least, and never leaves the range between them. Pure.
 */
export function bridgePrice(bar: PathBar, seed: number, minute: number, offsetMs: number): number {
  const turns = turningPoints(bar, seed, minute);
  let from = turns[0];
  for (const [leg, to] of turns.entries()) {
    if (leg === 0) continue;
    if (offsetMs <= to.offsetMs) return walk(bar, seed, minute * 4 + leg, from, to, offsetMs);
    from = to;
  }
  return bar.close;
}

interface Turn {
  readonly offsetMs: number;
  readonly price: number;
}

function turningPoints(bar: PathBar, seed: number, minute: number): readonly [Turn, Turn, Turn, Turn] {
  const first = Math.round(6_000 + 21_000 * hashUnit(seed, minute, 1));
  const second = Math.round(31_000 + 25_000 * hashUnit(seed, minute, 2));
  // A minute that gains has more often seen its low first; now and then it has not.
  const lowFirst = hashUnit(seed, minute, 3) < 0.25 !== bar.close >= bar.open;
  return [
    { offsetMs: 0, price: bar.open },
    { offsetMs: first, price: lowFirst ? bar.low : bar.high },
    { offsetMs: second, price: lowFirst ? bar.high : bar.low },
    { offsetMs: 60_000, price: bar.close },
  ];
}

// Steps within one leg; the wiggle is noise on this lattice, pinned to zero at both ends.
const wiggles = 7;

function walk(bar: PathBar, seed: number, leg: number, from: Turn, to: Turn, offsetMs: number): number {
  const done = (offsetMs - from.offsetMs) / (to.offsetMs - from.offsetMs);
  if (done <= 0) return from.price;
  if (done >= 1) return to.price;
  const position = done * wiggles;
  const cell = Math.floor(position);
  const before = cell === 0 ? 0 : hashUnit(seed, leg, 10 + cell) - 0.5;
  const after = cell === wiggles - 1 ? 0 : hashUnit(seed, leg, 11 + cell) - 0.5;
  const wiggle = (before + (after - before) * (position - cell)) * 0.6 * (bar.high - bar.low);
  const price = from.price + (to.price - from.price) * done + wiggle;
  return Math.min(bar.high, Math.max(bar.low, price));
}
