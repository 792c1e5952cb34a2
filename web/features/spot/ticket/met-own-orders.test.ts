import { describe, expect, it } from 'vitest';
import { marketOf } from '../../markets/testing/market-of.ts';
import { emptyDraft, withAmount, withPostOnly, type OrderDraft, type OrderKind, type Side } from './order-draft.ts';
import { evaluateOrder, type OrderContext } from './order-form.ts';

const { match } = marketOf({ index: 1, base: 'BTC', quote: 'USDT' });

const asks = [
  { price: '100', amount: '1' },
  { price: '101', amount: '2' },
  { price: '102', amount: '5' },
];
const bids = [
  { price: '99', amount: '1' },
  { price: '98', amount: '2' },
];
/** Own asks: part of the first level, and all of the second. */
const own = [
  { price: '101', amount: '2' },
  { price: '100.00', amount: '0.4' },
];

describe("an order that would match the user's own", () => {
  it('warns how much of them would be cancelled, up to the price it reaches', () => {
    expect(warningOf(order('limit', 'buy', '2', '102'))).toEqual([
      'ticket.meetsOwn',
      { amount: '2.4', price: '100.00' },
    ]);
    expect(warningOf(order('limit', 'buy', '2', '101'))).toEqual([
      'ticket.meetsOwn',
      { amount: '2.4', price: '100.00' },
    ]);
    expect(warningOf(order('limit', 'buy', '2', '100'))).toEqual([
      'ticket.meetsOwn',
      { amount: '0.4', price: '100.00' },
    ]);
    expect(warningOf(order('limit', 'buy', '0.6', '102'))).toEqual([
      'ticket.meetsOwn',
      { amount: '0.4', price: '100.00' },
    ]);
    expect(warningOf(order('market', 'buy', '2'))).toEqual(['ticket.meetsOwn', { amount: '2.4', price: '100.00' }]);
    expect(warningOf(order('market', 'buy', '0.5'))).toEqual(['ticket.meetsOwn', { amount: '0.4', price: '100.00' }]);
  });

  it('warns for a sell too, and when the visible book ends before the order is filled', () => {
    const mine = { opposite: bids, own: [{ price: '98', amount: '0.5' }] };
    expect(warningOf(order('limit', 'sell', '1', '98'), mine)).toBeNull();
    expect(warningOf(order('limit', 'sell', '1.5', '98'), mine)).toEqual([
      'ticket.meetsOwn',
      { amount: '0.5', price: '98.00' },
    ]);
    const deep = { opposite: bids, own: [{ price: '90', amount: '0.5' }] };
    expect(warningOf(order('limit', 'sell', '4', '90'), deep)?.[1]).toEqual({ amount: '0.5', price: '90.00' });
    expect(warningOf(order('limit', 'sell', '2', '90'), deep)).toBeNull();
  });

  it("warns where it would end itself, by the market's default or the user's choice", () => {
    for (const [prevention, key] of [
      ['expire_taker', 'ticket.endsAtOwn'],
      ['expire_both', 'ticket.endsBoth'],
    ] as const) {
      const first = [key, { amount: '0.4', price: '100.00' }];
      expect(warningOf({ ...order('limit', 'buy', '2', '102'), prevention })).toEqual(first);
      expect(warningOf({ ...order('market', 'buy', '2'), prevention })).toEqual(first);
      const strict = { match: { ...match, self_trade_prevention: prevention } };
      expect(warningOf(order('market', 'buy', '2'), strict)).toEqual(first);
      expect(warningOf({ ...order('market', 'buy', '2'), prevention: 'expire_maker' }, strict)?.[0]).toBe(
        'ticket.meetsOwn',
      );
      // The estimate does not count liquidity behind the own order, also when the market's default ends the order
      // there.
      expect(evaluateOrder(order('market', 'buy', '2'), context(strict)).summary.total).toBe('60');
    }
  });

  it('does not warn without own orders in its way, when it only rests, or before an amount is entered', () => {
    expect(warningOf(order('limit', 'buy', '2', '99.99'))).toBeNull();
    expect(warningOf(withPostOnly(order('limit', 'buy', '2', '102'), true))).toBeNull();
    expect(warningOf(order('limit', 'buy', '', '102'))).toBeNull();
    expect(warningOf(order('market', 'buy', ''))).toBeNull();
    expect(warningOf(order('market', 'buy', '2'), { own: [] })).toBeNull();
  });
});

function warningOf(draft: OrderDraft, given: Partial<OrderContext> = {}): unknown[] | null {
  const warning = evaluateOrder(draft, context(given)).warnings.find(({ key }) => /Own|Both/.test(key));
  if (warning === undefined) return null;
  const { currency, ...values } = warning.values;
  expect([currency, warning.grave]).toEqual(['BTC', false]);
  return [warning.key, values];
}

function context(given: Partial<OrderContext>): OrderContext {
  return { match, available: '100000', opposite: asks, own, last: null, ...given };
}

function order(kind: OrderKind, side: Side, amount: string, price = ''): OrderDraft {
  return withAmount({ ...emptyDraft(side, kind), price }, amount);
}
