import type { IndexTick } from '@bourse/contract/index-price';
import {
  evidenceFrom,
  isProven,
  recompute,
  type SecondsEnd,
  type SecondsEvidence,
  type SecondsReading,
  type SecondsWindow,
  settlementSpan,
  strikeSpan,
  windowFrom,
} from '@bourse/contract/rules';
import { toUnits } from '../../live/decimal.ts';

/** Seconds of ticks, by whole seconds, as `index/ticks` takes them. */
export interface TickRange {
  readonly from: number;
  readonly to: number;
}

/** The ticks that the result of a contract follows from: a range for each window, with the last tick before it. */
export function tickRangesOf(canonical: string): readonly [strike: TickRange, settlement: TickRange] {
  const { terms } = evidenceFrom(canonical);
  const range = ({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): TickRange => ({
    // A tick older than the index allows at the end of the window decides nothing.
    from: Math.floor(Math.min(fromMs, toMs - terms.stalenessMs) / 1_000),
    to: Math.ceil(toMs / 1_000),
  });
  return [range(strikeSpan(terms)), range(settlementSpan(terms))];
}

/** Whether the rule leads to the stated end. A demo forgets old ticks: then the readings of the evidence are used. */
export type Verdict = 'equal' | 'differs' | 'equalWithoutTicks';

/**
 * Applies the rule to public ticks and compares the end and the readings with the stated ones.
 *
 * @param decimals the decimals of the index prices in `canonical`
 * @throws a TypeError if `canonical` is not evidence by the rule `seconds/1`
 */
export function verdictOf(canonical: string, decimals: number, ticks: readonly IndexTick[]): Verdict {
  const stated = evidenceFrom(canonical);
  const { terms } = stated;
  const readings = readingsOf(ticks, decimals);
  const isForgotten = readings.length === 0 && stated.strike.readings.length > 0;
  if (isForgotten) return isProven(stated) ? 'equalWithoutTicks' : 'differs';
  const strike = windowFrom(readings, strikeSpan(terms));
  const settlement = windowFrom(readings, settlementSpan(terms));
  const own = recompute({ terms, strike, settlement });
  // A contract without a strike price ends at once, so its evidence has no settlement window.
  const isSettled = own.open !== null;
  const isEqual =
    sameEnds(own, stated.stated) &&
    sameReadings(strike, stated.strike) &&
    sameReadings(isSettled ? settlement : { ...settlement, readings: [] }, stated.settlement);
  return isEqual ? 'equal' : 'differs';
}

/** Ticks with a price, and interruptions, each command once. A change of another index is no reading. */
function readingsOf(ticks: readonly IndexTick[], decimals: number): readonly SecondsReading[] {
  return ticks
    .filter(({ price, source }) => price === null || source !== null)
    .map(({ sequence, time: timeMs, price }) => ({
      sequence,
      timeMs,
      price: price === null ? null : Number(toUnits(price, decimals)),
    }));
}

function sameEnds(own: SecondsEnd, stated: SecondsEvidence['stated']): boolean {
  return JSON.stringify(own, fieldsOfEnd) === JSON.stringify(stated, fieldsOfEnd);
}

const fieldsOfEnd: (keyof SecondsEnd)[] = ['open', 'end', 'result', 'voidReason', 'payout', 'fee', 'profit'];

function sameReadings(own: SecondsWindow, stated: SecondsWindow): boolean {
  return JSON.stringify(own.readings.map(fieldsOf)) === JSON.stringify(stated.readings.map(fieldsOf));
}

function fieldsOf({ sequence, timeMs, price }: SecondsReading): readonly (number | null)[] {
  return [sequence, timeMs, price];
}

/** The SHA-256 of a text in hex; null where the browser offers no hash, which is on pages without https. */
export async function sha256Of(text: string): Promise<string | null> {
  if (!('subtle' in crypto)) return null;
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
