import { expect, it } from 'vitest';
import { freeLabels } from './strike-labels.ts';

const at = (id: number, x: number, y: number, width = 60) => ({ id, x, y, width });

it('labels that would cover an earlier one are left out', () => {
  const labels = [at(1, 100, 50), at(2, 130, 55), at(3, 100, 64), at(4, 161, 50), at(5, 120, 70)];
  expect(freeLabels(labels)).toEqual(new Set([1, 3, 4]));
});

it('labels that only touch are all drawn', () => {
  expect(freeLabels([at(1, 0, 0), at(2, 60, 0), at(3, 0, 13)])).toEqual(new Set([1, 2, 3]));
});
