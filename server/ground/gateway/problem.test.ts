import { expect, test } from 'vitest';
import { problemOf } from './problem.ts';

test('an unavailable database means a closed exchange', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
  for (const error of [refused, new Error('Query read timeout'), new Error('the call failed', { cause: refused })]) {
    expect(problemOf(error)).toEqual({ ok: false, error: 'exchange_closed', parameters: {} });
  }
  expect(problemOf(new Error('a fault of ours'))).toBeNull();
});
