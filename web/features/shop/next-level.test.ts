import { expect, it } from 'vitest';
import { nextLevel } from './next-level.ts';

it('names the level above until the highest', () => {
  expect([null, 1, 2, 3].map((level) => nextLevel(level)?.level ?? null)).toEqual([null, 2, 3, null]);
});
