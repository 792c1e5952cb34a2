import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Causes } from './causes.ts';

describe('external causes', () => {
  it('are remembered permanently once they are booked, in any order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 60 })), (numbers) => {
        const causes = new Causes();
        numbers.forEach((n, at) => {
          expect(causes.has('deposit', n)).toBe(false);
          causes.add('deposit', n);
          for (const before of numbers.slice(0, at + 1)) expect(causes.has('deposit', before)).toBe(true);
        });
        for (let n = 1; n <= 60; n += 1) expect(causes.has('deposit', n)).toBe(numbers.includes(n));
      }),
    );
  });

  it('are stored as one interval when their numbers are consecutive', () => {
    const causes = new Causes();
    for (const n of [1, 2, 5, 4, 3, 7]) causes.add('deposit', n);

    expect([...causes.booked()]).toEqual([
      {
        source: 'deposit',
        intervals: [
          [1, 5],
          [7, 7],
        ],
      },
    ]);
  });

  it('have whole numbers: fractions between booked numbers are not booked', () => {
    const causes = new Causes();
    for (const n of [1, 2, 3]) causes.add('deposit', n);

    expect([1.5, 2.5, Number.NaN].map((n) => causes.has('deposit', n))).toEqual([false, false, false]);
  });

  it('of different sources are independent, and sources are listed by name', () => {
    const causes = new Causes();
    causes.add('grant', 1);
    causes.add('deposit', 2);

    expect(causes.has('grant', 2)).toBe(false);
    expect([...causes.booked()].map(({ source }) => source)).toEqual(['deposit', 'grant']);
  });
});
