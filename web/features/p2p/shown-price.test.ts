import { expect, test } from 'vitest';
import { shownPrice } from './shown-price.ts';

const moved = { listed: '7.21', price: '7.3' };

test.each([
  ['7.21', { first: '7.21', moved: null }, '7.21', null],
  ['7.25', { first: '7.21', moved: null }, '7.25', '7.21'],
  ['7.21', { first: '7.21', moved }, '7.3', '7.21'],
  ['7.31', { first: '7.21', moved }, '7.31', '7.21'],
  ['7.21', { first: '7.21', moved: { listed: '7.25', price: '7.3' } }, '7.21', null],
  [null, { first: '7.21', moved: null }, null, null],
  [null, { first: '7.21', moved }, null, null],
  ['7.21', { first: null, moved: null }, '7.21', null],
])('an ad that is listed at %s, of the prices %o, is shown at %s instead of %s', (listed, known, price, changed) => {
  expect(shownPrice(listed, known)).toEqual({ price, changed });
});
