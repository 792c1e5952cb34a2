import type { Page } from '@playwright/test';
import { tasksMs, trace, type PageTrace } from './page-trace.ts';

/** The frames of a page and its work, averaged per second. */
export interface FrameMetrics {
  readonly framesPerSecond: number;
  /**
   * Intervals between consecutive frames of the page, by their presentation times. `inTime` is the share of frames that
   * came within a sixtieth of a second.
   */
  readonly frameMs: { readonly p50: number; readonly p95: number; readonly longest: number; readonly inTime: number };
  /** Frames per second that the compositor produced without the page's update, because it was not ready. */
  readonly droppedPerSecond: number;
  /** Main-thread tasks with more than 50 ms of processor time. */
  readonly longTasks: number;
  readonly longestTaskMs: number;
  /** Processor time of the main thread from one frame to the next; `each` lists all frames in ascending order. */
  readonly workMs: {
    readonly mean: number;
    readonly p50: number;
    readonly p95: number;
    readonly each: readonly number[];
  };
  /** Processor milliseconds per second, by kind of work. */
  readonly spentMs: Readonly<Record<Spending, number>>;
}

/** The kinds of main-thread work in a frame, in order; `other` is the remaining task time. */
export type Spending = 'script' | 'style' | 'layout' | 'paint' | 'garbage' | 'other';

const longTaskMs = 50;

/** The interval between two frames of the screen, plus the tolerance of the timestamps. */
const frameMs = 1_000 / 60 + 1;

const categories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline.frame'];

/** Trace events of rendering work; of nested ones, the outer counts. */
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

/** Trace events that run scripts. */
const scripts = new Set(['FunctionCall', 'FireAnimationFrame', 'EvaluateScript', 'TimerFire', 'RunMicrotasks']);

/**
 * Records the frames of a page for some seconds. It requests every animation frame, so that frames without changes are
 * recorded too. `framesUrl` is the address of a socket that is notified of each frame, so that a feed can send exactly
 * the messages of a sixtieth of a second per frame.
 */
export async function watchFrames(page: Page, seconds: number, framesUrl: string | null = null): Promise<FrameMetrics> {
  const { done: deltas, trace: traced } = await trace(page, categories, () =>
    page.evaluate(everyFrame, { seconds, framesUrl }),
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

/** The share of values that do not exceed a limit. */
export function shareWithin(values: readonly number[], limit: number): number {
  return values.filter((value) => value <= limit).length / Math.max(1, values.length);
}

/** Runs in the page: the milliseconds between consecutive frames. */
async function everyFrame({ seconds, framesUrl }: { seconds: number; framesUrl: string | null }): Promise<number[]> {
  const reporter = framesUrl === null ? null : new WebSocket(framesUrl);
  if (reporter !== null) await new Promise((resolve) => reporter.addEventListener('open', resolve));
  const deltas: number[] = [];
  // The time at which a callback runs depends on earlier work of the thread; its parameter is the time of the screen's
  // frame.
  const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
  const begun = await nextFrame();
  let last = begun;
  while (framesUrl === null ? last < begun + 1_000 * seconds : deltas.length < 60 * seconds) {
    const time = await nextFrame();
    reporter?.send('');
    deltas.push(time - last);
    last = time;
  }
  reporter?.close();
  return deltas;
}

/** The main thread's processor time per frame, in milliseconds. */
function workOfFrames({ main }: PageTrace): number[] {
  const frames: number[] = [];
  let isFrame = false;
  let sum: number | null = null;
  // Trace events are ordered by start, so a task precedes the events inside it: a frame starts with the task that
  // contains its first callback.
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
  // Script events are nested, and contain the style, layout and garbage collection that they cause.
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
