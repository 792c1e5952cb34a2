import type { Page } from '@playwright/test';

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
  readonly mostRows: number;
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

/** Opens an address and watches the page until it stands still. */
export async function watchPage(page: Page, url: string): Promise<PageFigures> {
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
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page belongs to no browser that could trace it.');
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  const { deltas, mostRows, scrolledPx } = await page.evaluate(scrollToEnd, scrollStepPx);
  const tasksMs = tasksOf(await browser.stopTracing());
  const sorted = deltas.toSorted((a, b) => a - b);
  const share = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? 0;
  return {
    mostRows,
    scrolledPx,
    frames: deltas.length,
    frameMs: { p50: share(0.5), p95: share(0.95), longest: sorted.at(-1) ?? 0 },
    longTasks: tasksMs.filter((ms) => ms > shortTaskMs).length,
    longestTaskMs: tasksMs.reduce((longest, ms) => Math.max(longest, ms), 0),
    quotations: quotations - before,
  };
}

/** Runs in the page. */
async function scrollToEnd(stepPx: number) {
  const deltas: number[] = [];
  let mostRows = 0;
  let last = performance.now();
  for (let before = -1; window.scrollY !== before;) {
    before = window.scrollY;
    window.scrollBy(0, stepPx);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const now = performance.now();
    deltas.push(now - last);
    last = now;
    mostRows = Math.max(mostRows, document.querySelectorAll('tbody tr[data-market]').length);
  }
  return { deltas, mostRows, scrolledPx: Math.round(window.scrollY) };
}

/** The processor time of each task that a traced page's main thread carried out, in milliseconds. */
function tasksOf(trace: Buffer): number[] {
  const written: unknown = JSON.parse(trace.toString('utf8'));
  const events =
    isObject(written) && Array.isArray(written['traceEvents']) ? written['traceEvents'].filter(isObject) : [];
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && isObject(args) && args['name'] === 'CrRendererMain')
      .map(threadOf),
  );
  return events
    .filter((event) => String(event['name']).endsWith('RunTask') && mains.has(threadOf(event)))
    .map(({ tdur }) => Number(tdur ?? 0) / 1_000);
}

function threadOf({ pid, tid }: Record<string, unknown>): string {
  return `${String(pid)} ${String(tid)}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
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
