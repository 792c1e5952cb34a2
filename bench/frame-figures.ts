import type { Page } from '@playwright/test';
import { tasksMs, trace, type PageTrace } from './page-trace.ts';

/** What a page did in each second of a while, and how its frames came. */
export interface FrameFigures {
  readonly framesPerSecond: number;
  /**
   * From one frame of the page to the next, by the times of the screen for which they were made. `inTime` is the share
   * of them that came with the next sixtieth of a second.
   */
  readonly frameMs: { readonly p50: number; readonly p95: number; readonly longest: number; readonly inTime: number };
  /** Frames in a second that were put together without what the page had to say, because it was not ready. */
  readonly droppedPerSecond: number;
  /** Tasks of the page's thread that took more than 50 ms of the processor. */
  readonly longTasks: number;
  readonly longestTaskMs: number;
  /** What the page's thread took of the processor between one frame and the next; each frame by itself, least first. */
  readonly workMs: {
    readonly mean: number;
    readonly p50: number;
    readonly p95: number;
    readonly each: readonly number[];
  };
  /** Milliseconds of the processor in a second, by what they were spent on. */
  readonly spentMs: Readonly<Record<Spending, number>>;
}

/** What the page's thread does in a frame, in its order; `other` is the rest of its tasks. */
export type Spending = 'script' | 'style' | 'layout' | 'paint' | 'garbage' | 'other';

const longTaskMs = 50;

/** From a frame of the screen to the next, with what its time may be off by. */
const frameMs = 1_000 / 60 + 1;

const categories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline.frame'];

/** Spans of the work on what is shown; where one holds another, the outer one counts. */
const spendings: Readonly<Record<string, Spending>> = {
  UpdateLayoutTree: 'style',
  Layout: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  Layerize: 'paint',
  Commit: 'paint',
  MinorGC: 'garbage',
  MajorGC: 'garbage',
};

/** Spans from which scripts run. */
const scripts = new Set(['FunctionCall', 'FireAnimationFrame', 'EvaluateScript', 'TimerFire', 'RunMicrotasks']);

/**
 * Watches so many seconds' frames of a page. It is asked for every frame meanwhile, so that none is left out because
 * nothing had changed. `tellTo` is an address that is told of each frame, so that whoever sends the news can send those
 * of a sixtieth of a second for each.
 */
export async function watchFrames(page: Page, seconds: number, tellTo: string | null = null): Promise<FrameFigures> {
  const { done: deltas, trace: traced } = await trace(page, categories, () =>
    page.evaluate(everyFrame, { seconds, tellTo }),
  );
  const sorted = deltas.toSorted((a, b) => a - b);
  const share = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? 0;
  const elapsed = deltas.reduce((sum, delta) => sum + delta, 0) / 1_000;
  const work = workOfFrames(traced).toSorted((a, b) => a - b);
  const tasks = tasksMs(traced);
  const dropped = traced.compositor.filter(({ name }) => name === 'DroppedFrame').length;
  return {
    framesPerSecond: deltas.length / elapsed,
    frameMs: { p50: share(0.5), p95: share(0.95), longest: sorted.at(-1) ?? 0, inTime: shareWithin(sorted, frameMs) },
    droppedPerSecond: dropped / elapsed,
    longTasks: tasks.filter((ms) => ms > longTaskMs).length,
    longestTaskMs: tasks.reduce((longest, ms) => Math.max(longest, ms), 0),
    workMs: {
      mean: work.reduce((sum, ms) => sum + ms, 0) / Math.max(1, work.length),
      p50: work[Math.floor(work.length * 0.5)] ?? 0,
      p95: work[Math.floor(work.length * 0.95)] ?? 0,
      each: work,
    },
    spentMs: spentIn(traced, elapsed),
  };
}

/** The share of figures that are no greater than a limit. */
export function shareWithin(figures: readonly number[], limit: number): number {
  return figures.filter((figure) => figure <= limit).length / Math.max(1, figures.length);
}

/** Runs in the page: milliseconds from each frame to the next. */
async function everyFrame({ seconds, tellTo }: { seconds: number; tellTo: string | null }): Promise<number[]> {
  const teller = tellTo === null ? null : new WebSocket(tellTo);
  if (teller !== null) await new Promise((resolve) => teller.addEventListener('open', resolve));
  const deltas: number[] = [];
  // When a callback runs depends on what the thread did just before; the time that it is given is that of the screen's
  // frame.
  const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
  const begun = await nextFrame();
  let last = begun;
  while (tellTo === null ? last < begun + 1_000 * seconds : deltas.length < 60 * seconds) {
    const time = await nextFrame();
    teller?.send('');
    deltas.push(time - last);
    last = time;
  }
  teller?.close();
  return deltas;
}

/** The processor time of the page's thread from each frame up to the next, in milliseconds. */
function workOfFrames({ main }: PageTrace): number[] {
  const frames: number[] = [];
  let isFrame = false;
  let sum: number | null = null;
  // A task is written when it begins, what it does comes after it; so a frame begins with the task that holds its first
  // callback.
  let task = 0;
  for (const { name, processorUs } of main) {
    if (name.endsWith('RunTask')) {
      if (isFrame) {
        if (sum !== null) frames.push(sum);
        sum = 0;
      }
      if (sum !== null) sum += task;
      task = processorUs / 1_000;
      isFrame = false;
    } else if (name === 'FireAnimationFrame') isFrame = true;
  }
  return frames;
}

function spentIn({ main }: PageTrace, seconds: number): Record<Spending, number> {
  const spent: Record<Spending, number> = { script: 0, style: 0, layout: 0, paint: 0, garbage: 0, other: 0 };
  let whole = 0;
  // Scripts hold each other, and what they force of style, layout and garbage.
  let scriptEndUs = 0;
  let spanEndUs = 0;
  for (const { name, startUs, endUs, processorUs } of main) {
    const ms = processorUs / 1_000 / seconds;
    const kind = spendings[name];
    const isInScript = startUs < scriptEndUs;
    if (name.endsWith('RunTask')) whole += ms;
    if (kind !== undefined && startUs >= spanEndUs) {
      spent[kind] += ms;
      if (isInScript) spent.script -= ms;
      spanEndUs = endUs;
    } else if (scripts.has(name) && !isInScript) {
      spent.script += ms;
      scriptEndUs = endUs;
    }
  }
  spent.other = whole - Object.values(spent).reduce((sum, ms) => sum + ms, 0);
  return spent;
}
