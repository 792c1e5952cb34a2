import { million, mulDivCeil, mulDivFloor } from '../money.ts';
import type { LeverSide, LeverTerms, LeverTier } from './commands.ts';

const largest = Number.MAX_SAFE_INTEGER;
/** The largest amount of a position: its profit is a safe integer until the mark is a hundred times its price. */
const largestAmount = Math.floor(largest / 100);
/** A position opens only if the equity is at least 120 % of all margins. */
const openingPercent = 120;
/** The fee of a liquidation, in millionths of the amounts closed. */
const liquidationFeePpm = 5000;

/**
 * The mark in points of 10^-markDecimals of the quote currency, rounded half up: the index of the base currency,
 * divided by the index of the quote currency if it has one. Null when the result is 0 or no safe integer.
 */
export function markOf(
  base: { readonly price: number; readonly decimals: number },
  quote: { readonly price: number; readonly decimals: number } | null,
  markDecimals: number,
): number | null {
  const divisor = quote?.price ?? 1;
  const shift = markDecimals - base.decimals + (quote?.decimals ?? 0);
  const scaled = base.price * 10 ** Math.max(shift, 0);
  const divided = divisor * 10 ** Math.max(-shift, 0);
  // Both are exact up to 2^53, and their quotient plus a half then rounds down correctly, because it is no nearer to an
  // integer than 1 ÷ (2 × divided).
  const isExact = 2 * scaled + divided <= largest && divided <= largest / 2;
  const mark = isExact ? Math.floor((2 * scaled + divided) / (2 * divided)) : wideMark(base.price, divisor, shift);
  return mark >= 1 && mark <= largest ? mark : null;
}

function wideMark(price: number, divisor: number, shift: number): number {
  const scaled = BigInt(price) * 10n ** BigInt(Math.max(shift, 0));
  const divided = BigInt(divisor) * 10n ** BigInt(Math.max(-shift, 0));
  return Number((2n * scaled + divided) / (2n * divided));
}

/** The price at which a position opens: the mark plus the spread for a long, less the spread for a short. */
export function openingPrice(side: LeverSide, mark: number, spreadPpm: number): number {
  return side === 'long'
    ? mulDivCeil(mark, million + spreadPpm, million)
    : mulDivFloor(mark, million - spreadPpm, million);
}

/** The mark that an entrust waits for: at it and beyond, the opening price is the target or better. */
export function entrustThreshold(side: LeverSide, target: number, spreadPpm: number): number {
  return side === 'long'
    ? mulDivFloor(target, million, million + spreadPpm)
    : mulDivCeil(target, million, million - spreadPpm);
}

/** Whether the mark has reached the threshold of an entrust. */
export function isEntrustMet(side: LeverSide, mark: number, target: number, spreadPpm: number): boolean {
  // That of a short is above its target, and no safe integer for the largest.
  if (side === 'short' && mark < target) return false;
  const threshold = entrustThreshold(side, target, spreadPpm);
  return side === 'long' ? mark <= threshold : mark >= threshold;
}

/** share × price × unit; may exceed the safe integers, but is exact when it does not. */
export function amountOf(share: number, price: number, unit: number): number {
  return share * price * unit;
}

/** Whether a position may have this amount. */
export function isAllowedAmount(amount: number): boolean {
  return amount <= largestAmount;
}

/** ⌈amount ÷ multiple⌉. */
export function marginOf(amount: number, multiple: number): number {
  return Math.ceil(amount / multiple);
}

/** The fee for opening: a part of the margin (market type 0) or of the amount (1), rounded up. */
export function openingFee(
  { feePpm, marketType }: { readonly feePpm: number; readonly marketType: 0 | 1 },
  amount: number,
  margin: number,
): number {
  return mulDivCeil(marketType === 0 ? margin : amount, feePpm, million);
}

/** The fee for a position that liquidation closed, before its limit: 0.5 % of the amount at the mark, rounded up. */
export function liquidationFee(amountAtMark: number): number {
  return amountAtMark > largest ? largest : mulDivCeil(amountAtMark, liquidationFeePpm, million);
}

/** The part of the house that a position reserves when it opens. */
export function openingReserve(amount: number, reservePpm: number): number {
  return Math.min(amount, mulDivCeil(amount, reservePpm, million));
}

/**
 * The gain of a position at a mark, at most 2^53 − 1 either way. The exposure is what it gains for each point that the
 * mark rises: negative for a short.
 */
export function profitAt(exposure: number, price: number, mark: number): number {
  return limited(exposure * (mark - price));
}

/** The value, at most 2^53 − 1 either way. */
function limited(value: number): number {
  return Math.max(-largest, Math.min(largest, value));
}

/** The exact sum of values that `limited` returned, at most 2^53 − 1 either way, whatever their order. */
export function limitedSum(values: readonly number[]): number {
  let sum = 0;
  let size = 0;
  for (const value of values) {
    sum += value;
    size += Math.abs(value);
  }
  if (size <= largest) return sum;
  let exact = 0n;
  for (const value of values) exact += BigInt(value);
  const limit = BigInt(largest);
  if (exact > limit) return largest;
  return exact < -limit ? -largest : Number(exact);
}

/** The mark at which the profit of a position reaches this amount, which is at least 1; below 1 it is never reached. */
export function markOfProfit(exposure: number, price: number, profit: number): number {
  const move = Math.ceil(profit / Math.abs(exposure));
  return exposure > 0 ? price + move : price - move;
}

/** The first tier whose limit is at least the total; null when the total is above all. */
export function tierOf(tiers: readonly LeverTier[], total: number): LeverTier | null {
  return tiers.find(({ limit }) => total <= limit) ?? null;
}

/** The highest multiple that is offered. */
export function highestMultiple({ multiples }: Pick<LeverTerms, 'multiples'>): number {
  return multiples.at(-1) ?? 1;
}

/**
 * The maintenance margin of an amount on top of `before`: half of the margin of each part at the multiple of its tier,
 * rounded up once. `before` + amount must not exceed the last limit.
 */
export function maintenanceOf(terms: Pick<LeverTerms, 'tiers' | 'multiples'>, before: number, amount: number): number {
  const highest = highestMultiple(terms);
  const parts: [part: number, divisor: number][] = [];
  let from = before;
  for (const { limit, multiple } of terms.tiers) {
    const part = Math.min(before + amount, limit) - from;
    if (part <= 0) continue;
    from += part;
    parts.push([part, 2 * Math.min(multiple, highest)]);
  }
  const [first] = parts;
  if (first === undefined) return 0;
  return parts.length === 1 ? Math.ceil(first[0] / first[1]) : sumOfQuotients(parts);
}

/** ⌈sum of part ÷ divisor⌉, exact. */
function sumOfQuotients(parts: readonly (readonly [number, number])[]): number {
  const common = parts.reduce((product, [, divisor]) => product * BigInt(divisor), 1n);
  const sum = parts.reduce((total, [part, divisor]) => total + BigInt(part) * (common / BigInt(divisor)), 0n);
  return Number((sum + common - 1n) / common);
}

/** Whether equity is at least 120 % of margins. Both are whole; the equity is at most 2^53 − 1 either way. */
export function isWellCovered(equity: number, margins: number): boolean {
  const [left, right] = [equity * 100, margins * openingPercent];
  if (Math.abs(left) <= largest && right <= largest) return left >= right;
  return BigInt(equity) * 100n >= BigInt(margins) * BigInt(openingPercent);
}

/** Equity ÷ margins in hundredths of a percent, rounded down, from 0 to 2^53 − 1. */
export function riskRate(equity: number, margins: number): number {
  if (equity <= 0) return 0;
  const rate = (BigInt(equity) * 10_000n) / BigInt(margins);
  return rate > BigInt(largest) ? largest : Number(rate);
}
