import { describe, expect, test } from 'vitest';
import { dueWarnings } from './order-pending.ts';

const hourMs = 3_600_000;
const terms = { delayMs: 24 * hourMs, autoMs: 24 * hourMs };

describe('the warnings to a silent seller', () => {
  test.each([
    [0.5, []],
    [1, ['1']],
    [11.9, ['1']],
    [12, ['12']],
    [23, ['23']],
  ])('%s hours after the payment are %j', (hours, kinds) => {
    expect(dueWarnings({ ...terms, step: 'paid', dueAtMs: 24 * hourMs }, hours * hourMs)).toEqual(kinds);
  });

  test('include one in the last hour of a delayed order', () => {
    const delayed = { ...terms, step: 'delayed', dueAtMs: 48 * hourMs } as const;
    expect(dueWarnings(delayed, 46.9 * hourMs)).toEqual([]);
    expect(dueWarnings(delayed, 47 * hourMs)).toEqual(['last_hour']);
  });

  test('are none while an appeal is open or nothing is paid', () => {
    expect(dueWarnings({ ...terms, step: 'appealed', dueAtMs: null }, 40 * hourMs)).toEqual([]);
    expect(dueWarnings({ ...terms, step: 'created', dueAtMs: hourMs }, 40 * hourMs)).toEqual([]);
  });
});
