import type { IndexTick } from '@bourse/contract/index-price';
import type { Span } from './contract-times.ts';

/** The index of a currency after a command: `price` is null while it was interrupted. */
export interface TrailPoint {
  readonly sequence: number;
  readonly time: number;
  readonly price: string | null;
}

/** How much of the past is kept: the longest contract that is offered, and the time around it. */
export const trailMs = 330_000;

/** Adds points in any order; a command has one point at most. Points older than `trailMs` are dropped. */
export function extendTrail(trail: readonly TrailPoint[], points: readonly TrailPoint[]): readonly TrailPoint[] {
  const last = trail.at(-1);
  const isNext = points.length === 1 && points.every(({ sequence }) => last === undefined || sequence > last.sequence);
  const merged = isNext ? [...trail, ...points] : mergedOf(trail, points);
  const oldest = (merged.at(-1)?.time ?? 0) - trailMs;
  const from = merged.findIndex(({ time }) => time >= oldest);
  return from > 0 ? merged.slice(from) : merged;
}

function mergedOf(trail: readonly TrailPoint[], points: readonly TrailPoint[]): TrailPoint[] {
  const bySequence = new Map([...trail, ...points].map((point) => [point.sequence, point]));
  return [...bySequence.values()].toSorted((a, b) => a.sequence - b.sequence);
}

export function pointOf({ sequence, time, price }: Pick<IndexTick, 'sequence' | 'time' | 'price'>): TrailPoint {
  return { sequence, time, price };
}

/** The range of prices and times that a chart shows. */
export interface ChartScope {
  readonly time: Span;
  readonly low: number;
  readonly high: number;
}

/** The space above and below the prices, as a part of their range. */
const margin = 0.12;

/**
 * The scope of a chart from `from` to `to`, with the given prices in it. Null without any price. The floats are only
 * drawn.
 */
export function scopeOf(trail: readonly TrailPoint[], time: Span, marked: readonly string[]): ChartScope | null {
  const shown = trail.flatMap((point) =>
    point.price !== null && point.time >= time.from ? [Number(point.price)] : [],
  );
  const before = trail.findLast((point) => point.time < time.from)?.price ?? null;
  const prices = [...shown, ...(before === null ? [] : [Number(before)]), ...marked.map(Number)];
  if (prices.length === 0) return null;
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  // A flat line is in the middle of a range that is not empty.
  const pad = high > low ? (high - low) * margin : Math.max(high * 0.0005, Number.MIN_VALUE);
  return { time, low: low - pad, high: high + pad };
}

export interface Plot {
  readonly width: number;
  readonly height: number;
}

export function xOf(time: number, { time: span }: ChartScope, { width }: Plot): number {
  return ((time - span.from) / (span.to - span.from)) * width;
}

export function yOf(price: number, { low, high }: ChartScope, { height }: Plot): number {
  return (1 - (price - low) / (high - low)) * height;
}

/**
 * The SVG path of an index as steps, because a price is in force until the next one. An interruption is a gap. The line
 * ends at `nowMs`.
 */
export function trailPath(trail: readonly TrailPoint[], nowMs: number, scope: ChartScope, plot: Plot): string {
  const first = trail.findLastIndex((point) => point.time <= scope.time.from);
  const parts: string[] = [];
  let isDrawing = false;
  for (const { time, price } of trail.slice(Math.max(first, 0))) {
    if (time > scope.time.to) break;
    const x = Math.max(0, xOf(time, scope, plot)).toFixed(1);
    if (price === null) {
      if (isDrawing) parts.push(`H${x}`);
      isDrawing = false;
      continue;
    }
    const y = yOf(Number(price), scope, plot).toFixed(1);
    parts.push(isDrawing ? `H${x}V${y}` : `M${x} ${y}`);
    isDrawing = true;
  }
  const end = Math.min(nowMs, scope.time.to);
  const drawnTo = trail.at(-1)?.time ?? end;
  if (isDrawing && end > drawnTo) parts.push(`H${xOf(end, scope, plot).toFixed(1)}`);
  return parts.join('');
}

/** Round prices for the axis, from low to high: at most `most`, with the decimals that they need. */
export function axisPrices({ low, high }: Pick<ChartScope, 'low' | 'high'>, most: number): readonly number[] {
  const rough = (high - low) / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough;
  const first = Math.ceil(low / step);
  const last = Math.floor(high / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => (first + at) * step);
}

/** Round times for the axis, a whole number of steps apart; steps are lengths of time that people count in. */
export function axisTimes({ from, to }: Span, most: number): readonly number[] {
  const rough = (to - from) / Math.max(1, most);
  const step = [5, 10, 15, 30, 60, 120, 300].map((seconds) => seconds * 1_000).find((one) => one >= rough) ?? 600_000;
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, at) => (first + at) * step);
}
