import { million, mulDivCeil } from '../money.ts';
import type { IndexPrice } from '../money.ts';
import type { Direction } from './commands.ts';
import type { Reading, SecondsResult, VoidReason, WindowEvidence } from './events.ts';

/** The name of the rule below. A change of it is another rule with another name. */
export const ruleName = 'seconds/1';

/** The strike is the mean of the ticks within this time after the acceptance. */
const strikeWindowMs = 1000;
/** The longest settlement window. */
export const longestWindowMs = 10_000;
/** The settlement window is at most this part of the duration. */
const windowsInDuration = 6;
/** One in so many prices of the settlement window is dropped at each end. */
const trimmedPart = 5;
const fewestStrikeTicks = 1;
const fewestSettlementTicks = 3;

/** The terms that decide how a contract ends. */
export interface DecidingTerms {
  readonly direction: Direction;
  readonly seconds: number;
  readonly stake: number;
  readonly feePpm: number;
  readonly payout: number;
  readonly stalenessMs: number;
  readonly acceptedSequence: number;
  readonly acceptedAtMs: number;
}

/** The price of a window, or why it has none. */
export type WindowPrice = { readonly price: IndexPrice } | { readonly voidReason: VoidReason };

/** The end of a contract: its journal time in epoch milliseconds. */
export function endOf({ acceptedAtMs, seconds }: Pick<DecidingTerms, 'acceptedAtMs' | 'seconds'>): number {
  return acceptedAtMs + 1000 * seconds;
}

/** The length of the settlement window in milliseconds: a sixth of the duration, at most 10 seconds. */
export function settlementWindowMs(seconds: number): number {
  return Math.min(longestWindowMs, Math.floor((1000 * seconds) / windowsInDuration));
}

/** The end of the strike window; a reading at this time is outside of it. */
export function strikeEndOf({ acceptedAtMs }: Pick<DecidingTerms, 'acceptedAtMs'>): number {
  return acceptedAtMs + strikeWindowMs;
}

/** The strike price: the mean of the window's prices, rounded down. */
export function strikePrice(terms: DecidingTerms, evidence: WindowEvidence): WindowPrice {
  return windowPrice(terms, evidence, strikeEndOf(terms), fewestStrikeTicks, meanOf);
}

/** The settlement price: the mean of the window's prices without a fifth at each end, rounded down. */
export function settlementPrice(terms: DecidingTerms, evidence: WindowEvidence): WindowPrice {
  return windowPrice(terms, evidence, endOf(terms), fewestSettlementTicks, trimmedMeanOf);
}

function windowPrice(
  { stalenessMs }: DecidingTerms,
  { readings, lastTickAtMs }: WindowEvidence,
  endMs: number,
  fewest: number,
  mean: (prices: readonly IndexPrice[]) => IndexPrice,
): WindowPrice {
  const prices = pricesOf(readings);
  const isSilent = lastTickAtMs === null || endMs - lastTickAtMs > stalenessMs;
  if (isSilent || prices.length < readings.length) return { voidReason: 'index_interrupted' };
  return prices.length < fewest ? { voidReason: 'too_few_ticks' } : { price: mean(prices) };
}

function pricesOf(readings: readonly Reading[]): IndexPrice[] {
  const prices: IndexPrice[] = [];
  for (const { price } of readings) if (price !== null) prices.push(price);
  return prices;
}

/** The mean of the prices without ⌊n/5⌋ of the lowest and of the highest, rounded down. */
export function trimmedMeanOf(prices: readonly IndexPrice[]): IndexPrice {
  const sorted = prices.toSorted((a, b) => a - b);
  const dropped = Math.floor(sorted.length / trimmedPart);
  return meanOf(sorted.slice(dropped, sorted.length - dropped));
}

function meanOf(prices: readonly IndexPrice[]): IndexPrice {
  let sum = 0;
  for (const price of prices) sum += price;
  if (sum <= Number.MAX_SAFE_INTEGER) return Math.floor(sum / prices.length) as IndexPrice;
  const exact = prices.reduce((total, price) => total + BigInt(price), 0n);
  return Number(exact / BigInt(prices.length)) as IndexPrice;
}

/** How a contract ends, with the fee and the user's profit in smallest units of its currency. */
export interface Decision {
  readonly result: SecondsResult;
  readonly voidReason: VoidReason | null;
  readonly fee: number;
  readonly profit: number;
}

/** A void contract: the stake returns, without a fee. */
export function voided(voidReason: VoidReason): Decision {
  return { result: 'void', voidReason, fee: 0, profit: 0 };
}

/** The result of a contract that has both prices. Equal prices return the stake. */
export function decide({ direction, stake, payout, feePpm }: DecidingTerms, open: number, end: number): Decision {
  if (end === open) return { result: 'tie', voidReason: null, fee: 0, profit: 0 };
  const hasWon = direction === 'up' ? end > open : end < open;
  if (!hasWon) return { result: 'loss', voidReason: null, fee: 0, profit: 0 - stake };
  const fee = mulDivCeil(payout, feePpm, million);
  return { result: 'win', voidReason: null, fee, profit: payout - fee };
}
