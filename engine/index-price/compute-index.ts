import { million, mulDivFloor } from '../money.ts';
import type { IndexPrice } from '../money.ts';

/** By which rule an index is computed. */
export interface IndexRule {
  /** By name, each once. */
  readonly sources: readonly string[];
  /** With fewer sources than this there is no index. */
  readonly minSources: number;
  /** How far from the median a source may be, in parts per million of it. */
  readonly maxDeviationPpm: number;
  /** A source that has observed nothing for longer than this is silent. */
  readonly stalenessMs: number;
}

/** What a source observed last. */
export interface Observation {
  readonly price: IndexPrice;
  readonly observedAtMs: number;
}

/** Why a source of an index does not count: nothing new from it, or too far from the others. */
export type LeftOutReason = 'silent' | 'deviating';

export interface LeftOut {
  readonly source: string;
  readonly reason: LeftOutReason;
}

/** An index at a moment. */
export interface IndexReading {
  /** Null when fewer sources count than there have to be. */
  readonly price: IndexPrice | null;
  /** How many sources count. */
  readonly live: number;
  /** The sources that do not, by name. */
  readonly leftOut: readonly LeftOut[];
  /** The first instant at which time alone changes this: another source is silent then. */
  readonly holdsUntilMs: number;
}

/** What a reading holds until when every source is silent already: longer than any time. */
export const forever = Number.MAX_SAFE_INTEGER;

/**
 * The index of rulebook §5, in two passes: the median of the sources that are not silent, then the median of those
 * among them that are not further from the first median than the bound. There is no third pass: what counts was decided
 * by the first median. Of an even number the median is the mean of the two in the middle, rounded down to the index's
 * unit.
 */
export function computeIndex(
  rule: IndexRule,
  observations: ReadonlyMap<string, Observation>,
  timeMs: number,
): IndexReading {
  const heard = new Map<string, IndexPrice>();
  let holdsUntilMs = forever;
  for (const source of rule.sources) {
    const observation = observations.get(source);
    if (observation === undefined || timeMs - observation.observedAtMs > rule.stalenessMs) continue;
    heard.set(source, observation.price);
    holdsUntilMs = Math.min(holdsUntilMs, observation.observedAtMs + rule.stalenessMs + 1);
  }
  const middle = median([...heard.values()]);
  const counting: IndexPrice[] = [];
  const leftOut: LeftOut[] = [];
  for (const source of rule.sources) {
    const price = heard.get(source);
    if (price === undefined || middle === null) leftOut.push({ source, reason: 'silent' });
    else if (deviates(price, middle, rule.maxDeviationPpm)) leftOut.push({ source, reason: 'deviating' });
    else counting.push(price);
  }
  const price = counting.length < rule.minSources ? null : median(counting);
  return { price, live: counting.length, leftOut, holdsUntilMs };
}

/** Null of no prices at all. */
function median(prices: readonly IndexPrice[]): IndexPrice | null {
  const sorted = prices.toSorted((a, b) => a - b);
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  const upper = sorted[Math.floor(sorted.length / 2)];
  if (lower === undefined || upper === undefined) return null;
  // Rounded down; the sum of the two might not be safe.
  return (lower + Math.floor((upper - lower) / 2)) as IndexPrice;
}

function deviates(price: IndexPrice, middle: IndexPrice, maxDeviationPpm: number): boolean {
  // Both sides are whole numbers, so rounding the bound down changes nothing.
  return Math.abs(price - middle) > mulDivFloor(middle, maxDeviationPpm, million);
}
