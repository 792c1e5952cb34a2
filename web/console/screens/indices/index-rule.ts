import { decimalsOf, fromUnits, isDecimal, toUnits } from '../../../live/decimal.ts';
import { durationText } from '../../parts/duration.ts';
import { fractionOf } from '../../parts/percent.ts';
import { wholeNumber } from '../../parts/whole-number.ts';

const maxSources = 16;
const maxStalenessMs = 3_600_000;

/** The fields of the form, as entered. */
export interface RuleTexts {
  readonly sources: string;
  readonly decimals: string;
  readonly minSources: string;
  /** In percent. */
  readonly maxDeviation: string;
  /** In seconds. */
  readonly staleness: string;
}

/** The entered fields of a rule; null for those that are missing or invalid. */
export function readRule(texts: RuleTexts) {
  const sources = sourcesIn(texts.sources);
  const deviation = fractionOf(texts.maxDeviation);
  return {
    sources,
    decimals: wholeNumber(texts.decimals, 0, 18),
    minSources: wholeNumber(texts.minSources, 1, sources?.length ?? maxSources),
    maxDeviation: deviation !== null && toUnits(deviation, 6) <= 1_000_000n ? deviation : null,
    stalenessMs: millisecondsIn(texts.staleness),
  };
}

/** The names of sources in a text, sorted; null if there is none, one is invalid or occurs twice. */
function sourcesIn(text: string): readonly string[] | null {
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  const isValid =
    names.length > 0 &&
    names.length <= maxSources &&
    new Set(names).size === names.length &&
    names.every((name) => /^[a-z0-9_]{1,16}$/.test(name));
  return isValid ? names.toSorted() : null;
}

/** Entered seconds in milliseconds; null if they are none, finer than milliseconds or out of range. */
function millisecondsIn(seconds: string): number | null {
  const text = seconds.trim();
  if (!isDecimal(text) || decimalsOf(text) > 3) return null;
  const milliseconds = Number(toUnits(text, 3));
  return milliseconds >= 1 && milliseconds <= maxStalenessMs ? milliseconds : null;
}

/** Milliseconds in seconds, exactly: "2.5". */
export function secondsOf(milliseconds: number): string {
  return fromUnits(BigInt(milliseconds), 3);
}

/** The age of a price: "840 ms", "3 s", "2 min 5 s". */
export function ageText(milliseconds: number): string {
  return milliseconds < 1_000 ? `${Math.max(0, milliseconds)} ms` : durationText(milliseconds);
}
