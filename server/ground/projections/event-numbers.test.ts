import { expect, test } from 'vitest';
import { EventNumbers } from './event-numbers.ts';

test('events of a command are counted from 1, those of each key by themselves, and again in the next command', () => {
  const numbers = new EventNumbers();
  const read = (sequence: number, key?: string): number => numbers.next(sequence, key);

  expect([read(1), read(1), read(1, 'ann'), read(1, 'bea'), read(1, 'ann'), read(1)]).toEqual([1, 2, 1, 1, 2, 3]);
  expect([read(2), read(2, 'ann')]).toEqual([1, 1]);
});
