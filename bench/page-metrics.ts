import type { Browser, Page } from '@playwright/test';
import { tasksMs, trace } from './page-trace.ts';

/** The loading metrics of a page. */
export interface PageMetrics {
  readonly largestPaintMs: number;
  /** Cumulative layout shift: the worst window of movement, as browsers define it. */
  readonly layoutShift: number;
  /** Total blocking time: the part of each task over 50 ms, after the first paint. */
  readonly blockedMs: number;
  readonly longestTaskMs: number;
  /** Compressed, as transferred. */
  readonly scriptBytes: number;
}

export interface ScrollMetrics {
  readonly maxRows: number;
  readonly scrolledPx: number;
  readonly frames: number;
  readonly frameMs: { readonly p50: number; readonly p95: number; readonly longest: number };
  /** Main-thread tasks over 50 ms of processor time, which other programs do not affect. */
  readonly longTasks: number;
  readonly longestTaskMs: number;
  /** Socket messages about markets during the scroll. */
  readonly quotations: number;
}

/** How long a page is observed after loading; all its own requests finish within this time. */
const watchedMs = 4_000;

/** Tasks up to this length count as responsive. */
const shortTaskMs = 50;

/** Pixels per frame, about as fast as a mouse wheel. */
const scrollStepPx = 120;

interface Entry {
  readonly startTime: number;
  readonly duration: number;
  /** For a layout shift: its score, and whether it followed user input. */
  readonly value: number;
  readonly hadRecentInput: boolean;
}

/** Opens a page in a fresh browser profile, with the processor slowed down by this factor. */
export async function withPage<Found>(
  chrome: Browser,
  slow: number,
  work: (page: Page) => Promise<Found>,
): Promise<Found> {
  const context = await chrome.newContext({ viewport: { width: 1_440, height: 900 }, locale: 'en' });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slow });
    return await work(page);
  } finally {
    await context.close();
  }
}

/** Loads a page several times in fresh browser profiles and returns the median of each metric. */
export async function medianOfLoads(chrome: Browser, url: string, slow: number, rounds: number): Promise<PageMetrics> {
  const seen: PageMetrics[] = [];
  for (let round = 0; round < rounds; round += 1) {
    seen.push(await withPage(chrome, slow, (page) => watchPage(page, url)));
  }
  const median = (of: (one: PageMetrics) => number): number =>
    seen.map(of).toSorted((a, b) => a - b)[Math.floor(seen.length / 2)] ?? 0;
  return {
    largestPaintMs: median((one) => one.largestPaintMs),
    layoutShift: median((one) => one.layoutShift),
    blockedMs: median((one) => one.blockedMs),
    longestTaskMs: median((one) => one.longestTaskMs),
    scriptBytes: median((one) => one.scriptBytes),
  };
}

/** Opens an address and observes the page until it has settled. */
async function watchPage(page: Page, url: string): Promise<PageMetrics> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const scripts = new Set<string>();
  let scriptBytes = 0;
  devtools.on('Network.requestWillBeSent', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(watchedMs);
  const [paints, shifts, tasks, firsts] = [
    await entriesOf(page, 'largest-contentful-paint'),
    await entriesOf(page, 'layout-shift'),
    await entriesOf(page, 'longtask'),
    await entriesOf(page, 'paint'),
  ];
  const firstPaintMs = Math.max(0, ...firsts.map(({ startTime }) => startTime));
  return {
    largestPaintMs: paints.at(-1)?.startTime ?? 0,
    layoutShift: worstWindow(shifts.filter(({ hadRecentInput }) => !hadRecentInput)),
    blockedMs: tasks
      .filter(({ startTime, duration }) => startTime + duration > firstPaintMs)
      .reduce((sum, { duration }) => sum + Math.max(0, duration - shortTaskMs), 0),
    longestTaskMs: Math.max(0, ...tasks.map(({ duration }) => duration)),
    scriptBytes,
  };
}

/**
 * Opens the markets page, waits until it lists this many markets, and scrolls from top to bottom one step per frame.
 */
export async function scrollThrough(page: Page, url: string, markets: number): Promise<ScrollMetrics> {
  let quotations = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('DAY_MARKET')) quotations += 1;
    }),
  );
  await page.goto(url);
  await page.waitForFunction(
    (least) => Number(document.querySelector('table')?.getAttribute('aria-rowcount')) > least,
    markets,
  );
  await page.waitForTimeout(watchedMs);
  const before = quotations;
  const { done, trace: traced } = await trace(page, ['toplevel'], () => page.evaluate(scrollToEnd, scrollStepPx));
  const { deltas, maxRows, scrolledPx } = done;
  const tasks = tasksMs(traced);
  const sorted = deltas.toSorted((a, b) => a - b);
  const share = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? 0;
  return {
    maxRows,
    scrolledPx,
    frames: deltas.length,
    frameMs: { p50: share(0.5), p95: share(0.95), longest: sorted.at(-1) ?? 0 },
    longTasks: tasks.filter((ms) => ms > shortTaskMs).length,
    longestTaskMs: tasks.reduce((longest, ms) => Math.max(longest, ms), 0),
    quotations: quotations - before,
  };
}

/** Runs in the page. */
async function scrollToEnd(stepPx: number) {
  const deltas: number[] = [];
  let maxRows = 0;
  let last = performance.now();
  for (let before = -1; window.scrollY !== before;) {
    before = window.scrollY;
    window.scrollBy(0, stepPx);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const now = performance.now();
    deltas.push(now - last);
    last = now;
    maxRows = Math.max(maxRows, document.querySelectorAll('tbody tr[data-market]').length);
  }
  return { deltas, maxRows, scrolledPx: Math.round(window.scrollY) };
}

/** The browser's buffered performance entries of one type, oldest first. */
async function entriesOf(page: Page, type: string): Promise<Entry[]> {
  return page.evaluate(
    (name) =>
      new Promise<Entry[]>((resolve) => {
        const observer = new PerformanceObserver((list) =>
          resolve(
            list.getEntries().map((entry) => ({
              startTime: entry.startTime,
              duration: entry.duration,
              value: 'value' in entry && typeof entry.value === 'number' ? entry.value : 0,
              hadRecentInput: 'hadRecentInput' in entry && entry.hadRecentInput === true,
            })),
          ),
        );
        observer.observe({ type: name, buffered: true });
        // The observer is not called when there are no entries.
        setTimeout(() => resolve([]), 500);
      }),
    type,
  );
}

/** Layout shifts form one window while they are less than a second apart and span less than five seconds. */
function worstWindow(shifts: readonly Entry[]): number {
  let worst = 0;
  let sum = 0;
  let first = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { startTime, value } of shifts) {
    if (startTime - last > 1_000 || startTime - first > 5_000) [sum, first] = [0, startTime];
    sum += value;
    last = startTime;
    worst = Math.max(worst, sum);
  }
  return worst;
}
