import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as module from './frame-batch.ts';

describe('a frame batch', () => {
  let frames: (() => void)[];
  let drawnMs: number;
  let createFrameBatch: typeof module.createFrameBatch;
  beforeEach(async () => {
    frames = [];
    drawnMs = 0;
    vi.useFakeTimers();
    const clock = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => clock() + drawnMs);
    vi.stubGlobal('document', { hidden: false });
    vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
    // The frame queue is module state, shared by all batches.
    vi.resetModules();
    ({ createFrameBatch } = await import('./frame-batch.ts'));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const nextFrame = (): void => {
    for (const callback of frames.splice(0)) callback();
  };

  /** Makes the current frame take `ms` to draw. */
  const drawFor = (ms: number): void => {
    drawnMs += ms;
  };

  it('gives each feed a frame of its own, the longest waiting first, with all of its items in order', () => {
    const delivered: string[] = [];
    const books = createFrameBatch<number>((items) => delivered.push(`books ${items.join(' ')}`));
    const trades = createFrameBatch<number>((items) => delivered.push(`trades ${items.join(' ')}`));
    for (const n of [1, 2, 3]) {
      trades.add(n);
      books.add(10 * n);
    }
    expect(frames).toHaveLength(1);
    nextFrame();
    expect(delivered).toEqual(['trades 1 2 3']);
    trades.add(4);
    books.add(40);
    nextFrame();
    expect(delivered).toEqual(['trades 1 2 3', 'books 10 20 30 40']);
    nextFrame();
    expect(delivered).toEqual(['trades 1 2 3', 'books 10 20 30 40', 'trades 4']);
    expect(frames).toEqual([]);
  });

  it('continues with the next feed when one throws', () => {
    const delivered: number[] = [];
    const failing = createFrameBatch<number>(() => {
      throw new Error('cannot draw');
    });
    const next = createFrameBatch<number>((items) => delivered.push(...items));
    failing.add(1);
    next.add(2);
    expect(nextFrame).toThrow('cannot draw');
    nextFrame();
    expect(delivered).toEqual([2]);
  });

  it('never delivers items that were cleared', () => {
    const delivered: (readonly number[])[] = [];
    const batch = createFrameBatch<number>((items) => delivered.push(items));
    batch.add(1);
    batch.clear();
    nextFrame();
    expect(delivered).toEqual([]);
  });

  it('delivers items that are added during a delivery in the next frame', () => {
    const delivered: number[] = [];
    const batch = createFrameBatch<number>((items) => {
      delivered.push(...items);
      if (items.includes(1)) batch.add(2);
    });
    batch.add(1);
    nextFrame();
    expect(delivered).toEqual([1]);
    nextFrame();
    expect(delivered).toEqual([1, 2]);
  });

  it('pauses after a batch and delivers everything added meanwhile in the first frame after the pause', () => {
    const delivered: (readonly number[])[] = [];
    const batch = createFrameBatch<number>((items) => delivered.push(items), { restMs: 40 });
    batch.add(1);
    nextFrame();
    expect(delivered).toEqual([[1]]);
    batch.add(2);
    vi.advanceTimersByTime(39);
    batch.add(3);
    expect(frames).toEqual([]);
    vi.advanceTimersByTime(1);
    batch.add(4);
    expect(frames).toHaveLength(1);
    nextFrame();
    expect(delivered).toEqual([[1], [2, 3, 4]]);
    // Items added after a longer silence do not wait for a pause.
    vi.advanceTimersByTime(40);
    batch.add(5);
    nextFrame();
    expect(delivered).toHaveLength(3);
  });

  it('pauses longer when frames take long, up to the limit', () => {
    let frameMs = 10;
    const delivered: number[] = [];
    const batch = createFrameBatch<number>(
      (items) => {
        delivered.push(...items);
        drawFor(frameMs);
      },
      { restMs: 40, restPerMs: 7, maxRestMs: 150 },
    );
    const restAfter = (item: number): number => {
      batch.add(item);
      nextFrame();
      vi.advanceTimersByTime(0);
      batch.add(item + 1);
      let waited = frameMs;
      for (; frames.length === 0; waited += 1) vi.advanceTimersByTime(1);
      nextFrame();
      expect(delivered.slice(-2)).toEqual([item, item + 1]);
      vi.advanceTimersByTime(1_000);
      return waited;
    };
    expect(restAfter(1)).toBe(70);
    frameMs = 50;
    expect(restAfter(3)).toBe(150);
    frameMs = 2;
    expect(restAfter(5)).toBe(40);
  });

  it('leaves the next frame free after one that used all of its time', () => {
    const delivered: string[] = [];
    const slow = createFrameBatch<string>((items) => {
      delivered.push(...items);
      drawFor(20);
    });
    const other = createFrameBatch<string>((items) => delivered.push(...items));
    slow.add('slow');
    other.add('other');
    nextFrame();
    vi.advanceTimersByTime(0);
    nextFrame();
    expect(delivered).toEqual(['slow']);
    vi.advanceTimersByTime(16);
    nextFrame();
    expect(delivered).toEqual(['slow', 'other']);
    vi.advanceTimersByTime(0);
  });

  it('leaves the frame free in which the delivered items are drawn', () => {
    const delivered: string[] = [];
    const bars = createFrameBatch<string>((items) => delivered.push(...items), { isDrawnLater: true });
    const other = createFrameBatch<string>((items) => delivered.push(...items));
    bars.add('bars');
    other.add('other');
    nextFrame();
    vi.advanceTimersByTime(17);
    nextFrame();
    expect(delivered).toEqual(['bars']);
    vi.advanceTimersByTime(17);
    nextFrame();
    expect(delivered).toEqual(['bars', 'other']);
  });

  it('does not pause after it was cleared', () => {
    const delivered: number[] = [];
    const batch = createFrameBatch<number>((items) => delivered.push(...items), { restMs: 40 });
    batch.add(1);
    nextFrame();
    batch.add(2);
    batch.clear();
    batch.add(3);
    nextFrame();
    vi.advanceTimersByTime(100);
    nextFrame();
    expect(delivered).toEqual([1, 3]);
  });

  it('spreads a large batch over several frames, but at most eight', () => {
    const delivered: number[] = [];
    const batch = createFrameBatch<number>((items) => delivered.push(items.length), { slice: 10 });
    for (let n = 0; n < 25; n += 1) batch.add(n);
    for (let n = 0; n < 5; n += 1) nextFrame();
    expect(delivered.splice(0)).toEqual([10, 10, 5]);
    for (let n = 0; n < 800; n += 1) batch.add(n);
    for (let n = 0; n < 9; n += 1) nextFrame();
    expect(delivered).toEqual(Array.from({ length: 8 }, () => 100));
    expect(frames).toEqual([]);
  });

  it('delivers once a second on a hidden page, which gets no animation frames', () => {
    vi.stubGlobal('document', { hidden: true });
    const delivered: number[] = [];
    const batch = createFrameBatch<number>((items) => delivered.push(...items));
    batch.add(1);
    expect(frames).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(delivered).toEqual([1]);
  });

  it('delivers a very full batch immediately', () => {
    const delivered: number[] = [];
    const batch = createFrameBatch<number>((items) => delivered.push(items.length));
    for (let n = 0; n < 4_001; n += 1) batch.add(n);
    expect(delivered).toEqual([2_000, 2_000]);
    nextFrame();
    expect(delivered).toEqual([2_000, 2_000, 1]);
  });
});
