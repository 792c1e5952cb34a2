import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';

/** What a page holds after a collection of everything that nobody can reach. */
export interface Holdings {
  readonly minute: number;
  readonly heapMiB: number;
  /** Nodes of the document, and those that a script still holds after they left it. */
  readonly nodes: number;
  readonly listeners: number;
}

/** What a page held over a while, oldest first. */
export interface MemoryFigures {
  readonly samples: readonly Holdings[];
  /** How much the heap grew in a minute, by the line that lies closest to all samples. */
  readonly growthKiBPerMinute: number;
}

/** Looks about every minute, and at least this often in all. */
const leastSamples = 5;

/** Watches what a page holds over so many minutes. Its script has to have run warm before. */
export async function watchMemory(page: Page, minutes: number): Promise<MemoryFigures> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const looks = Math.max(leastSamples, Math.round(minutes) + 1);
  const startedMs = performance.now();
  const samples: Holdings[] = [];
  for (let look = 0; look < looks; look += 1) {
    const atMs = startedMs + (60_000 * minutes * look) / (looks - 1);
    await pause(Math.max(0, atMs - performance.now()));
    samples.push({ minute: (performance.now() - startedMs) / 60_000, ...(await holdings(devtools)) });
  }
  await devtools.detach();
  return { samples, growthKiBPerMinute: 1_024 * slopeOf(samples) };
}

async function holdings(devtools: CDPSession): Promise<Omit<Holdings, 'minute'>> {
  // What the first collection lets go of may hold something that only the second one finds.
  for (let times = 0; times < 2; times += 1) await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const value = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return {
    heapMiB: value('JSHeapUsedSize') / 2 ** 20,
    nodes: value('Nodes'),
    listeners: value('JSEventListeners'),
  };
}

/** MiB a minute, by least squares. */
function slopeOf(samples: readonly Holdings[]): number {
  const mean = (of: (sample: Holdings) => number): number =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [minute, heap] = [mean((sample) => sample.minute), mean(({ heapMiB }) => heapMiB)];
  const spread = samples.reduce((sum, sample) => sum + (sample.minute - minute) ** 2, 0);
  const together = samples.reduce((sum, sample) => sum + (sample.minute - minute) * (sample.heapMiB - heap), 0);
  return spread === 0 ? 0 : together / spread;
}
