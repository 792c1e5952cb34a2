import { expect, test } from 'vitest';
import { isNestedBeyond } from './nesting.ts';

test.each([
  ['', 0, false],
  ['"[[[["', 0, false],
  ['[]', 0, true],
  ['[]', 1, false],
  ['[[],[],{}]', 2, false],
  ['[[],[{}],{}]', 2, true],
  ['{"a":"\\"[[["}', 1, false],
  ['{"a":"\\\\","b":[[1]]}', 2, true],
  [`${'['.repeat(30_000)}${']'.repeat(30_000)}`, 16, true],
])('%s nested deeper than %i', (text, max, expected) => {
  expect(isNestedBeyond(text, max)).toBe(expected);
});
