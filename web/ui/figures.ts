import { isDecimal, isZero, truncateDecimal } from '../live/decimal.ts';
import { numberSigns, type NumberSigns } from '../live/number-signs.ts';

/** Formats numbers and times for one locale. Numbers are truncated toward zero, never rounded up. */
export interface Figures {
  readonly locale: string;
  /** The IANA name of the time zone of formatted times. */
  readonly timeZone: string;
  readonly signs: NumberSigns;
  /** A plain decimal with exactly `decimals` decimals. */
  fixed(value: string, decimals: number): string;
  /** A plain decimal with at most `decimals` decimals. */
  trimmed(value: string, decimals: number): string;
  /** A percentage with at most `decimals` decimals, its sign where the language puts it: "0.1%", "0,1 %", "%0,1". */
  percent(percent: string, decimals: number): string;
  /** A percentage with exactly `decimals` decimals. */
  fixedPercent(percent: string, decimals: number): string;
  /** A signed percentage with two decimals: "+1.25%". */
  change(percent: string): string;
  /**
   * A compact form of three significant digits for narrow places: "1.24M". Languages without a short form for thousands
   * get all whole digits: "75.904".
   */
  compact(value: string): string;
  /** An amount of money with two decimals and the currency's sign where the locale puts it: "CN¥1.25". */
  money(value: string, currency: string): string;
  /** A duration in whole milliseconds, at least one: "24 ms". */
  milliseconds(value: number): string;
  /** HH:MM:SS */
  time(time: number): string;
  /** YYYY-MM-DD HH:MM:SS. A number of fewer than 13 digits is in seconds, any other in milliseconds. */
  dateTime(time: number): string;
}

/** The placeholder for a missing number. */
export const noFigure = '–';

/** `timeZone` is an IANA name; an unknown one is treated as UTC. */
export function createFigures(locale: string, timeZone: string): Figures {
  const formats = new Map<string, Intl.NumberFormat>();
  const format = (value: string, options: Intl.NumberFormatOptions): string => {
    if (!isDecimal(value)) return noFigure;
    const key = JSON.stringify(options);
    const known = formats.get(key) ?? new Intl.NumberFormat(locale, { roundingMode: 'trunc', ...options });
    formats.set(key, known);
    return known.format(value);
  };
  // Formats are cached, because a busy book formats thousands of numbers a second.
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
    percent: (percent, decimals) => format(percent, { ...inPercent, maximumFractionDigits: decimals }),
    fixedPercent: (percent, decimals) =>
      format(percent, { ...inPercent, minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
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

/** The direction of a change; flat when it is zero after truncation to two decimals. */
export function directionOf(change: string): 'up' | 'down' | 'flat' {
  if (!isDecimal(change) || isZero(truncateDecimal(change, 2))) return 'flat';
  return change.startsWith('-') ? 'down' : 'up';
}

/** Splits the trailing zeros off a formatted number, so that they can be dimmed. */
export function splitTail(text: string, signs: NumberSigns): readonly [head: string, tail: string] {
  const point = text.lastIndexOf(signs.decimal);
  if (point < 0) return [text, ''];
  const head = text.replace(/0+$/, '');
  const start = head.length <= point + 1 ? point : head.length;
  return [text.slice(0, start), text.slice(start)];
}

/** Not the style `percent`, which multiplies by a hundred. */
const inPercent = { style: 'unit', unit: 'percent' } as const;

function changeText(percent: string, format: (value: string, options: Intl.NumberFormatOptions) => string): string {
  const decimals = { ...inPercent, minimumFractionDigits: 2, maximumFractionDigits: 2 };
  if (!isDecimal(percent)) return noFigure;
  const cut = truncateDecimal(percent, 2);
  if (isZero(cut)) return format('0', decimals);
  const magnitude = format(cut.replace('-', ''), decimals);
  return cut.startsWith('-') ? `−${magnitude}` : `+${magnitude}`;
}

function knownTimeZone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/** Splits a time into its parts in a time zone, with the ISO calendar and Latin digits. */
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

/** Formats a time as YYYY-MM-DD HH:MM:SS in every language, in the given time zone. */
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

/** The latest time that a `Date` can hold. */
const lastTimeMs = 8.64e15;
