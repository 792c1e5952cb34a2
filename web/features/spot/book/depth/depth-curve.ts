import type { DepthRow } from '@bourse/contract/markets';
import { fromUnits, toUnits } from '../../../../live/decimal.ts';
import type { BookScale, BookSides } from '../book-lines.ts';

/** A step of the curve: a price with everything that stands up to it. Floats are for drawing alone. */
export interface CurveStep {
  readonly price: number;
  readonly sum: number;
  /** The exact sum in units of the base currency, and what it is worth in units of price times amount. */
  readonly sumUnits: bigint;
  readonly valueUnits: bigint;
}

/** Both sides of a book added up from the best price on. */
export interface DepthCurve {
  readonly bids: readonly CurveStep[];
  readonly asks: readonly CurveStep[];
  /** Halfway between the best prices, or the best price of the only side; null when there is none. */
  readonly mid: number | null;
}

/** What it takes to move the price to a distance: the price there, all that stands up to it, and what that is worth. */
export interface DepthReading {
  readonly price: string;
  readonly sum: string;
  readonly value: string;
}

export function depthCurve(book: BookSides, scale: BookScale): DepthCurve {
  const bids = addUp(book.bids, scale);
  const asks = addUp(book.asks, scale);
  const [bid, ask] = [bids[0]?.price, asks[0]?.price];
  const mid = bid !== undefined && ask !== undefined ? (bid + ask) / 2 : (bid ?? ask ?? null);
  return { bids, asks, mid };
}

/** The last step that lies within a distance from the middle; undefined before the first. */
export function stepWithin(curve: DepthCurve, side: keyof BookSides, distance: number): CurveStep | undefined {
  const { mid } = curve;
  if (mid === null) return undefined;
  return curve[side].findLast(({ price }) => Math.abs(price - mid) <= distance * (1 + 1e-9));
}

/** What stands on a side within a distance from the middle; null when the side has nothing at all. */
export function readingWithin(
  curve: DepthCurve,
  side: keyof BookSides,
  distance: number,
  scale: BookScale,
): DepthReading | null {
  if (curve.mid === null || curve[side].length === 0) return null;
  const step = stepWithin(curve, side, distance);
  const price = Math.max(0, side === 'bids' ? curve.mid - distance : curve.mid + distance);
  return {
    price: price.toFixed(scale.price_decimals),
    sum: fromUnits(step?.sumUnits ?? 0n, scale.amount_decimals),
    value: fromUnits(step?.valueUnits ?? 0n, scale.amount_decimals + scale.price_decimals),
  };
}

/**
 * How far the chart reaches to each side of the middle, in per cent of it: round figures, so that it stays while prices
 * move.
 */
const spans = [0.01, 0.1, 1, 10].flatMap((power) => [1, 1.5, 2, 3, 5, 7].map((part) => part * power)).concat(100);

/** The index of the smallest span that holds the whole of both sides. */
export function fittingSpan({ bids, asks, mid }: DepthCurve): number {
  if (mid === null || mid === 0) return spans.length - 1;
  const [lowest, highest] = [bids.at(-1)?.price ?? mid, asks.at(-1)?.price ?? mid];
  const reach = (Math.max(mid - lowest, highest - mid) / mid) * 100;
  const fitting = spans.findIndex((span) => span >= reach);
  return fitting < 0 ? spans.length - 1 : fitting;
}

/** The span some steps nearer (negative) or further, as an index. */
export function spanAt(index: number, steps: number): number {
  return Math.min(spans.length - 1, Math.max(0, index + steps));
}

/** A span in per cent, as a plain decimal. */
export function spanText(index: number): string {
  return String(Number((spans[index] ?? 100).toPrecision(3)));
}

export function spanShare(index: number): number {
  return (spans[index] ?? 100) / 100;
}

/** A round step of which about `count` fit into a length. */
export function roundStep(length: number, count: number): number {
  const rough = length / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const part = [1, 2, 2.5, 5].find((candidate) => candidate * power >= rough * (1 - 1e-9)) ?? 10;
  return part * power;
}

/** How many decimals a round step has. */
export function decimalsOfStep(step: number): number {
  const [, fraction = ''] = step.toFixed(10).split('.');
  return fraction.replace(/0+$/, '').length;
}

function addUp(rows: readonly DepthRow[], { price_decimals, amount_decimals }: BookScale): readonly CurveStep[] {
  let sumUnits = 0n;
  let valueUnits = 0n;
  return rows.map(({ price, amount }) => {
    const units = toUnits(amount, amount_decimals);
    sumUnits += units;
    valueUnits += units * toUnits(price, price_decimals);
    return { price: Number(price), sum: Number(sumUnits) / 10 ** amount_decimals, sumUnits, valueUnits };
  });
}
