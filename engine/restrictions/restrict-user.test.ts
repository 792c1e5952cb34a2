import { beforeEach, describe, expect, it } from 'vitest';
import { marketId, userId, venue } from '../identifiers.ts';
import { accountType } from '../ledger/account.ts';
import { amount } from '../money.ts';
import { depositId, savingsProductId } from '../savings/identifiers.ts';
import { capital, escrow, giveBack, moveToLever, sendOff, withdrawal } from '../testing/movements.ts';
import { alice, bob, btc, btcusdt, carol, fundedExchange, rejectionOf, setup, usdt } from '../testing/test-exchange.ts';
import type { Event } from '../event.ts';
import type { UserId } from '../identifiers.ts';
import type { TestExchange } from '../testing/test-exchange.ts';
import type { RestrictionScope, RestrictUser } from './commands.ts';

const audit = { operator: userId(7), cause: 'incident' } as const;
const stopped = { reason: 'trading_stopped' };
const kept = { reason: 'outflow_stopped' };
const whole = 1_000_000_000_000;

let tested: TestExchange;

beforeEach(() => {
  tested = fundedExchange();
});

function restrict(scope: RestrictionScope, user: UserId = alice, odd: Partial<RestrictUser> = {}): Event[] {
  const before = tested.exchange.read(({ restrictions }) => restrictions.scopeOf(user));
  return tested.apply({ type: 'restrict_user', user, before, scope, ...audit, ...odd });
}

function tick(): Event[] {
  return tested.apply({ type: 'clock' });
}

function endsOf(events: readonly Event[]): number[] {
  return events.flatMap((event) => (event.type === 'order_ended' ? [event.order] : []));
}

describe('restricting a user', () => {
  it('reports the scope before and after, the operator and the cause', () => {
    expect(restrict('outflow')).toEqual([
      { type: 'user_restricted', user: alice, before: 'none', after: 'outflow', ...audit },
    ]);
    expect(restrict('trading')).toMatchObject([{ before: 'outflow', after: 'trading' }]);
    expect(restrict('none')).toMatchObject([{ before: 'trading', after: 'none' }]);
  });

  it('is refused for an invalid operator or user, and when nothing changes', () => {
    expect(rejectionOf(restrict('trading', alice, { operator: -1 as UserId }))).toEqual({ reason: 'operator_invalid' });
    for (const user of [venue, -1, 0.5, 2 ** 30, Number.MAX_SAFE_INTEGER]) {
      expect(rejectionOf(restrict('trading', user as UserId))).toEqual({ reason: 'user_invalid' });
    }
    expect(rejectionOf(restrict('none'))).toEqual({ reason: 'setting_unchanged' });
    restrict('trading');
    expect(rejectionOf(restrict('trading'))).toEqual({ reason: 'setting_unchanged' });
  });

  it('is refused when another operator has changed the restriction in the meantime', () => {
    restrict('trading');
    const changed = { reason: 'restriction_changed', scope: 'trading' };
    expect(rejectionOf(restrict('outflow', alice, { before: 'none' }))).toEqual(changed);
    expect(rejectionOf(tested.buy(alice, 1, 100))).toEqual(stopped);
  });

  it('concerns a user who has never had an account', () => {
    restrict('trading', userId(2 ** 30 - 1));
    expect(tested.exchange.read(({ restrictions }) => restrictions.all())).toEqual([
      { user: 2 ** 30 - 1, scope: 'trading', cancellingSince: null },
    ]);
  });
});

describe('a stopped outflow', () => {
  it('refuses holds of the user, and of no other', () => {
    restrict('outflow');

    expect(rejectionOf(tested.apply(withdrawal(alice, 10)))).toEqual(kept);
    expect(rejectionOf(tested.apply(escrow(alice, 10)))).toEqual(kept);
    expect(rejectionOf(tested.apply(withdrawal(bob, 10)))).toBeNull();
    expect(tested.balance(alice, usdt)).toEqual([whole, 0]);
  });

  it('is checked before the balance, and repeated causes keep their outcome', () => {
    tested.apply(withdrawal(alice, 10));
    restrict('outflow');

    expect(rejectionOf(tested.apply(withdrawal(alice, 2 * whole, 2)))).toEqual(kept);
    expect(tested.apply(withdrawal(alice, 10))).toMatchObject([{ type: 'cause_repeated', command: 'hold' }]);
  });

  it('lets existing holds end in either way, because they report facts', () => {
    tested.apply(withdrawal(alice, 10));
    tested.apply(escrow(alice, 20));
    restrict('trading');

    expect(rejectionOf(tested.apply(sendOff(1)))).toBeNull();
    expect(rejectionOf(tested.apply(giveBack(1)))).toBeNull();
    expect(tested.balance(alice, usdt)).toEqual([whole - 10, 0]);
  });

  it('leaves trading, receiving money and transfers between own accounts as they were', () => {
    restrict('outflow');

    expect(rejectionOf(tested.buy(alice, 1, 100))).toBeNull();
    expect(rejectionOf(tested.apply(moveToLever(alice, 10)))).toBeNull();
    expect(rejectionOf(tested.fund(alice, usdt, 10))).toBeNull();
  });
});

describe('stopped trading', () => {
  it('also stops the outflow', () => {
    restrict('trading');
    expect(rejectionOf(tested.apply(withdrawal(alice, 10)))).toEqual(kept);
  });

  it("refuses every kind of order on every market, also on the user's first one, before any other check", () => {
    const [first] = tested.exchange.markets();
    if (first === undefined) throw new Error('no market is listed');
    tested.apply({ ...first, type: 'list_market', market: marketId(2), ...setup });
    tested.buy(alice, 1, 100, { market: marketId(2) });
    restrict('trading');

    for (const market of [btcusdt, marketId(2)]) {
      expect(rejectionOf(tested.buy(alice, 1, 100, { market }))).toEqual(stopped);
      expect(rejectionOf(tested.sell(alice, -1, 0.5, { market }))).toEqual(stopped);
      expect(rejectionOf(tested.take('buy', alice, 2 ** 53, { market }))).toEqual(stopped);
      expect(rejectionOf(tested.takeAmount('sell', alice, 100, { market }))).toEqual(stopped);
      expect(rejectionOf(tested.stopLimit('buy', alice, 100, [1, 100], { market }))).toEqual(stopped);
      expect(rejectionOf(tested.stopMarket('sell', alice, 100, 1, { market }))).toEqual(stopped);
    }
    expect(rejectionOf(tested.buy(alice, 1, 100, { market: marketId(9) }))).toEqual({ reason: 'market_unknown' });
    expect(rejectionOf(tested.buy(bob, 1, 100))).toBeNull();
  });

  it('cancels the open orders, waiting ones and those on halted markets included', () => {
    tested.buy(alice, 1, 100);
    tested.stopMarket('buy', alice, 200, 1);
    tested.sell(alice, 1, 300);
    tested.buy(bob, 1, 100);
    tested.apply({ type: 'change_market_state', market: btcusdt, state: 'halted', ...setup });

    expect(restrict('trading')).toMatchObject([
      { type: 'user_restricted' },
      { type: 'order_ended', order: 3, user: alice, reason: 'restricted', released: 10_000 },
      { type: 'order_ended', order: 2, user: alice, reason: 'restricted' },
      { type: 'order_ended', order: 1, user: alice, reason: 'restricted', released: 100 },
    ]);
    expect(tested.open()).toEqual([4]);
    expect([tested.balance(alice, usdt), tested.balance(alice, btc)]).toEqual([
      [whole, 0],
      [10_000_000_000, 0],
    ]);
  });

  it('refuses deposits of savings, while redeeming and maturing continue', () => {
    const product = savingsProductId(1);
    const terms = {
      currency: usdt,
      amount: amount(1000),
      days: 30,
      ratePpm: 1,
      quota: 9,
      userQuota: 9,
      state: 'open',
    } as const;
    tested.apply({ type: 'configure_savings_product', product, ...terms, ...setup });
    tested.apply(capital(100, 1, { to: accountType.savingsHouse }));
    const lock = { type: 'lock_savings', user: alice, product, version: null, requestKey: null } as const;
    tested.apply(lock);
    restrict('trading');

    expect(rejectionOf(tested.apply(lock))).toEqual(stopped);
    tested.wait(86_400_000);
    const redeemed = tested.apply({ type: 'redeem_savings', user: alice, deposit: depositId(1), requestKey: null });
    expect(rejectionOf(redeemed)).toBeNull();
  });

  it('ends when it is lifted, or reduced to the outflow', () => {
    tested.buy(alice, 1, 100);
    restrict('trading');
    restrict('outflow');
    expect(rejectionOf(tested.buy(alice, 1, 100))).toBeNull();
    restrict('trading');
    restrict('none');
    expect(rejectionOf(tested.buy(alice, 1, 100))).toBeNull();
    expect(rejectionOf(tested.apply(withdrawal(alice, 10)))).toBeNull();
  });

  it('answers a repeated request with its first outcome', () => {
    tested.buy(alice, 1, 100, { requestKey: 'k' });
    restrict('trading');
    expect(tested.buy(alice, 1, 100, { requestKey: 'k' })).toMatchObject([{ type: 'request_repeated' }]);
  });

  it('survives a restart, also for users without open orders', () => {
    tested.buy(alice, 1, 100);
    restrict('trading');
    restrict('outflow', bob);
    tested = tested.restarted();

    expect(rejectionOf(tested.buy(alice, 1, 100))).toEqual(stopped);
    expect(rejectionOf(tested.apply(withdrawal(bob, 10)))).toEqual(kept);
    expect(rejectionOf(tested.buy(bob, 1, 100))).toBeNull();
    expect(rejectionOf(restrict('trading'))).toEqual({ reason: 'setting_unchanged' });
  });

  it('writes nothing to a snapshot once it is lifted', () => {
    const before = [...tested.exchange.snapshot()].map((line) => JSON.parse(line) as { type: string });
    restrict('trading');
    restrict('none');
    const after = [...tested.exchange.snapshot()].map((line) => JSON.parse(line) as { type: string });
    expect(after.map(({ type }) => type)).toEqual(before.map(({ type }) => type));
  });
});

describe('many open orders of a user whose trading is stopped', () => {
  beforeEach(() => {
    tested = fundedExchange({}, { dueWorkPerCommand: 2 });
    for (let count = 0; count < 5; count += 1) tested.buy(alice, 1, 100);
  });

  it('are cancelled a few for each command, newest first, before the command itself', () => {
    expect(endsOf(restrict('trading'))).toEqual([5, 4]);
    expect(tested.exchange.hasDueWork).toBe(true);
    expect(tested.sell(bob, 3, 100)).toMatchObject([
      { type: 'order_ended', order: 3, reason: 'restricted' },
      { type: 'order_ended', order: 2, reason: 'restricted' },
      { type: 'order_accepted', order: 6 },
      { type: 'traded', makerOrder: 1, takerOrder: 6 },
      { type: 'order_ended', order: 1, reason: 'filled' },
    ]);
    expect(tick()).toEqual([]);
    expect(tested.exchange.hasDueWork).toBe(false);
  });

  it('are cancelled also after a restart in between', () => {
    restrict('trading');
    tested = tested.restarted();
    expect(endsOf(tick())).toEqual([3, 2]);
    tested = tested.restarted();
    expect(endsOf(tick())).toEqual([1]);
    expect([tested.exchange.hasDueWork, tested.open()]).toEqual([false, []]);
  });

  it('remain when the restriction is lifted in between', () => {
    restrict('trading');
    // Lifting is a command too, so two more orders are cancelled before it.
    expect(endsOf(restrict('none'))).toEqual([3, 2]);
    expect([tested.exchange.hasDueWork, tested.open()]).toEqual([false, [1]]);
    expect(endsOf(restrict('trading'))).toEqual([1]);
  });

  it('can still be cancelled by the user', () => {
    restrict('trading');
    expect(tested.cancelAll(alice).at(-1)).toMatchObject({ type: 'orders_cancelled', cancelled: 1, more: false });
    expect([tick(), tested.exchange.hasDueWork]).toEqual([[], false]);
  });

  it('are cancelled before further stop orders that a trade reached are triggered', () => {
    for (let count = 0; count < 8; count += 1) tested.stopMarket('sell', alice, 90, 1);
    tested.buy(carol, 20, 80);
    const triggered = (events: readonly Event[]) => events.filter(({ type }) => type === 'order_triggered').length;

    expect(triggered(tested.sell(bob, 6, 80))).toBe(2);
    // The work that was due before the command comes first.
    const events = restrict('trading');
    expect(triggered(events)).toBe(2);
    expect(endsOf(events).slice(-2)).toEqual([13, 12]);
    expect(endsOf(tick())).toEqual([11, 10]);
    expect([triggered(tested.events), tested.exchange.hasDueWork, tested.open()]).toEqual([4, false, [14]]);
  });

  it('of several users are cancelled in the order of the restrictions', () => {
    for (let count = 0; count < 4; count += 1) tested.sell(bob, 1, 200);
    expect(endsOf(restrict('trading', bob))).toEqual([9, 8]);
    expect(endsOf(restrict('trading', alice))).toEqual([7, 6, 5, 4]);
    expect(endsOf(tick())).toEqual([3, 2]);
  });
});
