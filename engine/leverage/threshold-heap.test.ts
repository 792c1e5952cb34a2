import { describe, expect, it } from 'vitest';
import { Random } from '../simulation/random.ts';
import { heapEntry, ThresholdHeap } from './threshold-heap.ts';

describe('a heap of thresholds', () => {
  it.each([1, 2, 3, 4])('finds the first accepted entry up to a limit, also after removals (seed %i)', (seed) => {
    const random = new Random(seed);
    const heap = new ThresholdHeap<number>();
    let entries = Array.from({ length: 40 }, (_, id) => heapEntry(random.integer(1, 20), id, random.integer(1, 9)));
    for (const entry of entries) heap.add(entry);
    for (let round = 0; round < 30; round += 1) {
      const [limit, least] = [random.integer(0, 21), random.integer(1, 10)];
      const sorted = entries.toSorted((a, b) => a.key - b.key || a.id - b.id);
      const wanted = sorted.find(({ key, subject }) => key <= limit && subject >= least) ?? null;
      expect(heap.firstWhere(limit, (subject) => subject >= least)).toBe(wanted);
      expect(heap.first()).toBe(sorted[0]);
      expect(heap.isMet(limit)).toBe((sorted[0]?.key ?? Infinity) <= limit);
      expect(heap.size).toBe(entries.length);
      const removed = random.anyOf(entries);
      if (removed !== undefined) heap.remove(removed);
      entries = entries.filter((entry) => entry !== removed);
    }
  });
});
