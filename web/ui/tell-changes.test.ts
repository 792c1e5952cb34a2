import { expect, it } from 'vitest';
import { tellChanges } from './tell-changes.ts';

it('passes on each value that differs from the previous one, and no other', () => {
  const told: string[] = [];
  const tell = tellChanges((value: string) => told.push(value));
  for (const value of ['loading', 'full', 'full', 'full', 'empty', 'full']) tell(value);
  expect(told).toEqual(['loading', 'full', 'empty', 'full']);
});
