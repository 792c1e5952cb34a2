import { million, mulDivFloor } from '../money.ts';
import type { IndexPrice } from '../money.ts';

/** The rule by which an index is computed. */
export interface IndexRule {
  /** The sources, sorted by name, without duplicates. */
  readonly sources: readonly string[];
  /** With fewer live sources than this the index has no price. */
  readonly minSources: number;
  /** How far a source may be from the median, in parts per million of the median. */
  readonly maxDeviationPpm: number;
  /** A source without a newer observation than this is silent. */
  readonly stalenessMs: number;
}

/** The latest price of a source. */
export interface Observation {
  readonly price: IndexPrice;
  readonly observedAtMs: number;
  /**
   * The time at which the price was known at the latest: that of the observation, or of its arrival if the source's
   * clock is ahead of the exchange's.
   */
  readonly asOfMs: number;
}

/** Why a source of an index is excluded: it has gone silent, or it is too far from the others. */
export type LeftOutReason = 'silent' | 'deviating';

export interface LeftOut {
  readonly source: string;
  readonly reason: LeftOutReason;
}

/** An index at one moment. */
export interface IndexReading {
  /** The index price; null when fewer than `minSources` sources count. */
  readonly price: IndexPrice | null;
  /** The earliest time that an observation of the price counts with; null without a price. */
  readonly asOfMs: number | null;
  /** Number of sources that count. */
  readonly live: number;
  /** The excluded sources, by name. */
  readonly leftOut: readonly LeftOut[];
  /** The first instant at which the passing of time changes this reading, because another source goes silent. */
  readonly holdsUntilMs: number;
}

/** `holdsUntilMs` when every source is silent already: time cannot change the reading any more. */
export const forever = Number.MAX_SAFE_INTEGER;

/**
 * The index of rulebook §5, in two passes: the median of the sources that are not silent, then the median of those
 * among them that are within the allowed deviation from the first median. There is no third pass: only the first median
 * decides which sources count. The median of an even number of prices is the mean of the middle two, rounded down to
 * the index's unit.
 */
export function computeIndex(
  rule: IndexRule,
  observations: ReadonlyMap<string, Observation>,
  timeMs: number,
): IndexReading {
  const current = new Map<string, Observation>();
  let holdsUntilMs = forever;
  for (const source of rule.sources) {
    const observation = observations.get(source);
    if (observation === undefined || timeMs - observation.observedAtMs > rule.stalenessMs) continue;
    current.set(source, observation);
    holdsUntilMs = Math.min(holdsUntilMs, observation.observedAtMs + rule.stalenessMs + 1);
  }
  const middle = median(Array.from(current.values(), ({ price }) => price));
  const counting: IndexPrice[] = [];
  const leftOut: LeftOut[] = [];
  let oldestMs = forever;
  for (const source of rule.sources) {
    const observation = current.get(source);
    if (observation === undefined || middle === null) leftOut.push({ source, reason: 'silent' });
    else if (deviates(observation.price, middle, rule.maxDeviationPpm)) leftOut.push({ source, reason: 'deviating' });
    else {
      counting.push(observation.price);
      oldestMs = Math.min(oldestMs, observation.asOfMs);
    }
  }
  const price = counting.length < rule.minSources ? null : median(counting);
  return { price, asOfMs: price === null ? null : oldestMs, live: counting.length, leftOut, holdsUntilMs };
}

/** The median of the prices; null for an empty list. */
function median(prices: readonly IndexPrice[]): IndexPrice | null {
  const sorted = prices.toSorted((a, b) => a - b);
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  const upper = sorted[Math.floor(sorted.length / 2)];
  if (lower === undefined || upper === undefined) return null;
  // Rounded down; the sum of both prices might exceed the safe integers.
  return (lower + Math.floor((upper - lower) / 2)) as IndexPrice;
}

function deviates(price: IndexPrice, middle: IndexPrice, maxDeviationPpm: number): boolean {
  // The deviation is a whole number, so rounding the limit down does not change the result.
  return Math.abs(price - middle) > mulDivFloor(middle, maxDeviationPpm, million);
}
