import { describe, expect, it } from 'vitest';
import { keptTab } from './testing/kept-tab.ts';
import { OrderAttempts } from './order-attempts.ts';
import { emptyDraft, withAmount } from './order-draft.ts';
import type { OrderInput } from './order-form.ts';

describe('an order without a response', () => {
  const limit = (number: string): OrderInput => ({ currency_match_id: 1, order_type: 'limit', price: '10', number });
  const draft = withAmount({ ...emptyDraft('buy'), price: '10' }, '1');

  it('is retried under the same key until its outcome is known, then under a new one', () => {
    const attempts = counted();
    expect(attempts.begin(draft, limit('1')).key).toBe('1');
    expect(attempts.begin({ ...draft }, limit('1')).key).toBe('1');
    attempts.settle(draft, limit('1'));
    expect(attempts.begin(draft, limit('1')).key).toBe('2');
  });

  it('keeps its key while other orders are sent', () => {
    const attempts = counted();
    expect(attempts.begin(draft, limit('1')).key).toBe('1');
    expect(attempts.begin(draft, limit('2')).key).toBe('2');
    expect(attempts.begin({ ...draft, side: 'sell' }, limit('1')).key).toBe('3');
    attempts.settle(draft, limit('2'));
    expect(attempts.begin(draft, limit('1')).key).toBe('1');
  });

  it('counts as the same market order when the best price has moved, and is sent with its first values', () => {
    const attempts = counted();
    const market = { ...draft, kind: 'market' } as const;
    const input = (price: string): OrderInput => ({ ...limit('1'), order_type: 'market', price });
    const first = attempts.begin(market, input('100'));
    expect(attempts.begin(market, input('101'))).toEqual(first);
    expect(first.input.price).toBe('100');
    attempts.settle(market, input('102'));
    expect(attempts.begin(market, input('102')).key).toBe('2');
  });

  it('keeps its key across a reload until its outcome is known', () => {
    const tab = keptTab();
    const attempts = new OrderAttempts(() => 'first', tab);
    expect(attempts.begin(draft, limit('1'))).toMatchObject({ key: 'first' });
    const reloaded = new OrderAttempts(() => 'second', tab);
    expect([reloaded.isOpen({ ...draft }, 1), reloaded.isOpen(draft, 2)]).toEqual([true, false]);
    expect(reloaded.isOpen(withAmount(draft, '2'), 1)).toBe(false);
    expect(reloaded.begin(draft, limit('1'))).toMatchObject({ key: 'first' });
    reloaded.settle(draft, limit('1'));
    expect(new OrderAttempts(() => 'third', tab).begin(draft, limit('1')).key).toBe('third');
  });

  it("belongs to its user: another user's is a different order, a renamed account's is not", () => {
    const attempts = counted();
    attempts.belongTo('ann');
    expect(attempts.begin(draft, limit('1')).key).toBe('1');
    attempts.belongTo('ben');
    expect(attempts.lastOpen(1)).toBeNull();
    expect(attempts.begin(draft, limit('1')).key).toBe('2');
    attempts.settle(draft, limit('1'));
    attempts.belongTo('ann');
    expect(attempts.lastOpen(1)).toEqual(draft);
    attempts.rename('ann', 'Ann');
    expect(attempts.begin(draft, limit('1')).key).toBe('1');
  });

  it('is ignored when its stored form is invalid', () => {
    for (const kept of ['', '[1]', '{"a":{"key":"k"}}', '{"a":{"key":"k","draft":{},"input":{}}}', 'null']) {
      const tab = keptTab({ order_attempts: kept });
      expect(new OrderAttempts(() => 'new', tab).begin(draft, limit('1')).key).toBe('new');
    }
  });

  function counted(): OrderAttempts {
    let keys = 0;
    return new OrderAttempts(() => String((keys += 1)), keptTab());
  }
});
