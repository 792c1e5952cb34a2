import type { DepthRow, Match } from '@bourse/contract/markets';
import { decimalsOf, fromUnits, toUnits } from '../../../live/decimal.ts';

/** The units of a market: decimals and steps of prices and amounts. */
export type BookScale = Pick<Match, 'price_decimals' | 'price_step' | 'amount_decimals'>;

/** Whether the depth bar of a line shows the cumulative amount or that of the level alone. */
export type BarKind = 'cumulative' | 'level';

/** A line of the book as displayed. Amounts are in the base currency. */
export interface BookLine {
  readonly price: string;
  readonly amount: string;
  /** The cumulative amount from the best price to this line. */
  readonly sum: string;
  /** The value of the cumulative amount at its prices, in the quote currency. */
  readonly value: string;
  /** The length of the bar in per cent of the longest one of both sides. */
  readonly share: number;
  /** The user's own part of the amount; null for none. */
  readonly own: string | null;
}

export interface BookLines {
  readonly asks: readonly BookLine[];
  readonly bids: readonly BookLine[];
}

export interface BookSides {
  readonly asks: readonly DepthRow[];
  readonly bids: readonly DepthRow[];
}

export interface LineChoice {
  /** The number of ticks per group. */
  readonly factor: number;
  readonly bars: BarKind;
  /** The number of lines that fit on each side. */
  readonly asks: number;
  readonly bids: number;
}

export const noLines: BookLines = { asks: [], bids: [] };

/**
 * The best lines of both sides, best first, grouped by ticks. The price of a group is never better than its orders:
 * asks are rounded up, bids down. `own` are the user's orders in the form of the book. A side with `maxSent` levels may
 * be truncated by the server, so its last group may be incomplete and is omitted.
 */
export function bookLines(
  book: BookSides,
  own: BookSides,
  scale: BookScale,
  choice: LineChoice,
  maxSent = Infinity,
): BookLines {
  const asks = gather('asks', book, own, scale, choice, maxSent);
  const bids = gather('bids', book, own, scale, choice, maxSent);
  const longest = [...asks, ...bids].reduce((most, group) => {
    const length = choice.bars === 'level' ? group.amount : group.sum;
    return length > most ? length : most;
  }, 0n);
  const written = (group: Group): BookLine => lineOf(group, scale, choice.bars, longest);
  return { asks: asks.map(written), bids: bids.map(written) };
}

/**
 * The lines after a change, reusing the objects of unchanged lines and sides so that nothing is rendered again for
 * them.
 */
export function keepUnchanged(before: BookLines, after: BookLines): BookLines {
  const asks = keepSide(before.asks, after.asks);
  const bids = keepSide(before.bids, after.bids);
  return asks === before.asks && bids === before.bids ? before : { asks, bids };
}

/** The possible ticks per group: powers of ten, as long as they distinguish prices. */
export function groupings({ price_decimals, price_step }: BookScale, price: string): readonly number[] {
  const most = toUnits(price, price_decimals) / 100n;
  const tick = toUnits(price_step, price_decimals);
  return [1, 10, 100, 1_000, 10_000].filter((factor) => factor === 1 || tick * BigInt(factor) <= most);
}

/** The price step of a grouping. */
export function stepOf({ price_decimals, price_step }: BookScale, factor: number): string {
  return fromUnits(toUnits(price_step, price_decimals) * BigInt(factor), price_decimals);
}

/** The price decimals of a grouping. */
export function groupedDecimals(scale: BookScale, factor: number): number {
  return factor === 1 ? scale.price_decimals : decimalsOf(stepOf(scale, factor));
}

/** The gap between the best prices, in the quote currency and in per cent of the ask; null when a side is empty. */
export function spreadOf(
  ask: string | undefined,
  bid: string | undefined,
): { readonly amount: string; readonly percent: string } | null {
  if (ask === undefined || bid === undefined) return null;
  const gap = toUnits(ask, finest) - toUnits(bid, finest);
  return { amount: fromUnits(gap, finest), percent: percentOf(gap, toUnits(ask, finest)) };
}

export interface LevelFacts {
  /** The average price of taking everything up to the line. */
  readonly average: string;
  readonly sum: string;
  readonly value: string;
  /** The signed distance of the line from the mid price in per cent; null when a side is empty. */
  readonly distance: string | null;
}

/** The numbers in the tip of a line, about everything from the best price to the line. */
export function factsOf(line: BookLine, { price_decimals }: BookScale, book: BookSides): LevelFacts {
  const sum = toUnits(line.sum, finest);
  const average = sum === 0n ? 0n : (toUnits(line.value, finest) * 10n ** BigInt(finest)) / sum;
  const [ask, bid] = [book.asks[0]?.price, book.bids[0]?.price];
  let distance: string | null = null;
  if (ask !== undefined && bid !== undefined) {
    const twiceMid = toUnits(ask, finest) + toUnits(bid, finest);
    distance = percentOf(toUnits(line.price, finest) * 2n - twiceMid, twiceMid);
  }
  return {
    average: fromUnits(average / 10n ** BigInt(finest - price_decimals), price_decimals),
    sum: line.sum,
    value: line.value,
    distance,
  };
}

/** More decimals than any price or amount has. */
const finest = 16;

/** A share in per cent with three decimals, truncated toward zero. */
function percentOf(part: bigint, whole: bigint): string {
  return whole === 0n ? '0' : fromUnits((part * 100_000n) / whole, 3);
}

interface Group {
  readonly price: bigint;
  amount: bigint;
  sum: bigint;
  value: bigint;
  own: bigint;
}

function gather(
  side: keyof BookSides,
  book: BookSides,
  own: BookSides,
  scale: BookScale,
  choice: LineChoice,
  maxSent: number,
): readonly Group[] {
  const step = toUnits(scale.price_step, scale.price_decimals) * BigInt(choice.factor);
  const groupOf = (price: string): bigint => {
    const units = toUnits(price, scale.price_decimals);
    const rest = units % step;
    return side === 'bids' || rest === 0n ? units - rest : units - rest + step;
  };
  const groups: Group[] = [];
  let reachesFurther = book[side].length >= maxSent;
  let sum = 0n;
  let value = 0n;
  for (const row of book[side]) {
    const price = groupOf(row.price);
    const amount = toUnits(row.amount, scale.amount_decimals);
    let last = groups.at(-1);
    if (last?.price !== price) {
      // A group with a price of zero is not a valid price.
      if (groups.length === choice[side] || price === 0n) {
        reachesFurther = false;
        break;
      }
      last = { price, amount: 0n, sum: 0n, value: 0n, own: 0n };
      groups.push(last);
    }
    sum += amount;
    value += amount * toUnits(row.price, scale.price_decimals);
    last.amount += amount;
    last.sum = sum;
    last.value = value;
  }
  if (reachesFurther && choice.factor > 1) groups.pop();
  for (const order of own[side]) {
    const price = groupOf(order.price);
    const group = groups.find((known) => known.price === price);
    if (group !== undefined) group.own += toUnits(order.amount, scale.amount_decimals);
  }
  return groups;
}

function lineOf(group: Group, scale: BookScale, bars: BarKind, longest: bigint): BookLine {
  const length = bars === 'level' ? group.amount : group.sum;
  return {
    price: fromUnits(group.price, scale.price_decimals),
    amount: fromUnits(group.amount, scale.amount_decimals),
    sum: fromUnits(group.sum, scale.amount_decimals),
    value: fromUnits(group.value, scale.price_decimals + scale.amount_decimals),
    share: longest === 0n ? 0 : Number((length * 100n) / longest),
    own: group.own === 0n ? null : fromUnits(group.own, scale.amount_decimals),
  };
}

function keepSide(before: readonly BookLine[], after: readonly BookLine[]): readonly BookLine[] {
  const known = new Map(before.map((line) => [line.price, line]));
  const kept = after.map((line) => {
    const same = known.get(line.price);
    return same !== undefined && hasSameValues(same, line) ? same : line;
  });
  return kept.length === before.length && kept.every((line, index) => line === before[index]) ? before : kept;
}

function hasSameValues(a: BookLine, b: BookLine): boolean {
  return a.amount === b.amount && a.sum === b.sum && a.value === b.value && a.share === b.share && a.own === b.own;
}
