import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { heapKinds, type HeapKinds } from './heap-kinds.ts';

/** What a page holds after a collection of everything that nobody can reach. */
export interface Holdings {
  /** Minutes since the beginning, or whatever else is counted. */
  readonly at: number;
  /** Of the scripts, with what the engine compiles of them. */
  readonly heapMiB: number;
  /** Of the browser's own objects for this page: nodes, styles, shapes of texts. */
  readonly browserMiB: number;
  /** Nodes of the document, and those that a script still holds after they left it. */
  readonly nodes: number;
  readonly listeners: number;
}

/** What a page held over a while, oldest first. */
export interface MemoryFigures {
  readonly samples: readonly Holdings[];
  /** At the beginning, in the middle and at the end. */
  readonly kinds: readonly HeapKinds[];
}

/** A line through points, by least squares. */
export interface Growth {
  readonly slope: number;
  /** The standard error of the slope; points that are near each other in time are taken as independent. */
  readonly error: number;
}

/** Looks at least this often in all. */
export const minSamples = 5;

/**
 * What a page is told at this moment is held as well. So it is looked at so often, with a pause, and the least of each
 * figure counts.
 */
const looks = 3;
const betweenLooksMs = 500;

/**
 * Watches what a page holds. `goOn` brings it to each sample, and answers where it is. Its script has to have run warm
 * before.
 */
export async function watchMemory(
  page: Page,
  count: number,
  goOn: (sample: number) => Promise<number>,
): Promise<MemoryFigures> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const samples: Holdings[] = [];
  const kinds: HeapKinds[] = [];
  for (let n = 0; n < count; n += 1) {
    const at = await goOn(n);
    samples.push({ at, ...(await holdings(devtools)) });
    if (n === 0 || n === count >> 1 || n === count - 1) kinds.push(await heapKinds(devtools));
  }
  await devtools.detach();
  return { samples, kinds };
}

/** Goes through so many minutes in equal steps. */
export function throughMinutes(minutes: number, count: number): (sample: number) => Promise<number> {
  const startedMs = performance.now();
  return async (sample) => {
    await pause(Math.max(0, startedMs + (60_000 * minutes * sample) / (count - 1) - performance.now()));
    return (performance.now() - startedMs) / 60_000;
  };
}

/** How much grows from one unit of `at` to the next. */
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
    // What the first collection lets go of may hold something that only the second one finds.
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
