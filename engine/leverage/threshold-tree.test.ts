import { expect, it } from 'vitest';
import { Random } from '../simulation/random.ts';
import { Threshold, ThresholdTree } from './threshold-tree.ts';

/** An entry whose subject is its age. */
function entryOf(id: number, key: number, age: number): Threshold<number> {
  const entry = new Threshold(id, age);
  entry.key = key;
  entry.age = age;
  return entry;
}

/** The same by a search through all of them. */
function firstOf(entries: readonly Threshold<number>[], limit: number, age: number): number | undefined {
  const met = entries.filter((entry) => entry.key <= limit && entry.age <= age);
  return met.toSorted((a, b) => a.key - b.key || a.id - b.id)[0]?.id;
}

it('finds the first threshold that is met and old enough, after any additions and removals', () => {
  const random = new Random(20_261_129);
  const tree = new ThresholdTree<number>();
  let entries: Threshold<number>[] = [];
  for (let id = 1; id <= 2000; id += 1) {
    const entry = entryOf(id, random.integer(-40, 40), random.integer(1, 60));
    entries.push(entry);
    tree.add(entry);
    const gone = random.oneIn(2) ? random.anyOf(entries) : undefined;
    if (gone !== undefined) {
      tree.remove(gone);
      tree.remove(gone);
      entries = entries.filter((one) => one !== gone);
    }
    const [limit, age] = [random.integer(-45, 45), random.integer(0, 61)];
    const isOldEnough = (own: number): boolean => own <= age;
    expect(tree.firstOldEnough(limit, isOldEnough)?.id).toBe(firstOf(entries, limit, age));
    expect(tree.firstWhere(limit, isOldEnough)?.id).toBe(firstOf(entries, limit, age));
    expect(tree.isMet(limit)).toBe(entries.some(({ key }) => key <= limit));
    expect(tree.size).toBe(entries.length);
  }
});

it('examines few thresholds, though thousands are met and too young', () => {
  const tree = new ThresholdTree<number>();
  for (let id = 1; id <= 10_000; id += 1) tree.add(entryOf(id, id <= 100 ? id : 0 - id, id));
  let examined = 0;
  const first = tree.firstOldEnough(100, (age) => {
    examined += 1;
    return age <= 100;
  });
  expect(first?.id).toBe(1);
  expect(examined).toBeLessThan(100);
});
