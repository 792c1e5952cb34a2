import { describe, expect, it } from 'vitest';
import { defaultAbove, readConfirms } from './confirms.ts';
import { largeOrderWarning } from './large-order.ts';
import { emptyDraft } from './order-draft.ts';

const market = emptyDraft('sell', 'market');

describe('an order without a price limit', () => {
  it('is confirmed when it is worth more than the limit: a market sell of 83,000 USDT by default', () => {
    expect(largeOrderWarning(market, { worth: '83000', usdtPrice: '1', above: defaultAbove })).toEqual({
      key: 'ticket.large',
      values: { amount: '83000', limit: '10000' },
      grave: true,
    });
    expect(largeOrderWarning(market, { worth: '10000', usdtPrice: '1', above: defaultAbove })).toBeNull();
    expect(largeOrderWarning(market, { worth: '83000', usdtPrice: '1', above: '83000' })).toBeNull();
    expect(largeOrderWarning(market, { worth: '83000', usdtPrice: '1', above: null })).toBeNull();
  });

  it('is valued in USDT on a market with another quote currency, and confirmed when its value is unknown', () => {
    const large = largeOrderWarning(market, { worth: '0.5', usdtPrice: '83000.5', above: defaultAbove });
    expect(large?.values['amount']).toBe('41500.25');
    expect(largeOrderWarning(market, { worth: '0.1', usdtPrice: '83000', above: defaultAbove })).toBeNull();
    for (const unknown of [
      { worth: null, usdtPrice: '1' },
      { worth: '1', usdtPrice: '0' },
    ]) {
      expect(largeOrderWarning(market, { ...unknown, above: defaultAbove })?.key).toBe('ticket.largeUnknown');
    }
  });

  it('may be a stop-market order, but not one with a price limit', () => {
    const valued = { worth: '83000', usdtPrice: '1', above: defaultAbove };
    expect(largeOrderWarning(emptyDraft('buy', 'stop_market'), valued)).not.toBeNull();
    expect(largeOrderWarning(emptyDraft('buy', 'limit'), valued)).toBeNull();
    expect(largeOrderWarning(emptyDraft('buy', 'stop_limit'), valued)).toBeNull();
  });
});

describe('the stored limit', () => {
  const stored = (above: string | null) =>
    readConfirms({ read: (key) => (key === 'confirm_above' ? above : null) }).above;

  it('is 10,000 USDT at first and when it is unreadable, and can be turned off', () => {
    expect([stored(null), stored('many'), stored('0'), stored('off'), stored('250.5')]).toEqual([
      '10000',
      '10000',
      '10000',
      null,
      '250.5',
    ]);
  });
});
