import { describe, expect, it } from 'vitest';
import { readTerms } from './product-terms.ts';

const entered = { amount: '1000', days: '30', rate: '5.25', quota: '100', userQuota: '0' };

describe('the form of a savings product', () => {
  it('reads the rate as an exact fraction', () => {
    expect(readTerms(entered)).toEqual({ amount: '1000', days: 30, rate: '0.0525', quota: 100, user_quota: 0 });
  });

  it('refuses a principal or a rate of zero, and figures out of range', () => {
    expect(readTerms({ ...entered, amount: '0.00' }).amount).toBeNull();
    for (const rate of ['0', '100.0001', '0.00001', '']) expect(readTerms({ ...entered, rate }).rate, rate).toBeNull();
    for (const days of ['0', '3651', '1.5']) expect(readTerms({ ...entered, days }).days, days).toBeNull();
    expect(readTerms({ ...entered, quota: '-1', userQuota: '9007199254740993' })).toMatchObject({
      quota: null,
      user_quota: null,
    });
  });
});
