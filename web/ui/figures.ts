import { isDecimal, isZero, truncateDecimal } from '../live/decimal.ts';
import { numberSigns, type NumberSigns } from '../live/decimal-input.ts';

/** Writes figures and times for one locale. Every figure is cut toward zero, never rounded up. */
export interface Figures {
  readonly locale: string;
  readonly signs: NumberSigns;
  /** A plain decimal with exactly so many decimals. */
  fixed(value: string, decimals: number): string;
  /** A plain decimal with at most so many decimals. */
  trimmed(value: string, decimals: number): string;
  /** A signed percentage with two decimals: "+1.25%". */
  change(percent: string): string;
  /** A short form for where space is scarce: "1.24M". */
  compact(value: string): string;
  time(ms: number): string;
  dateTime(ms: number): string;
}

/** What stands where a figure is missing. */
export const noFigure = '–';

export function createFigures(locale: string): Figures {
  const formats = new Map<string, Intl.NumberFormat>();
  const format = (value: string, options: Intl.NumberFormatOptions): string => {
    if (!isDecimal(value)) return noFigure;
    const key = JSON.stringify(options);
    const known = formats.get(key) ?? new Intl.NumberFormat(locale, { roundingMode: 'trunc', ...options });
    formats.set(key, known);
    return known.format(value);
  };
  const time = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  return {
    locale,
    signs: numberSigns(locale),
    fixed: (value, decimals) => format(value, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
    trimmed: (value, decimals) => format(value, { maximumFractionDigits: decimals }),
    change: (percent) => changeText(percent, format),
    compact: (value) => format(value, { notation: 'compact', maximumFractionDigits: 2 }),
    time: (ms) => time.format(ms),
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

/** YYYY-MM-DD HH:MM:SS in the reader's own time zone. A number of fewer than 13 digits is seconds. */
function dateTime(time: number): string {
  const date = new Date(time < 1_000_000_000_000 ? time * 1_000 : time);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${[two(date.getHours()), two(date.getMinutes()), two(date.getSeconds())].join(':')}`;
}
