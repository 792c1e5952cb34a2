import { describe, expect, it } from 'vitest';
import { paidTogether } from './matured-deposits.ts';
import { lockOf } from './testing/deposits.ts';

describe('deposits that mature together', () => {
  it('are added up by currency, each with its interest', () => {
    const bitcoin = lockOf({ id: 2, currency: { id: 1, code: 'BTC' }, number: '0.1', interest: '0.0004' });
    expect(paidTogether([lockOf(), bitcoin, lockOf({ id: 3 })])).toEqual([
      { amount: '2008.219178', currency: 'USDT' },
      { amount: '0.1004', currency: 'BTC' },
    ]);
  });
});
