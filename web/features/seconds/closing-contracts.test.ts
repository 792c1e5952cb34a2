import { expect, test } from 'vitest';
import { withClosing } from './closing-contracts.ts';

const open = [
  { id: 3, result: null },
  { id: 1, result: null },
];

test('a contract that ended keeps its place with its result, listed or not', () => {
  const closing = new Map([
    [1, { id: 1, result: 'win' }],
    [2, { id: 2, result: 'loss' }],
  ]);
  expect(withClosing<{ id: number; result: string | null }>(open, closing, new Set())).toEqual([
    { id: 3, result: null },
    { id: 2, result: 'loss' },
    { id: 1, result: 'win' },
  ]);
});

test('a removed contract does not return while the server’s list is older', () => {
  expect(withClosing(open, new Map(), new Set([1]))).toEqual([{ id: 3, result: null }]);
});
