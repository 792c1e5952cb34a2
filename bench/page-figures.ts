import type { Browser, Page } from '@playwright/test';
import { tasksMs, trace } from './page-trace.ts';

/** What a visitor waits for until a page stands still. */
export interface PageFigures {
  readonly largestPaintMs: number;
  /** The worst second or so of movement, as browsers sum it up. */
  readonly layoutShift: number;
  /** What tasks took beyond 50 ms each, after the first paint. */
  readonly blockedMs: number;
  readonly longestTaskMs: number;
  /** As they came over the network. */
  readonly scriptBytes: number;
}

export interface ScrollFigures {
  readonly maxRows: number;
  readonly scrolledPx: number;
  readonly frames: number;
  readonly frameMs: { readonly p50: number; readonly p95: number; readonly longest: number };
  /** Tasks of the page's own thread by the processor time that they took, which other programs do not make longer. */
  readonly longTasks: number;
  readonly longestTaskMs: number;
  /** Messages of the socket about markets while it was scrolled. */
  readonly quotations: number;
}

/** How long a page is watched after it has loaded: everything that it fetches by itself has come by then. */
const watchedMs = 4_000;

/** A task that is shorter leaves a page that answers at once. */
const shortTaskMs = 50;

/** Pixels a frame, about as quick as a hand on a wheel. */
const scrollStepPx = 120;

interface Entry {
  readonly startTime: number;
  readonly duration: number;
  /** Of a layout shift: how much moved how far, and whether a person had just asked for it. */
  readonly value: number;
  readonly hadRecentInput: boolean;
}

/** Opens a page in a fresh browser profile, on a processor that is so many times slower. */
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

/** Loads a page in a fresh browser profile, several times; the median of each figure counts. */
export async function medianOfLoads(chrome: Browser, url: string, slow: number, rounds: number): Promise<PageFigures> {
  const seen: PageFigures[] = [];
  for (let round = 0; round < rounds; round += 1) {
    seen.push(await withPage(chrome, slow, (page) => watchPage(page, url)));
  }
  const median = (of: (figures: PageFigures) => number): number =>
    seen.map(of).toSorted((a, b) => a - b)[Math.floor(seen.length / 2)] ?? 0;
  return {
    largestPaintMs: median((figures) => figures.largestPaintMs),
    layoutShift: median((figures) => figures.layoutShift),
    blockedMs: median((figures) => figures.blockedMs),
    longestTaskMs: median((figures) => figures.longestTaskMs),
    scriptBytes: median((figures) => figures.scriptBytes),
  };
}

/** Opens an address and watches the page until it stands still. */
async function watchPage(page: Page, url: string): Promise<PageFigures> {
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

/** Opens the markets page, waits until it lists so many markets, and scrolls it from end to end, a step a frame. */
export async function scrollThrough(page: Page, url: string, markets: number): Promise<ScrollFigures> {
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

/** What the browser has kept of one kind of its timeline, oldest first. */
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
        // Where there is nothing, nobody is told.
        setTimeout(() => resolve([]), 500);
      }),
    type,
  );
}

/** Shifts count together while less than a second lies between two and five between first and last. */
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
