import { describe, expect, it } from 'vitest';
import { currencyId, venue } from '../identifiers.ts';
import { alice, bob, openExchange, rejectionOf, typesOf, usdt } from '../testing/test-exchange.ts';
import { escrow, giveBack, payOut, sendOff, withdrawal } from '../testing/movements.ts';
import { accountType } from './account.ts';
import { posting } from './posting.ts';
import type { Command } from '../command.ts';
import type { TestExchange } from '../testing/test-exchange.ts';

/** Alice has 100 units of USDT. */
function tested(): TestExchange {
  const opened = openExchange();
  opened.fund(alice, usdt, 100);
  return opened;
}

/** The events of a command that was already executed. */
function repeated({ type, source, n }: Command & { source: string; n: number }): object[] {
  return [{ type: 'cause_repeated', command: type, source, n }];
}

describe('a hold', () => {
  it('locks available money and makes it available again when released', () => {
    const opened = tested();
    opened.apply(escrow(alice, 40));
    expect(opened.balance(alice, usdt)).toEqual([60, 40]);

    expect(opened.apply(giveBack(1))).toEqual([
      {
        type: 'hold_released',
        kind: 'escrow',
        source: 'ad',
        n: 1,
        user: alice,
        accountType: 1,
        currency: usdt,
        amount: 40,
        postings: [posting(alice, 1, usdt, 40, -40)],
      },
    ]);
    expect(opened.balance(alice, usdt)).toEqual([100, 0]);
    expect([...opened.exchange.openHolds()]).toEqual([]);
  });

  it('for a withdrawal is settled to the outside, less the fee', () => {
    const opened = tested();
    opened.apply(withdrawal(alice, 40));
    opened.apply(sendOff(1, 3));

    expect(opened.balance(alice, usdt)).toEqual([60, 0]);
    expect(opened.balance(venue, usdt, accountType.external)).toEqual([-63, 0]);
    expect(opened.balance(venue, usdt, accountType.fees)).toEqual([3, 0]);
  });

  it('for an escrow is settled to another user, less the fee', () => {
    const opened = tested();
    opened.apply(escrow(alice, 40));

    expect(opened.apply(payOut(1, bob, 3))).toEqual([
      {
        type: 'hold_settled',
        kind: 'escrow',
        source: 'ad',
        n: 1,
        user: alice,
        accountType: 1,
        currency: usdt,
        amount: 40,
        receiver: bob,
        receiverType: 1,
        fee: 3,
        postings: [
          posting(alice, 1, usdt, 0, -40),
          posting(bob, 1, usdt, 37, 0, 3),
          posting(venue, accountType.fees, usdt, 3, 0),
        ],
      },
    ]);
    expect(opened.balance(alice, usdt)).toEqual([60, 0]);
    expect(opened.balance(bob, usdt)).toEqual([37, 0]);
    expect(opened.balance(venue, usdt, accountType.fees)).toEqual([3, 0]);
  });

  it('for a bond is paid to another user, or returned to its owner', () => {
    const opened = tested();
    for (const n of [1, 2]) opened.apply(escrow(alice, 20, n, { kind: 'bond' }));
    expect(rejectionOf(opened.apply(payOut(1, alice)))).toEqual({ reason: 'receiver_invalid' });
    expect(rejectionOf(opened.apply(sendOff(1, 0, { source: 'ad' })))).toEqual({ reason: 'receiver_invalid' });
    expect(opened.apply(payOut(1, bob))).toMatchObject([{ type: 'hold_settled', kind: 'bond', receiver: bob }]);
    opened.apply(giveBack(2));

    expect([opened.balance(alice, usdt), opened.balance(bob, usdt)]).toEqual([
      [80, 0],
      [20, 0],
    ]);
  });

  it('can coexist with other holds and orders on the same account', () => {
    const opened = openExchange();
    opened.fund(alice, usdt, 1000);
    opened.buy(alice, 3, 100);
    for (const n of [1, 2, 3]) opened.apply(escrow(alice, 100, n));
    opened.apply(giveBack(2));
    opened.cancel(alice, 1);

    expect(opened.balance(alice, usdt)).toEqual([800, 200]);
    expect([...opened.exchange.openHolds()].map(({ n }) => n)).toEqual([1, 3]);
  });

  it('cannot lock money that is already locked', () => {
    const opened = tested();
    opened.apply(escrow(alice, 40));

    expect(rejectionOf(opened.apply(escrow(alice, 61, 2)))).toEqual({
      reason: 'insufficient_balance',
      currency: usdt,
      available: 60,
      needed: 61,
    });
  });

  it('reports the first fault in the order user, account, currency, cause, amount, balance', () => {
    const opened = tested();
    const currency = currencyId(9);
    const reasons = [
      escrow(alice, 0, 0, { user: 0, accountType: 6, currency }),
      escrow(alice, 0, 0, { accountType: accountType.treasury, currency }),
      escrow(alice, 0, 0, { currency }),
      escrow(alice, 0, 0),
      escrow(alice, 0, 1, { source: '' }),
      escrow(alice, 0),
      escrow(alice, 101),
    ].map((command) => rejectionOf(opened.apply(command))?.reason);

    expect(reasons).toEqual([
      'user_invalid',
      'account_invalid',
      'currency_unknown',
      'cause_invalid',
      'cause_invalid',
      'amount_invalid',
      'insufficient_balance',
    ]);
  });
});

describe('a hold happens once, and ends once', () => {
  it.each([
    ['settled', payOut(1, bob, 2), giveBack(1)],
    ['released', giveBack(1), payOut(1, bob, 2)],
  ] as const)(
    'once %s, repetitions return the same outcome permanently, and ending it in the other way is refused',
    (outcome, end, other) => {
      const opened = tested();
      opened.apply(escrow(alice, 40));
      expect(opened.apply(escrow(alice, 40))).toEqual(repeated(escrow(alice, 40)));
      opened.apply(end);
      const balances = [...opened.exchange.balances()];

      for (const later of [opened, opened.restarted()]) {
        expect(later.apply(escrow(alice, 40))).toEqual(repeated(escrow(alice, 40)));
        expect(later.apply(end)).toEqual(repeated(end));
        expect(rejectionOf(later.apply(other))).toEqual({ reason: 'hold_ended', outcome });
        expect([...later.exchange.balances()]).toEqual(balances);
      }
    },
  );

  it('a repetition changes nothing, even if it differs', () => {
    const opened = tested();
    opened.apply(escrow(alice, 40));
    expect(opened.apply(withdrawal(bob, 7, 1, { source: 'ad', currency: 9 }))).toEqual(repeated(escrow(alice, 40)));
    opened.apply(payOut(1, bob, 2));
    expect(opened.apply(payOut(1, alice, 2 ** 53))).toEqual(repeated(payOut(1, bob)));

    expect(opened.balance(bob, usdt)).toEqual([38, 0]);
  });

  it('a refused reference may be used again', () => {
    const opened = tested();
    opened.apply(escrow(alice, 101));
    opened.fund(alice, usdt, 1);

    expect(typesOf(opened.apply(escrow(alice, 101)))).toEqual(['held']);
  });

  it('references of different sources are independent, and independent of credits', () => {
    const opened = tested();
    opened.apply(escrow(alice, 10));
    opened.apply(withdrawal(alice, 10));
    opened.apply(escrow(alice, 10, 1, { source: 'test' }));
    opened.apply(giveBack(1));

    expect([...opened.exchange.openHolds()].map(({ source }) => source)).toEqual(['draw', 'test']);
  });

  it('settling or releasing an unknown hold is refused', () => {
    const opened = tested();
    const ends = [payOut(7, bob), sendOff(7), giveBack(7), giveBack(0, ''), giveBack(0.5)];

    expect(ends.map((end) => rejectionOf(opened.apply(end)))).toEqual(ends.map(() => ({ reason: 'hold_not_found' })));
  });

  it('ended holds are stored as intervals, however many there were', () => {
    const opened = tested();
    for (let n = 1; n <= 100; n += 1) {
      opened.apply(escrow(alice, 1, n));
      opened.apply(n === 50 ? giveBack(n) : payOut(n, bob));
    }
    const causes = [...opened.exchange.snapshot()].filter((line) => /"command":"(settle|release)_hold"/.test(line));

    expect(causes.map((line): unknown => JSON.parse(line))).toEqual([
      { type: 'causes', command: 'release_hold', source: 'ad', intervals: [[50, 50]] },
      {
        type: 'causes',
        command: 'settle_hold',
        source: 'ad',
        intervals: [
          [1, 49],
          [51, 100],
        ],
      },
    ]);
  });
});

describe('a settlement', () => {
  it.each([
    ['of a withdrawal to a user', sendOff(1, 0, { receiver: { user: bob, accountType: 1 } })],
    ['of a withdrawal to another account of its owner', sendOff(1, 0, { receiver: { user: alice, accountType: 2 } })],
    ['of an escrow to the outside', payOut(1, bob, 0, { receiver: null })],
    ['of an escrow to its owner, which would be a release', payOut(1, alice)],
    ['of an escrow to the venue', payOut(1, venue)],
    [
      'of an escrow to an account type that does not exist',
      payOut(1, bob, 0, { receiver: { user: bob, accountType: 6 } }),
    ],
    ['of an escrow to a venue account type', payOut(1, bob, 0, { receiver: { user: bob, accountType: 101 } })],
  ])('%s is refused', (_, command) => {
    const opened = tested();
    opened.apply(escrow(alice, 40));
    opened.apply(withdrawal(alice, 40));

    expect(rejectionOf(opened.apply(command))).toEqual({ reason: 'receiver_invalid' });
  });

  it.each([-1, 0.5, 40, 41, 2 ** 53])('with a fee of %d of 40 is refused, because some amount must remain', (fee) => {
    const opened = tested();
    opened.apply(escrow(alice, 40));

    expect(rejectionOf(opened.apply(payOut(1, bob, fee)))).toEqual({ reason: 'fee_invalid' });
    expect(typesOf(opened.apply(payOut(1, bob, 39)))).toEqual(['hold_settled']);
  });

  it('of a withdrawal to its own account keeps only the fee', () => {
    const opened = tested();
    opened.apply(withdrawal(alice, 40));
    const events = opened.apply(sendOff(1, 3, { receiver: { user: alice, accountType: 1 } }));

    expect(events).toMatchObject([
      {
        type: 'hold_settled',
        receiver: alice,
        fee: 3,
        postings: [posting(alice, 1, usdt, 37, -40, 3), posting(venue, accountType.fees, usdt, 3, 0)],
      },
    ]);
    expect(rejectionOf(opened.apply({ type: 'release_hold', source: 'draw', n: 1 }))).toEqual({
      reason: 'hold_ended',
      outcome: 'settled',
    });
  });

  it('that is refused leaves the hold open', () => {
    const opened = tested();
    opened.apply(escrow(alice, 40));
    expect(rejectionOf(opened.apply(payOut(1, alice, 40)))).toEqual({ reason: 'receiver_invalid' });

    expect(typesOf(opened.apply(giveBack(1)))).toEqual(['hold_released']);
  });
});
