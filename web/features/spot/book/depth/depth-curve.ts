import type { DepthRow } from '@bourse/contract/markets';
import { fromUnits, toUnits } from '../../../../live/decimal.ts';
import type { BookScale, BookSides } from '../book-lines.ts';

/** A step of the curve: a price and the cumulative amount up to it. The floats are for drawing only. */
export interface CurveStep {
  readonly price: number;
  readonly sum: number;
  /** The exact cumulative amount in units of the base currency, and its value in units of price times amount. */
  readonly sumUnits: bigint;
  readonly valueUnits: bigint;
}

/** The cumulative amounts of both sides of a book. */
export interface DepthCurve {
  readonly bids: readonly CurveStep[];
  readonly asks: readonly CurveStep[];
  /** The midpoint of the best prices, or the best price of the only side; null for an empty book. */
  readonly mid: number | null;
}

/** The price at a distance from the mid price, and the cumulative amount and value up to it. */
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

/** The last step within a distance from the mid price; undefined before the first. */
export function stepWithin(curve: DepthCurve, side: keyof BookSides, distance: number): CurveStep | undefined {
  const { mid } = curve;
  if (mid === null) return undefined;
  return curve[side].findLast(({ price }) => Math.abs(price - mid) <= distance * (1 + 1e-9));
}

/** The reading of a side at a distance from the mid price; null for an empty side. */
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

/** Possible ranges to each side in per cent of the mid price, round so that the range stays while prices move. */
const spans = [0.01, 0.1, 1, 10].flatMap((power) => [1, 1.5, 2, 3, 5, 7].map((part) => part * power)).concat(100);

/** The index of the smallest range that covers both sides completely. */
export function fittingSpan({ bids, asks, mid }: DepthCurve): number {
  if (mid === null || mid === 0) return spans.length - 1;
  const [lowest, highest] = [bids.at(-1)?.price ?? mid, asks.at(-1)?.price ?? mid];
  const reach = (Math.max(mid - lowest, highest - mid) / mid) * 100;
  const fitting = spans.findIndex((span) => span >= reach);
  return fitting < 0 ? spans.length - 1 : fitting;
}

/** The index of the range some steps narrower (negative) or wider. */
export function spanAt(index: number, steps: number): number {
  return Math.min(spans.length - 1, Math.max(0, index + steps));
}

/** A range in per cent, as a plain decimal. */
export function spanText(index: number): string {
  return String(Number((spans[index] ?? 100).toPrecision(3)));
}

export function spanShare(index: number): number {
  return (spans[index] ?? 100) / 100;
}

/** A round step that divides a length into about `count` parts. */
export function roundStep(length: number, count: number): number {
  const rough = length / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const part = [1, 2, 2.5, 5].find((candidate) => candidate * power >= rough * (1 - 1e-9)) ?? 10;
  return part * power;
}

/** The number of decimals of a round step. */
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
