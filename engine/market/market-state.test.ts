import { describe, expect, it } from 'vitest';
import { userId } from '../identifiers.ts';
import { alice, bob, btcusdt, carol, fundedDesk, rejectionOf, setup, tradesOf } from '../testing/desk.ts';
import type { MarketState } from './commands.ts';
import type { Event } from '../event.ts';
import type { Desk } from '../testing/desk.ts';

const states = ['open', 'post_only', 'cancel_only', 'halted'] as const satisfies MarketState[];

function change(desk: Desk, state: MarketState): Event[] {
  return desk.apply({ type: 'change_market_state', market: btcusdt, state, ...setup });
}

/** Bob's sell of 5 lots at 100 and bid of 5 at 90, standing while the market comes to this state by way of another. */
function deskIn(state: MarketState, by: MarketState): Desk {
  const desk = fundedDesk();
  desk.sell(bob, 5, 100, { clientOrderId: 'mine' });
  desk.buy(bob, 5, 90);
  for (const next of [by, state]) change(desk, next);
  return desk;
}

/** Every command that people give, and the states in which it is carried out. */
const requests: readonly [string, (desk: Desk) => Event[], readonly MarketState[]][] = [
  ['an order that rests', (desk) => desk.buy(alice, 1, 95), ['open', 'post_only']],
  ['a post-only order that rests', (desk) => desk.sell(alice, 1, 110, { postOnly: true }), ['open', 'post_only']],
  ['an order that would trade', (desk) => desk.buy(alice, 1, 100), ['open']],
  ['an order that would meet one of its own user', (desk) => desk.buy(bob, 1, 100), ['open']],
  ['an immediate-or-cancel order', (desk) => desk.buy(alice, 1, 95, { timeInForce: 'ioc' }), ['open']],
  ['a fill-or-kill order', (desk) => desk.buy(alice, 1, 100, { timeInForce: 'fok' }), ['open']],
  ['a market order by quantity', (desk) => desk.take('buy', alice, 1), ['open']],
  ['a market order by amount', (desk) => desk.takeAmount('sell', alice, 90), ['open']],
  ['a stop order', (desk) => desk.stopLimit('buy', alice, 120, [1, 120]), ['open']],
  ['a replacement that rests', (desk) => desk.replace(bob, 1, 5, 101), ['open', 'post_only']],
  ['a replacement that would trade', (desk) => desk.replace(bob, 1, 5, 90), ['open']],
  ['a reduction', (desk) => desk.reduce(bob, 1, 4), ['open', 'post_only', 'cancel_only']],
  ['a cancel', (desk) => desk.cancel(bob, 1), ['open', 'post_only', 'cancel_only']],
  [
    'a cancel by client order id',
    (desk) =>
      desk.apply({ type: 'cancel_client_order', user: bob, clientOrderId: 'mine', side: null, requestKey: null }),
    ['open', 'post_only', 'cancel_only'],
  ],
  ['a cancel of all', (desk) => desk.cancelAll(bob), ['open', 'post_only', 'cancel_only']],
];

describe('a market', () => {
  const table = states.flatMap((state) =>
    states
      .filter((by) => by !== state)
      .flatMap((by) => requests.map(([what, send, allowed]) => ({ state, by, what, send, allowed }))),
  );

  it.each(table)('that comes from $by to $state answers $what by its new state', ({ state, by, send, allowed }) => {
    const isAllowed = allowed.some((one) => one === state);

    expect(rejectionOf(send(deskIn(state, by)))).toEqual(isAllowed ? null : { reason: 'market_not_open' });
  });

  it.each(states.flatMap((from) => states.filter((to) => to !== from).map((to) => [from, to] as const)))(
    'goes from %s to %s and says from where, to where, by whom and why',
    (from, to) => {
      const desk = fundedDesk({ state: from });
      const operator = userId(100_777);
      const command = { type: 'change_market_state', market: btcusdt, state: to, operator, cause: 'incident' } as const;

      expect(desk.apply(command)).toEqual([
        { type: 'market_state_changed', market: btcusdt, before: from, after: to, operator, cause: 'incident' },
      ]);
      expect([...desk.exchange.markets()]).toMatchObject([{ state: to }]);
    },
  );

  it.each(states)('that is %s already cannot be made so again', (state) => {
    expect(rejectionOf(change(fundedDesk({ state }), state))).toEqual({ reason: 'setting_unchanged' });
  });

  it('keeps its orders and their places through every state, and trades them when it opens again', () => {
    const desk = fundedDesk();
    desk.sell(bob, 1, 100);
    desk.sell(carol, 1, 100);
    for (const state of ['halted', 'cancel_only', 'post_only'] as const) change(desk, state);
    desk.sell(bob, 1, 100);
    change(desk, 'open');

    expect(tradesOf(desk.buy(alice, 3, 100))).toEqual(['1 × 1 @ 100', '2 × 1 @ 100', '3 × 1 @ 100']);
  });

  it('that is halted is so after a restart', () => {
    const desk = deskIn('halted', 'post_only').restarted();

    expect(rejectionOf(desk.cancel(bob, 1))).toEqual({ reason: 'market_not_open' });
  });

  it('is left alone by an operator who cannot be, and nobody changes one that is not listed', () => {
    const desk = fundedDesk();
    const command = { type: 'change_market_state', market: btcusdt, state: 'halted', cause: 'incident' } as const;
    const other = 9 as typeof btcusdt;

    expect(rejectionOf(desk.apply({ ...command, operator: -1 as typeof alice, market: other }))).toEqual({
      reason: 'operator_invalid',
    });
    expect(rejectionOf(desk.apply({ ...command, operator: alice, market: other }))).toEqual({
      reason: 'market_unknown',
    });
  });
});
