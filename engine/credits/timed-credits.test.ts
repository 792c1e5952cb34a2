import { beforeEach, describe, expect, it } from 'vitest';
import { accountType } from '../ledger/account.ts';
import { withdrawal } from '../testing/movements.ts';
import { alice, openExchange, openingMs, rejectionOf, typesOf, usdt } from '../testing/test-exchange.ts';
import { outflowRoom, timedCredits, unmaturedOf } from './index.ts';
import type { Event } from '../event.ts';
import type { TestExchange } from '../testing/test-exchange.ts';
import type { CreditCardDeposit } from './commands.ts';

const hour = 3_600_000;
const day = 24 * hour;
const untilMs = openingMs + 14 * day;

let tested: TestExchange;

beforeEach(() => {
  tested = openExchange();
});

type Odd = { readonly [Field in keyof CreditCardDeposit]?: CreditCardDeposit[Field] | number | string };

/** A deposit of units of USDT to Alice's change account that a card paid. */
function card(units: number, n = 1, odd: Odd = {}): CreditCardDeposit {
  const defaults = {
    user: alice,
    accountType: accountType.change,
    currency: usdt,
    amount: units,
    source: 'deposit',
    n,
  };
  return { type: 'credit_card_deposit', ...defaults, matureMs: 14 * day, ...odd } as CreditCardDeposit;
}

const movement = { user: alice, accountType: 1, currency: usdt, amount: 70, source: 'deposit', n: 1 };

function confirm(n = 1): Event[] {
  return tested.apply({ type: 'mature_credit', source: 'deposit', n });
}

function tick(ms: number): Event[] {
  tested.wait(ms);
  return tested.apply({ type: 'clock' });
}

let draws = 0;
function draw(units: number): Event[] {
  draws += 1;
  return tested.apply(withdrawal(alice, units, draws));
}

describe('a deposit that a card paid', () => {
  it('can be used at once, and cannot leave before its time', () => {
    expect(tested.apply(card(70))).toMatchObject([
      { type: 'deposit_credited', matured: false },
      { type: 'credit_timed', ...movement, untilMs },
    ]);
    tested.fund(alice, usdt, 30);
    expect(tested.exchange.read(unmaturedOf(alice))).toEqual([]);
    expect(tested.exchange.read(outflowRoom(alice, usdt))).toBe(30);
    expect(confirm()).toEqual([{ type: 'credit_confirmed', ...movement, untilMs }]);
    expect(rejectionOf(draw(31))).toEqual({ reason: 'coins_maturing', untilMs });
    expect(rejectionOf(draw(30))).toBeNull();
    expect(tick(14 * day - 1)).toEqual([]);
    expect(rejectionOf(draw(1))).toEqual({ reason: 'coins_maturing', untilMs });
    expect(tick(1)).toEqual([{ type: 'credit_matured', ...movement }]);
    expect(rejectionOf(draw(70))).toBeNull();
  });

  it('waits for its confirmations when its time comes first', () => {
    tested.apply(card(70, 1, { matureMs: hour }));
    expect(tick(hour)).toEqual([{ type: 'credit_time_ended', ...movement }]);
    expect(rejectionOf(draw(1))).toEqual({ reason: 'deposit_unmatured' });
    expect(confirm()).toEqual([{ type: 'credit_matured', ...movement }]);
    expect(rejectionOf(draw(70))).toBeNull();
  });

  it('is like any other with a time of zero', () => {
    expect(typesOf(tested.apply(card(70, 1, { matureMs: 0 })))).toEqual(['deposit_credited']);
    expect(tested.exchange.read(unmaturedOf(alice))).toEqual([{ currency: usdt, amount: 70 }]);
    expect(typesOf(confirm())).toEqual(['credit_matured']);
  });

  it('is credited and confirmed once, in whichever command its number comes again', () => {
    tested.apply(card(70));
    expect(tested.apply(card(70))).toEqual([
      { type: 'cause_repeated', command: 'credit_deposit', source: 'deposit', n: 1 },
    ]);
    const plain = { type: 'credit_deposit', ...movement, matured: true } as const;
    expect(typesOf(tested.apply({ ...card(70), ...plain } as never))).toEqual(['cause_repeated']);
    confirm();
    expect(typesOf(confirm())).toEqual(['cause_repeated']);
    expect(tested.balance(alice, usdt)).toEqual([70, 0]);
  });

  it('waits at most a year', () => {
    for (const matureMs of [-1, 0.5, NaN, Infinity, 366 * day + 1]) {
      expect(rejectionOf(tested.apply(card(70, 1, { matureMs })))).toEqual({ reason: 'maturity_invalid' });
    }
    expect(rejectionOf(tested.apply(card(70, 1, { matureMs: 366 * day })))).toBeNull();
  });

  it.each([0, -1, 0.5, 2 ** 53, NaN])('is refused with an amount of %d', (amount) => {
    expect(rejectionOf(tested.apply(card(amount)))).toEqual({ reason: 'amount_invalid' });
  });

  it('can be charged back before its time, and holds nothing back from then on', () => {
    tested.apply(card(70));
    tested.apply(card(30, 2));
    const reverse = { type: 'reverse_credit', ...movement } as const;
    expect(rejectionOf(tested.apply({ ...card(71), ...reverse, amount: 71 } as never))).toEqual({
      reason: 'credit_differs',
    });
    expect(tested.apply({ ...card(70), ...reverse } as never)).toMatchObject([
      { type: 'credit_reversed', taken: 70, debt: 0 },
    ]);
    expect([...tested.exchange.read(timedCredits)]).toMatchObject([{ n: 2, amount: 30 }]);
    expect(rejectionOf(confirm())).toEqual({ reason: 'credit_reversed' });
    expect(tick(14 * day)).toEqual([{ type: 'credit_time_ended', ...movement, n: 2, amount: 30 }]);
  });

  it('matures over a restart', () => {
    tested.apply(card(70));
    confirm();
    const restarted = tested.restarted();
    restarted.wait(14 * day);
    expect(restarted.apply({ type: 'clock' })).toEqual([{ type: 'credit_matured', ...movement }]);
  });
});
