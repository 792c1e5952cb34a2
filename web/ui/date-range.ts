import { timePartsFormat } from './figures.ts';

/** The time spans of the history; `own` is from one chosen day to another, both included. */
export const spans = ['all', 'today', 'days7', 'days30', 'days90', 'own'] as const;
export type Span = (typeof spans)[number];

/** Days as in a date input, `2026-11-21`; empty for none. */
export interface DateChoice {
  readonly span: Span;
  readonly first: string;
  readonly last: string;
}

/** A range of times in epoch seconds, from ≤ time < to; an absent bound is open. */
export interface DateRange {
  readonly from?: number;
  readonly to?: number;
}

const daysOf: Readonly<Record<'today' | 'days7' | 'days30' | 'days90', number>> = {
  today: 1,
  days7: 7,
  days30: 30,
  days90: 90,
};

/** The range of a choice in a time zone: whole days, including today. Null when the last day precedes the first. */
export function rangeOf(choice: DateChoice, timeZone: string, nowMs: number): DateRange | null {
  const { span, first, last } = choice;
  if (span === 'all') return {};
  if (span !== 'own') return { from: startOfDay(addDays(dayOf(nowMs, timeZone), 1 - daysOf[span]), timeZone) };
  if (first !== '' && last !== '' && last < first) return null;
  return {
    ...(isDay(first) ? { from: startOfDay(first, timeZone) } : {}),
    ...(isDay(last) ? { to: startOfDay(addDays(last, 1), timeZone) } : {}),
  };
}

/** The day of a time. */
export function dayOf(timeMs: number, timeZone: string): string {
  const parts = partsIn(timeMs, timeZone);
  return `${parts.year}-${parts.month}-${parts.day}`;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The start of a day in epoch seconds; where the clocks skip midnight, the first moment after it. */
function startOfDay(day: string, timeZone: string): number {
  const written = Date.parse(`${day}T00:00:00Z`);
  // The offset at midnight is that of the first guess or, when the clocks change that day, of the corrected one.
  const guess = written - offsetMs(written, timeZone);
  const start = written - offsetMs(guess, timeZone);
  return (dayOf(start, timeZone) < day ? guess : start) / 1_000;
}

function offsetMs(timeMs: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = partsIn(timeMs, timeZone);
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - timeMs;
}

function partsIn(
  timeMs: number,
  timeZone: string,
): Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string> {
  const parts = { year: '', month: '', day: '', hour: '', minute: '', second: '' };
  for (const { type, value } of timePartsFormat(timeZone).formatToParts(timeMs))
    if (type in parts) Object.assign(parts, { [type]: value });
  return parts;
}
