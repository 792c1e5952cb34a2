import { isDecimal, isZero, truncateDecimal } from '../live/decimal.ts';
import { numberSigns, type NumberSigns } from '../live/decimal-input.ts';

/** Writes figures and times for one locale. Every figure is cut toward zero, never rounded up. */
export interface Figures {
  readonly locale: string;
  /** The IANA name of the time zone in which times are written. */
  readonly timeZone: string;
  readonly signs: NumberSigns;
  /** A plain decimal with exactly so many decimals. */
  fixed(value: string, decimals: number): string;
  /** A plain decimal with at most so many decimals. */
  trimmed(value: string, decimals: number): string;
  /** A signed percentage with two decimals: "+1.25%". */
  change(percent: string): string;
  /**
   * A short form for where space is scarce, three digits or all whole ones: "1.24M", and "75.904" where thousands have
   * no short form.
   */
  compact(value: string): string;
  /** An amount of money with two decimals and its currency's sign where this reader expects it: "CN¥1.25". */
  money(value: string, currency: string): string;
  /** A duration in whole milliseconds, at least one: "24 ms". */
  milliseconds(value: number): string;
  /** HH:MM:SS */
  time(time: number): string;
  /** YYYY-MM-DD HH:MM:SS. A number of fewer than 13 digits is seconds, any other milliseconds. */
  dateTime(time: number): string;
}

/** What stands where a figure is missing. */
export const noFigure = '–';

/** `timeZone` is an IANA name; one that this browser does not know counts as UTC. */
export function createFigures(locale: string, timeZone: string): Figures {
  const formats = new Map<string, Intl.NumberFormat>();
  const format = (value: string, options: Intl.NumberFormatOptions): string => {
    if (!isDecimal(value)) return noFigure;
    const key = JSON.stringify(options);
    const known = formats.get(key) ?? new Intl.NumberFormat(locale, { roundingMode: 'trunc', ...options });
    formats.set(key, known);
    return known.format(value);
  };
  // A busy book writes thousands of these in a second.
  const fixedFormats = new Map<number, Intl.NumberFormat>();
  const fixed = (value: string, decimals: number): string => {
    const known = fixedFormats.get(decimals);
    if (known !== undefined) return isDecimal(value) ? known.format(value) : noFigure;
    const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    fixedFormats.set(decimals, new Intl.NumberFormat(locale, { roundingMode: 'trunc', ...options }));
    return fixed(value, decimals);
  };
  const zone = knownTimeZone(timeZone);
  const dateTime = dateTimeIn(zone);
  return {
    locale,
    timeZone: zone,
    signs: numberSigns(locale),
    fixed,
    trimmed: (value, decimals) => format(value, { maximumFractionDigits: decimals }),
    change: (percent) => changeText(percent, format),
    compact: (value) =>
      format(value, {
        notation: 'compact',
        maximumFractionDigits: 0,
        maximumSignificantDigits: 3,
        roundingPriority: 'morePrecision',
      }),
    money: (value, currency) =>
      format(value, { style: 'currency', currency, minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    milliseconds: (value) =>
      format(String(Math.max(1, Math.ceil(value))), { style: 'unit', unit: 'millisecond', unitDisplay: 'short' }),
    time: (time) => dateTime(time).slice(-8),
    dateTime,
  };
}

/** Which way a figure points; what is nothing after it was cut to two decimals points nowhere. */
export function directionOf(change: string): 'up' | 'down' | 'flat' {
  if (!isDecimal(change) || isZero(truncateDecimal(change, 2))) return 'flat';
  return change.startsWith('-') ? 'down' : 'up';
}

/** Splits the zeros off the end of a written number, which say nothing and are shown quieter. */
export function splitTail(text: string, signs: NumberSigns): readonly [head: string, tail: string] {
  const point = text.lastIndexOf(signs.decimal);
  if (point < 0) return [text, ''];
  const head = text.replace(/0+$/, '');
  const start = head.length <= point + 1 ? point : head.length;
  return [text.slice(0, start), text.slice(start)];
}

function changeText(percent: string, format: (value: string, options: Intl.NumberFormatOptions) => string): string {
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  if (!isDecimal(percent)) return noFigure;
  const cut = truncateDecimal(percent, 2);
  if (isZero(cut)) return `${format('0', decimals)}%`;
  const magnitude = format(cut.replace('-', ''), decimals);
  return cut.startsWith('-') ? `−${magnitude}%` : `+${magnitude}%`;
}

function knownTimeZone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/** Takes a time apart in a zone, by the calendar and the digits that sort. */
export function timePartsFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
}

/** The one way in which a time is written, in every language: with digits that sort, in the zone of the site. */
function dateTimeIn(timeZone: string): (time: number) => string {
  const format = timePartsFormat(timeZone);
  return (time) => {
    const ms = Math.abs(time) < 1_000_000_000_000 ? time * 1_000 : time;
    if (!Number.isFinite(ms) || Math.abs(ms) > lastTimeMs) return noFigure;
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
    return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')}`;
  };
}

/** The last moment that a date of the language can hold. */
const lastTimeMs = 8.64e15;
