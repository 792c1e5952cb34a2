import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { heapKinds, type HeapKinds } from './heap-kinds.ts';

/** The memory of a page after garbage collection. */
export interface Holdings {
  /** Minutes since the start, or another count. */
  readonly at: number;
  /** Script heap, including compiled code. */
  readonly heapMiB: number;
  /** The browser's own objects for the page: nodes, styles, shaped texts. */
  readonly browserMiB: number;
  /** Nodes of the document, and removed nodes that scripts still reference. */
  readonly nodes: number;
  readonly listeners: number;
}

/** The memory of a page over time, oldest first. */
export interface MemoryMetrics {
  readonly samples: readonly Holdings[];
  /** The heap by kind at the start, in the middle and at the end. */
  readonly kinds: readonly HeapKinds[];
}

/** A least-squares regression line. */
export interface Growth {
  readonly slope: number;
  /** Standard error of the slope, assuming independent samples. */
  readonly error: number;
}

/** The minimum number of samples. */
export const minSamples = 5;

/**
 * Memory also includes messages that are being processed. So each sample is read several times with pauses in between,
 * and the minimum of each value counts.
 */
const looks = 3;
const betweenLooksMs = 500;

/**
 * Samples the memory of a page. `advance` brings the page to each sample and returns its position. The scripts must be
 * warmed up before.
 */
export async function watchMemory(
  page: Page,
  count: number,
  advance: (sample: number) => Promise<number>,
): Promise<MemoryMetrics> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const samples: Holdings[] = [];
  const kinds: HeapKinds[] = [];
  for (let n = 0; n < count; n += 1) {
    const at = await advance(n);
    samples.push({ at, ...(await holdings(devtools)) });
    if (n === 0 || n === count >> 1 || n === count - 1) kinds.push(await heapKinds(devtools));
  }
  await devtools.detach();
  return { samples, kinds };
}

/** Advances through these minutes in equal steps. */
export function throughMinutes(minutes: number, count: number): (sample: number) => Promise<number> {
  const startedMs = performance.now();
  return async (sample) => {
    await pause(Math.max(0, startedMs + (60_000 * minutes * sample) / (count - 1) - performance.now()));
    return (performance.now() - startedMs) / 60_000;
  };
}

/** The regression slope and its error. */
export function growthOf(points: readonly { readonly at: number; readonly value: number }[]): Growth {
  const mean = (of: (point: { readonly at: number; readonly value: number }) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [at, value] = [mean((point) => point.at), mean((point) => point.value)];
  const spread = points.length * mean((point) => (point.at - at) ** 2);
  if (spread === 0) return { slope: 0, error: Number.POSITIVE_INFINITY };
  const slope = (points.length * mean((point) => (point.at - at) * (point.value - value))) / spread;
  const rest = points.length * mean((point) => (point.value - value - slope * (point.at - at)) ** 2);
  return { slope, error: Math.sqrt(rest / (points.length - 2) / spread) };
}

async function holdings(devtools: CDPSession): Promise<Omit<Holdings, 'at'>> {
  const seen: Omit<Holdings, 'at'>[] = [];
  for (let look = 0; look < looks; look += 1) {
    if (look > 0) await pause(betweenLooksMs);
    // Objects freed by the first collection may hold others that only the second one frees.
    for (let times = 0; times < 2; times += 1) await devtools.send('HeapProfiler.collectGarbage');
    const { metrics } = await devtools.send('Performance.getMetrics');
    const { usedSize, embedderHeapUsedSize } = await devtools.send('Runtime.getHeapUsage');
    const value = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    seen.push({
      heapMiB: usedSize / 2 ** 20,
      browserMiB: embedderHeapUsedSize / 2 ** 20,
      nodes: value('Nodes'),
      listeners: value('JSEventListeners'),
    });
  }
  const least = (of: (one: Omit<Holdings, 'at'>) => number): number => Math.min(...seen.map(of));
  return {
    heapMiB: least(({ heapMiB }) => heapMiB),
    browserMiB: least(({ browserMiB }) => browserMiB),
    nodes: least(({ nodes }) => nodes),
    listeners: least(({ listeners }) => listeners),
  };
}
