import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGatherer } from './gather.ts';

describe('a gatherer', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('passes on together what arrives within the interval of the first item', () => {
    const passed: (readonly number[])[] = [];
    const gatherer = createGatherer<number>(300, (items) => passed.push(items));
    gatherer.add(1);
    vi.advanceTimersByTime(299);
    gatherer.add(2);
    expect(passed).toEqual([]);
    vi.advanceTimersByTime(1);
    gatherer.add(3);
    vi.advanceTimersByTime(300);
    expect(passed).toEqual([[1, 2], [3]]);
  });

  it('drops its items when it is stopped', () => {
    const passed: (readonly number[])[] = [];
    const gatherer = createGatherer<number>(300, (items) => passed.push(items));
    gatherer.add(1);
    gatherer.stop();
    vi.advanceTimersByTime(300);
    expect(passed).toEqual([]);
  });
});
