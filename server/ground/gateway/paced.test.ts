import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Paced } from './paced.ts';

test('work beyond the limit of a turn runs in the following turns, in order', async () => {
  const done: number[] = [];
  const paced = new Paced(3);
  const ask = (from: number, to: number): void => {
    for (let n = from; n <= to; n += 1) paced.do(() => done.push(n));
  };
  ask(1, 2);
  expect(done).toEqual([1, 2]);
  ask(3, 8);
  expect(done).toEqual([1, 2, 3]);
  await nextTurn();
  expect(done).toEqual([1, 2, 3, 4, 5, 6]);
  // New work is queued behind the waiting work.
  ask(9, 9);
  expect(done).toHaveLength(6);
  await nextTurn();
  expect(done).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  await nextTurn();
  ask(10, 13);
  expect(done).toHaveLength(12);
  await nextTurn();
  expect(done).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
});
