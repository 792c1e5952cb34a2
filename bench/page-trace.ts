import type { Browser, Page } from '@playwright/test';

/** An event of a browser trace; times in microseconds. */
export interface TraceEvent {
  readonly name: string;
  /** Process and thread ids. */
  readonly thread: string;
  readonly startUs: number;
  readonly endUs: number;
  /** Processor time, which other programs do not affect. */
  readonly processorUs: number;
}

/** The browser trace of a page, by thread. */
export interface PageTrace {
  /** The main thread, ordered by start. */
  readonly main: readonly TraceEvent[];
  /** The compositor thread. */
  readonly compositor: readonly TraceEvent[];
}

/** Traces a page while `work` runs. */
export async function trace<Done>(
  page: Page,
  categories: readonly string[],
  work: () => Promise<Done>,
): Promise<{ readonly done: Done; readonly trace: PageTrace }> {
  const browser = browserOf(page);
  await browser.startTracing(page, { categories: [...categories, '__metadata'] });
  const done = await work();
  return { done, trace: readTrace(await browser.stopTracing()) };
}

/** The processor time of each main-thread task, in milliseconds. */
export function tasksMs({ main }: PageTrace): number[] {
  return main.filter(({ name }) => name.endsWith('RunTask')).map(({ processorUs }) => processorUs / 1_000);
}

function browserOf(page: Page): Browser {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser that can trace it.');
  return browser;
}

function readTrace(written: Buffer): PageTrace {
  const parsed: unknown = JSON.parse(written.toString('utf8'));
  const records =
    isObject(parsed) && Array.isArray(parsed['traceEvents']) ? parsed['traceEvents'].filter(isObject) : [];
  const threads = (wanted: string): ReadonlySet<string> =>
    new Set(
      records
        .filter(({ name, args }) => name === 'thread_name' && isObject(args) && args['name'] === wanted)
        .map(threadOf),
    );
  const events = records.map(eventOf).toSorted((a, b) => a.startUs - b.startUs);
  const [mains, compositors] = [threads('CrRendererMain'), threads('Compositor')];
  return {
    main: events.filter(({ thread }) => mains.has(thread)),
    compositor: events.filter(({ thread }) => compositors.has(thread)),
  };
}

function eventOf(record: Record<string, unknown>): TraceEvent {
  const startUs = Number(record['ts'] ?? 0);
  return {
    name: String(record['name']),
    thread: threadOf(record),
    startUs,
    endUs: startUs + Number(record['dur'] ?? 0),
    processorUs: Number(record['tdur'] ?? 0),
  };
}

function threadOf({ pid, tid }: Record<string, unknown>): string {
  return `${String(pid)} ${String(tid)}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
