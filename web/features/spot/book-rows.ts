import Big from 'big.js';
import type { DepthRow } from '@bourse/contract';
import { decimalsOf } from '../../live/decimal.ts';

/** A line of the book as it is shown: price, amount at it, and the sum of the amounts up to it. */
export interface BookLine {
  readonly price: string;
  readonly amount: string;
  readonly sum: string;
  /** The sum as a share of the largest sum shown on either side, 0 to 1, in hundredths. */
  readonly share: number;
}

export interface BookLines {
  readonly asks: readonly BookLine[];
  readonly bids: readonly BookLine[];
}

/** The best lines of both sides, gathered into groups of `step`; asks are rounded up and bids down, against the taker. */
export function bookLines(
  asks: readonly DepthRow[],
  bids: readonly DepthRow[],
  step: string,
  tick: string,
  count: number,
): BookLines {
  const askSums = summed(gather(asks, step, tick, Big.roundUp, count));
  const bidSums = summed(gather(bids, step, tick, Big.roundDown, count));
  const deepest = [askSums.at(-1), bidSums.at(-1)].reduce(
    (most, row) => (row !== undefined && row.sum.gt(most) ? row.sum : most),
    new Big(0),
  );
  return { asks: askSums.map((row) => line(row, deepest)), bids: bidSums.map((row) => line(row, deepest)) };
}

/** The groupings to choose from: the tick and its next three powers of ten that still tell prices apart. */
export function groupings(tick: string, price: string): readonly string[] {
  const most = new Big(price === '' ? '0' : price).div(100);
  return [1, 10, 100, 1_000]
    .map((factor) => new Big(tick).times(factor))
    .filter((step, index) => index === 0 || step.lte(most))
    .map((step) => step.toFixed());
}

/** How many decimals prices have in a grouping. */
export function groupedDecimals(step: string, tick: string, priceDecimals: number): number {
  return step === tick ? priceDecimals : decimalsOf(step);
}

/** The gap between the best prices, in the quote currency and as a percentage of the ask; null when a side is empty. */
export function spreadOf(
  ask: DepthRow | undefined,
  bid: DepthRow | undefined,
): { readonly amount: string; readonly percent: string } | null {
  if (ask === undefined || bid === undefined) return null;
  const gap = new Big(ask.price).minus(bid.price);
  return { amount: gap.toFixed(), percent: gap.div(ask.price).times(100).toFixed(3, Big.roundDown) };
}

interface Summed {
  readonly price: string;
  readonly amount: Big;
  readonly sum: Big;
}

function gather(
  rows: readonly DepthRow[],
  step: string,
  tick: string,
  rounding: 0 | 3,
  count: number,
): readonly { price: string; amount: Big }[] {
  if (step === tick) return rows.slice(0, count).map(({ price, amount }) => ({ price, amount: new Big(amount) }));
  const gathered: { price: string; amount: Big }[] = [];
  for (const row of rows) {
    const price = new Big(row.price).div(step).round(0, rounding).times(step).toFixed();
    const last = gathered.at(-1);
    if (last?.price === price) last.amount = last.amount.plus(row.amount);
    else if (gathered.length === count) break;
    else gathered.push({ price, amount: new Big(row.amount) });
  }
  return gathered;
}

function summed(rows: readonly { price: string; amount: Big }[]): readonly Summed[] {
  let sum = new Big(0);
  return rows.map(({ price, amount }) => {
    sum = sum.plus(amount);
    return { price, amount, sum };
  });
}

function line(row: Summed, deepest: Big): BookLine {
  const share = deepest.eq(0) ? 0 : Number(row.sum.div(deepest).toFixed(2));
  return { price: row.price, amount: row.amount.toFixed(), sum: row.sum.toFixed(), share };
}
