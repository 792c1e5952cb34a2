import { expect, test } from 'vitest';
import { OncePerCommand } from './once-per-command.ts';

test('a value is computed once after each command, and again after it was forgotten', () => {
  const values = new OncePerCommand<number>();
  let computed = 0;
  const read = (sequence: number, key: string): number => values.get(sequence, key, () => (computed += 1));

  expect([read(1, 'ann'), read(1, 'ann'), read(1, 'bea'), read(1, 'ann')]).toEqual([1, 1, 2, 1]);
  expect([read(2, 'ann'), read(2, 'ann')]).toEqual([3, 3]);
  values.forget();
  expect([read(2, 'ann'), read(2, 'ann')]).toEqual([4, 4]);
});
