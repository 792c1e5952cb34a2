import { expect, it } from 'vitest';
import { skipRepeats } from './skip-repeats.ts';

it('passes on each value that differs from the previous one, and no other', () => {
  const passed: string[] = [];
  const pass = skipRepeats((value: string) => passed.push(value));
  for (const value of ['loading', 'full', 'full', 'full', 'empty', 'full']) pass(value);
  expect(passed).toEqual(['loading', 'full', 'empty', 'full']);
});
