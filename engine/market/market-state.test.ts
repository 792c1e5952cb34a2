import { describe, expect, it } from 'vitest';
import { userId } from '../identifiers.ts';
import { alice, bob, btcusdt, carol, fundedExchange, rejectionOf, setup, tradesOf } from '../testing/test-exchange.ts';
import type { MarketState } from './commands.ts';
import type { Event } from '../event.ts';
import type { TestExchange } from '../testing/test-exchange.ts';

const states = ['open', 'post_only', 'cancel_only', 'halted'] as const satisfies MarketState[];

function change(tested: TestExchange, state: MarketState): Event[] {
  return tested.apply({ type: 'change_market_state', market: btcusdt, state, ...setup });
}

/** Bob's sell of 5 lots at 100 and buy of 5 at 90, resting while the market enters state `by` and then `state`. */
function exchangeIn(state: MarketState, by: MarketState): TestExchange {
  const tested = fundedExchange();
  tested.sell(bob, 5, 100, { clientOrderId: 'mine' });
  tested.buy(bob, 5, 90);
  for (const next of [by, state]) change(tested, next);
  return tested;
}

/** Every user command, and the states in which it is accepted. */
const requests: readonly [string, (tested: TestExchange) => Event[], readonly MarketState[]][] = [
  ['an order that rests', (tested) => tested.buy(alice, 1, 95), ['open', 'post_only']],
  ['a post-only order that rests', (tested) => tested.sell(alice, 1, 110, { postOnly: true }), ['open', 'post_only']],
  ['an order that would trade', (tested) => tested.buy(alice, 1, 100), ['open']],
  ['an order that would match an order of its own user', (tested) => tested.buy(bob, 1, 100), ['open']],
  ['an immediate-or-cancel order', (tested) => tested.buy(alice, 1, 95, { timeInForce: 'ioc' }), ['open']],
  ['a fill-or-kill order', (tested) => tested.buy(alice, 1, 100, { timeInForce: 'fok' }), ['open']],
  ['a market order by quantity', (tested) => tested.take('buy', alice, 1), ['open']],
  ['a market order by amount', (tested) => tested.takeAmount('sell', alice, 90), ['open']],
  ['a stop order', (tested) => tested.stopLimit('buy', alice, 120, [1, 120]), ['open']],
  ['a replacement that rests', (tested) => tested.replace(bob, 1, 5, 101), ['open', 'post_only']],
  ['a replacement that would trade', (tested) => tested.replace(bob, 1, 5, 90), ['open']],
  ['a reduction', (tested) => tested.reduce(bob, 1, 4), ['open', 'post_only', 'cancel_only']],
  ['a cancel', (tested) => tested.cancel(bob, 1), ['open', 'post_only', 'cancel_only']],
  [
    'a cancel by client order id',
    (tested) =>
      tested.apply({ type: 'cancel_client_order', user: bob, clientOrderId: 'mine', side: null, requestKey: null }),
    ['open', 'post_only', 'cancel_only'],
  ],
  ['a cancel-all', (tested) => tested.cancelAll(bob), ['open', 'post_only', 'cancel_only']],
];

describe('a market', () => {
  const table = states.flatMap((state) =>
    states
      .filter((by) => by !== state)
      .flatMap((by) => requests.map(([what, send, allowed]) => ({ state, by, what, send, allowed }))),
  );

  it.each(table)('that changes from $by to $state handles $what by its new state', ({ state, by, send, allowed }) => {
    const isAllowed = allowed.some((one) => one === state);

    expect(rejectionOf(send(exchangeIn(state, by)))).toEqual(isAllowed ? null : { reason: 'market_not_open' });
  });

  it.each(states.flatMap((from) => states.filter((to) => to !== from).map((to) => [from, to] as const)))(
    'changes from %s to %s and reports both states, the operator and the reason',
    (from, to) => {
      const tested = fundedExchange({ state: from });
      const operator = userId(100_777);
      const command = { type: 'change_market_state', market: btcusdt, state: to, operator, cause: 'incident' } as const;

      expect(tested.apply(command)).toEqual([
        { type: 'market_state_changed', market: btcusdt, before: from, after: to, operator, cause: 'incident' },
      ]);
      expect([...tested.exchange.markets()]).toMatchObject([{ state: to }]);
    },
  );

  it.each(states)('that is already %s refuses the same state', (state) => {
    expect(rejectionOf(change(fundedExchange({ state }), state))).toEqual({ reason: 'setting_unchanged' });
  });

  it('keeps its orders and their places through every state, and trades them when it reopens', () => {
    const tested = fundedExchange();
    tested.sell(bob, 1, 100);
    tested.sell(carol, 1, 100);
    for (const state of ['halted', 'cancel_only', 'post_only'] as const) change(tested, state);
    tested.sell(bob, 1, 100);
    change(tested, 'open');

    expect(tradesOf(tested.buy(alice, 3, 100))).toEqual(['1 × 1 @ 100', '2 × 1 @ 100', '3 × 1 @ 100']);
  });

  it('that is halted stays halted after a restart', () => {
    const tested = exchangeIn('halted', 'post_only').restarted();

    expect(rejectionOf(tested.cancel(bob, 1))).toEqual({ reason: 'market_not_open' });
  });

  it('refuses an invalid operator, and an unlisted one is reported as unknown', () => {
    const tested = fundedExchange();
    const command = { type: 'change_market_state', market: btcusdt, state: 'halted', cause: 'incident' } as const;
    const other = 9 as typeof btcusdt;

    expect(rejectionOf(tested.apply({ ...command, operator: -1 as typeof alice, market: other }))).toEqual({
      reason: 'operator_invalid',
    });
    expect(rejectionOf(tested.apply({ ...command, operator: alice, market: other }))).toEqual({
      reason: 'market_unknown',
    });
  });
});
