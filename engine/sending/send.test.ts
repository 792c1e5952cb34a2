import { describe, expect, it } from 'vitest';
import { currencyId, userId, venue } from '../identifiers.ts';
import { accountType } from '../ledger/account.ts';
import { posting } from '../ledger/posting.ts';
import { asAmount } from '../money.ts';
import { owe, sending } from '../testing/movements.ts';
import { alice, bob, openExchange, rejectionOf, setup, typesOf, usdt } from '../testing/test-exchange.ts';
import type { Command } from '../command.ts';
import type { UserId } from '../identifiers.ts';
import type { TestExchange } from '../testing/test-exchange.ts';

const { change, legal, external } = accountType;
const carol = userId(100_077);

function restriction(user: UserId, scope: 'outflow' | 'trading'): Command {
  return { type: 'restrict_user', user, before: 'none', scope, ...setup };
}

function funded(units = 100): TestExchange {
  const tested = openExchange();
  tested.fund(alice, usdt, units);
  return tested;
}

describe('coins sent to another user', () => {
  it('move from one spot account to the other, and the event names both', () => {
    const tested = funded();
    expect(tested.apply(sending(alice, carol, 30))).toEqual([
      {
        type: 'sent',
        user: alice,
        toUser: carol,
        currency: usdt,
        amount: 30,
        source: 'send',
        n: 1,
        postings: [posting(alice, change, usdt, -30, 0), posting(carol, change, usdt, 30, 0)],
      },
    ]);
    expect([tested.balance(alice, usdt), tested.balance(carol, usdt)]).toEqual([
      [70, 0],
      [30, 0],
    ]);
  });

  it('move once for each request, even if the repetition differs, also after a restart', () => {
    const tested = funded();
    tested.apply(sending(alice, carol, 30));
    const repeated = [{ type: 'cause_repeated', command: 'send', source: 'send', n: 1 }];

    expect(tested.apply(sending(alice, bob, 50))).toEqual(repeated);
    const restarted = tested.restarted();
    expect(restarted.apply(sending(alice, carol, 30))).toEqual(repeated);
    expect(restarted.balance(alice, usdt)).toEqual([70, 0]);
    expect(restarted.apply(sending(alice, carol, 30, 2))).toHaveLength(1);
    expect(restarted.balance(carol, usdt)).toEqual([60, 0]);
  });

  it('can be requested again after a refusal', () => {
    const tested = openExchange();
    expect(rejectionOf(tested.apply(sending(alice, carol, 30)))).toMatchObject({ available: 0, needed: 30 });
    tested.fund(alice, usdt, 30);
    expect(typesOf(tested.apply(sending(alice, carol, 30)))).toEqual(['sent']);
  });

  it('may be the whole balance, and the receiver can send them on at once', () => {
    const tested = funded();
    tested.apply(sending(alice, carol, 100));
    expect(typesOf(tested.apply(sending(carol, bob, 100, 2)))).toEqual(['sent']);
  });

  it('come from the spot account only', () => {
    const tested = openExchange();
    tested.fund(alice, usdt, 10);
    const move = { user: alice, currency: usdt, amount: asAmount(10), from: change, to: legal, requestKey: null };
    tested.apply({ type: 'transfer', ...move });
    expect(rejectionOf(tested.apply(sending(alice, carol, 1)))?.reason).toBe('insufficient_balance');
  });

  it.each([
    ['user_invalid', { user: venue }],
    ['user_invalid', { user: 1.5 }],
    ['receiver_invalid', { toUser: alice }],
    ['receiver_invalid', { toUser: venue }],
    ['receiver_invalid', { toUser: 2 ** 30 }],
    ['currency_unknown', { currency: currencyId(99) }],
    ['cause_invalid', { source: '' }],
    ['cause_invalid', { n: 0 }],
    ['amount_invalid', { amount: 0 }],
    ['amount_invalid', { amount: -1 }],
    ['amount_invalid', { amount: 0.5 }],
    ['amount_invalid', { amount: 2 ** 53 }],
    ['insufficient_balance', { amount: 101 }],
  ] as const)('are refused as %s with %j, and nothing moves', (reason, odd) => {
    const tested = funded();
    expect(rejectionOf(tested.apply(sending(alice, carol, 30, 1, odd)))?.reason).toBe(reason);
    expect(tested.balance(alice, usdt)).toEqual([100, 0]);
    expect(tested.balance(carol, usdt)).toEqual([0, 0]);
  });

  it.each(['outflow', 'trading'] as const)('are neither sent nor received by a user restricted to %s', (scope) => {
    const tested = funded();
    tested.apply(restriction(carol, scope));
    expect(rejectionOf(tested.apply(sending(alice, carol, 30)))?.reason).toBe('receiver_restricted');
    tested.apply(restriction(alice, scope));
    expect(rejectionOf(tested.apply(sending(alice, bob, 30)))?.reason).toBe('outflow_stopped');
    // The receiver is judged first.
    expect(rejectionOf(tested.apply(sending(alice, carol, 30)))?.reason).toBe('receiver_restricted');
  });

  it('stay while their owner has a debt or needs them for an unmatured deposit', () => {
    const tested = funded();
    const deposit = { accountType: change, currency: usdt, amount: asAmount(40), source: 'deposit', n: 9 };
    tested.apply({ type: 'credit_deposit', user: alice, ...deposit, matured: false });
    expect(rejectionOf(tested.apply(sending(alice, carol, 101)))?.reason).toBe('deposit_unmatured');
    expect(typesOf(tested.apply(sending(alice, carol, 100)))).toEqual(['sent']);

    owe(tested, bob, 5);
    tested.fund(bob, usdt, 3);
    expect(rejectionOf(tested.apply(sending(bob, carol, 1, 2)))?.reason).toBe('debt_outstanding');
  });

  it('first pay the debt of their receiver', () => {
    const tested = funded();
    owe(tested, carol, 20);
    expect(tested.apply(sending(alice, carol, 30))).toMatchObject([
      { type: 'sent', amount: 30 },
      { type: 'debt_repaid', user: carol, accountType: change, amount: 20, left: 0, by: 'credit' },
    ]);
    expect(tested.balance(carol, usdt)).toEqual([10, 0]);
    // All coins that entered less those that left: the 100 of alice less the 20 that the world took back.
    expect(tested.balance(venue, usdt, external)).toEqual([-80, 0]);
  });
});
