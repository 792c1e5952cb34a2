import { beforeEach, describe, expect, it } from 'vitest';
import { venue } from '../identifiers.ts';
import { accountType } from '../ledger/account.ts';
import { posting } from '../ledger/posting.ts';
import { capital, moveToLever, sendOff, withdrawal } from '../testing/movements.ts';
import { alice, bob, btc, openExchange, rejectionOf, setup, typesOf, usdt } from '../testing/test-exchange.ts';
import { allUnmatured, debtsOf, unmaturedOf } from './index.ts';
import type { Event } from '../event.ts';
import type { UserId } from '../identifiers.ts';
import type { TestExchange } from '../testing/test-exchange.ts';
import type { CreditDeposit, MatureCredit, RepayDebt, ReverseCredit, SettleDebt } from './commands.ts';

const largest = Number.MAX_SAFE_INTEGER;
const { external, treasury, insurance, fees } = accountType;

type Odd<C> = { readonly [Field in keyof C]?: C[Field] | number | string | boolean | null };

let tested: TestExchange;

beforeEach(() => {
  tested = openExchange();
});

/** An unmatured deposit of units of USDT to Alice's change account. */
function deposit(units: number, n = 1, odd: Odd<CreditDeposit> = {}): CreditDeposit {
  const defaults = { user: alice, accountType: 1, currency: usdt, amount: units, source: 'deposit', n, matured: false };
  return { type: 'credit_deposit', ...defaults, ...odd } as CreditDeposit;
}

function mature(n = 1): MatureCredit {
  return { type: 'mature_credit', source: 'deposit', n };
}

function reverse(units: number, n = 1, odd: Odd<ReverseCredit> = {}): ReverseCredit {
  const defaults = { user: alice, accountType: 1, currency: usdt, amount: units, source: 'deposit', n };
  return { type: 'reverse_credit', ...defaults, ...odd } as ReverseCredit;
}

function repay(units: number | null, odd: Odd<RepayDebt> = {}): RepayDebt {
  const defaults = { user: alice, accountType: 1, currency: usdt, amount: units, requestKey: null };
  return { type: 'repay_debt', ...defaults, ...odd } as RepayDebt;
}

function settle(units: number, n = 1, odd: Odd<SettleDebt> = {}): SettleDebt {
  const terms = { user: alice, from: insurance, currency: usdt, amount: units, source: 'debts', n };
  return { type: 'settle_debt', ...terms, operator: venue, cause: 'compensation', ...odd } as SettleDebt;
}

function unmatured(user: UserId = alice) {
  return tested.exchange.read(unmaturedOf(user));
}

function debts(user: UserId = alice) {
  return tested.exchange.read(debtsOf(user));
}

/** Leaves Alice with a debt of these units of USDT and empty accounts. */
function owe(units: number, n = 900): void {
  tested.apply(deposit(units, n, { matured: true }));
  tested.takeOut(alice, units);
  tested.apply(reverse(units, n));
}

function repeated(command: string, n = 1, source = 'deposit'): Event[] {
  return [{ type: 'cause_repeated', command, source, n } as Event];
}

describe('a credited deposit', () => {
  it('is available at once and remains unmatured until it is reported final', () => {
    expect(tested.apply(deposit(70))).toEqual([
      {
        type: 'deposit_credited',
        user: alice,
        accountType: 1,
        currency: usdt,
        amount: 70,
        source: 'deposit',
        n: 1,
        matured: false,
        postings: [posting(venue, external, usdt, -70, 0), posting(alice, 1, usdt, 70, 0)],
      },
    ]);
    expect(tested.balance(alice, usdt)).toEqual([70, 0]);
    expect(unmatured()).toEqual([{ currency: usdt, amount: 70 }]);

    expect(tested.apply(mature())).toEqual([
      { type: 'credit_matured', user: alice, accountType: 1, currency: usdt, amount: 70, source: 'deposit', n: 1 },
    ]);
    expect(unmatured()).toEqual([]);
  });

  it('may be matured from the start', () => {
    expect(typesOf(tested.apply(deposit(70, 1, { matured: true })))).toEqual(['deposit_credited', 'credit_matured']);
    expect(unmatured()).toEqual([]);
    expect(tested.apply(mature())).toEqual(repeated('mature_credit'));
  });

  it('happens once per cause, independently of credits of the same number, also after a restart', () => {
    tested.apply({ ...deposit(5), type: 'credit' });
    tested.apply(deposit(5));

    for (const later of [tested, tested.restarted()]) {
      expect(later.apply(deposit(99, 1, { currency: 77 }))).toEqual(repeated('credit_deposit'));
    }
    expect(tested.balance(alice, usdt)).toEqual([10, 0]);
  });

  it('matures once; an unknown credit does not mature', () => {
    expect(rejectionOf(tested.apply(mature()))).toEqual({ reason: 'credit_not_found' });
    tested.apply(deposit(5));
    tested.apply(mature());
    expect(tested.apply(mature())).toEqual(repeated('mature_credit'));
    expect(rejectionOf(tested.apply({ ...mature(), n: Number.NaN }))).toEqual({ reason: 'credit_not_found' });
  });

  it('reports the first fault in the order user, account, currency, cause, amount, supply', () => {
    const reasons = [
      deposit(0, 0, { user: 0, accountType: 6, currency: 9 }),
      deposit(0, 0, { accountType: treasury, currency: 9 }),
      deposit(0, 0, { currency: 9 }),
      deposit(0, 0),
      deposit(1, 1, { source: '' }),
      deposit(0.5),
      deposit(largest + 1),
    ].map((command) => rejectionOf(tested.apply(command))?.reason);
    expect(reasons).toEqual([
      'user_invalid',
      'account_invalid',
      'currency_unknown',
      'cause_invalid',
      'cause_invalid',
      'amount_invalid',
      'amount_invalid',
    ]);
    tested.apply(deposit(largest));
    const exceeded = { reason: 'supply_exceeded', currency: usdt };
    expect(rejectionOf(tested.apply(deposit(1, 2)))).toEqual(exceeded);
    expect(rejectionOf(tested.apply(deposit(1, 2, { matured: true })))).toEqual(exceeded);
    // Money that left the exchange again makes room for supply, but not for more unmatured credits.
    tested.fund(bob, btc, 10_000);
    tested.buy(alice, 1, 10);
    tested.sell(bob, 1, 10);
    tested.takeOut(bob, 10);
    expect(rejectionOf(tested.apply(deposit(1, 2)))).toEqual(exceeded);
    expect(rejectionOf(tested.apply(deposit(10, 2, { matured: true })))).toBeNull();
  });
});

describe('a reversed credit', () => {
  it('takes the amount back from its account', () => {
    tested.apply(deposit(70));
    tested.fund(alice, usdt, 5);

    expect(tested.apply(reverse(70))).toEqual([
      {
        type: 'credit_reversed',
        user: alice,
        accountType: 1,
        currency: usdt,
        amount: 70,
        source: 'deposit',
        n: 1,
        taken: 70,
        debt: 0,
        postings: [posting(alice, 1, usdt, -70, 0), posting(venue, external, usdt, 70, 0)],
      },
    ]);
    expect(tested.balance(alice, usdt)).toEqual([5, 0]);
    expect(unmatured()).toEqual([]);
    expect(debts()).toEqual([]);
  });

  it('then takes from the other accounts by their types, and makes the rest a debt', () => {
    tested.apply(deposit(100, 1, { matured: true }));
    for (const [type, units] of [
      [5, 20],
      [2, 30],
    ]) {
      tested.apply(moveToLever(alice, units ?? 0, null, { to: type ?? 0 }));
    }
    tested.apply(moveToLever(alice, 50, null, { to: 4 }));
    tested.takeOut(alice, 15, { accountType: 2 });
    const events = tested.apply(reverse(100, 1, { accountType: 1 }));

    expect(events).toMatchObject([{ taken: 85, debt: 15 }]);
    expect(events[0]).toHaveProperty('postings', [
      posting(alice, 2, usdt, -15, 0),
      posting(alice, 4, usdt, -50, 0),
      posting(alice, 5, usdt, -20, 0),
      posting(venue, external, usdt, 85, 0),
    ]);
    expect(debts()).toEqual([{ currency: usdt, amount: 15 }]);
    expect(tested.balance(venue, usdt, external)).toEqual([0, 0]);
  });

  it('leaves locked money and other currencies alone', () => {
    tested.apply(deposit(100));
    tested.fund(alice, btc, 100);
    tested.buy(alice, 1, 60);

    expect(tested.apply(reverse(100))).toMatchObject([{ taken: 40, debt: 60 }]);
    expect(tested.balance(alice, usdt)).toEqual([0, 60]);
    expect(tested.balance(alice, btc)).toEqual([100, 0]);
  });

  it('of which nothing is left has no postings', () => {
    tested.apply(deposit(100, 1, { matured: true }));
    tested.takeOut(alice, 100);

    expect(tested.apply(reverse(100))).toMatchObject([{ taken: 0, debt: 100, postings: [] }]);
  });

  it('is taken back after it has matured too, because a chain can reorganise deeply', () => {
    tested.apply(deposit(100, 1, { matured: true }));
    expect(tested.apply(reverse(100))).toMatchObject([{ taken: 100, debt: 0 }]);
  });

  it('is taken back once, and does not mature afterwards', () => {
    tested.apply(deposit(100));
    tested.fund(alice, usdt, 500);
    tested.apply(reverse(100));

    for (const later of [tested, tested.restarted()]) {
      expect(later.apply(reverse(7, 1, { user: bob }))).toEqual(repeated('reverse_credit'));
      expect(rejectionOf(later.apply(mature()))).toEqual({ reason: 'credit_reversed' });
    }
    expect(tested.balance(alice, usdt)).toEqual([500, 0]);
  });

  it('must be known, and an unmatured one must have these terms', () => {
    tested.apply(deposit(100));
    tested.fund(alice, usdt, 100);
    const odd: Odd<ReverseCredit>[] = [{ user: bob }, { accountType: 2 }, { currency: btc }, { amount: 99 }];
    for (const fields of odd) {
      expect(rejectionOf(tested.apply(reverse(100, 1, fields)))).toEqual({ reason: 'credit_differs' });
    }
    // A credit of the demo is not a deposit.
    expect(rejectionOf(tested.apply(reverse(100, 2, { source: 'test' })))).toEqual({ reason: 'credit_not_found' });
    const reasons = [
      reverse(0, 7, { user: 0, accountType: 6, currency: 9 }),
      reverse(0, 7, { accountType: 6, currency: 9 }),
      reverse(0, 7, { currency: 9 }),
      reverse(0, 7),
      reverse(1, 7),
    ].map((command) => rejectionOf(tested.apply(command))?.reason);
    expect(reasons).toEqual([
      'user_invalid',
      'account_invalid',
      'currency_unknown',
      'amount_invalid',
      'credit_not_found',
    ]);
  });

  it('is refused when all debts of the currency would exceed 2^53 − 1 units', () => {
    owe(largest, 1);
    tested.apply(deposit(10, 2, { user: bob, matured: true }));
    tested.takeOut(bob, 10);

    expect(rejectionOf(tested.apply(reverse(10, 2, { user: bob })))).toEqual({
      reason: 'supply_exceeded',
      currency: usdt,
    });
  });
});

describe('a debt', () => {
  it('is paid first by every later credit in its currency', () => {
    owe(100);
    expect(tested.fund(alice, usdt, 30)).toMatchObject([
      { type: 'credited', amount: 30 },
      {
        type: 'debt_repaid',
        user: alice,
        accountType: 1,
        currency: usdt,
        amount: 30,
        left: 70,
        by: 'credit',
        postings: [posting(alice, 1, usdt, -30, 0), posting(venue, external, usdt, 30, 0)],
      },
    ]);
    tested.fund(alice, btc, 5);
    expect(tested.apply(deposit(80, 2, { accountType: 2 }))).toMatchObject([
      { type: 'deposit_credited' },
      { type: 'debt_repaid', accountType: 2, amount: 70, left: 0 },
    ]);
    expect(tested.balance(alice, usdt, 2)).toEqual([10, 0]);
    expect(tested.balance(alice, btc)).toEqual([5, 0]);
    expect(debts()).toEqual([]);
    expect(typesOf(tested.fund(alice, usdt, 1))).toEqual(['credited']);
  });

  it('that a credit paid exists again when this credit is reversed', () => {
    owe(100);
    tested.apply(deposit(100, 2));
    expect(debts()).toEqual([]);

    expect(tested.apply(reverse(100, 2))).toMatchObject([{ taken: 0, debt: 100 }]);
    expect(debts()).toEqual([{ currency: usdt, amount: 100 }]);
  });

  it('is repaid by the user from any account, whole or in part', () => {
    owe(100);
    tested.fund(bob, usdt, 60);
    tested.fund(bob, btc, 10_000);
    // A trade is no credit, so its proceeds remain available.
    tested.fund(alice, btc, 10_000);
    tested.buy(bob, 1, 60);
    tested.sell(alice, 1, 60);
    tested.apply(moveToLever(alice, 20));

    expect(tested.apply(repay(20, { accountType: 3 }))).toMatchObject([
      { type: 'debt_repaid', accountType: 3, amount: 20, left: 80, by: 'user' },
    ]);
    expect(rejectionOf(tested.apply(repay(41)))).toEqual({
      reason: 'insufficient_balance',
      currency: usdt,
      available: 40,
      needed: 41,
    });
    expect(rejectionOf(tested.apply(repay(81)))).toEqual({ reason: 'debt_exceeded', currency: usdt, debt: 80 });
    expect(rejectionOf(tested.apply(repay(1, { user: bob })))).toEqual({
      reason: 'debt_exceeded',
      currency: usdt,
      debt: 0,
    });
    const reasons = [repay(0, { accountType: 6, currency: 9 }), repay(0, { currency: 9 }), repay(0)].map(
      (command) => rejectionOf(tested.apply(command))?.reason,
    );
    expect(reasons).toEqual(['account_invalid', 'currency_unknown', 'amount_invalid']);
  });

  it('is repaid with all that an account has when no amount is given, at most the debt', () => {
    owe(100);
    tested.fund(bob, usdt, 160);
    tested.fund(bob, btc, 20_000);
    tested.fund(alice, btc, 20_000);
    tested.buy(bob, 1, 60);
    tested.sell(alice, 1, 60);
    tested.apply(moveToLever(alice, 20));
    tested.apply(repay(null, { accountType: 3, requestKey: 'k' }));
    expect(debts()).toEqual([{ currency: usdt, amount: 80 }]);
    const nothing = { reason: 'insufficient_balance', currency: usdt, available: 0, needed: 80 };
    expect(rejectionOf(tested.apply(repay(null, { accountType: 3 })))).toEqual(nothing);
    tested.buy(bob, 1, 100);
    tested.sell(alice, 1, 100);
    expect(tested.apply(repay(null))).toMatchObject([{ amount: 80, left: 0 }]);
    expect(tested.balance(alice, usdt)).toEqual([60, 0]);

    expect(rejectionOf(tested.apply(repay(null)))).toEqual({ reason: 'debt_exceeded', currency: usdt, debt: 0 });
    expect(tested.apply(repay(null, { accountType: 3, requestKey: 'k' }))).toMatchObject([
      { type: 'request_repeated', first: { type: 'repayment', amount: 20, left: 80 } },
    ]);
  });

  it('is repaid once for each request key', () => {
    owe(100);
    tested.fund(bob, btc, 20_000);
    tested.fund(alice, btc, 10_000);
    tested.fund(bob, usdt, 100);
    tested.buy(bob, 1, 100);
    tested.sell(alice, 1, 100);
    tested.apply(repay(10, { requestKey: 'k' }));

    expect(typesOf(tested.apply(repay(10, { requestKey: 'k' })))).toEqual(['request_repeated']);
    expect(debts()).toEqual([{ currency: usdt, amount: 90 }]);
  });

  it('is settled by an operator from insurance or treasury, once per cause', () => {
    owe(100);
    tested.apply(capital(50, 1, { to: insurance }));
    tested.apply(capital(50, 2));

    expect(tested.apply(settle(40))).toEqual([
      {
        type: 'debt_settled',
        user: alice,
        from: insurance,
        currency: usdt,
        amount: 40,
        left: 60,
        source: 'debts',
        n: 1,
        operator: venue,
        cause: 'compensation',
        postings: [posting(venue, insurance, usdt, -40, 0), posting(venue, external, usdt, 40, 0)],
      },
    ]);
    for (const later of [tested, tested.restarted()]) {
      expect(later.apply(settle(40))).toEqual(repeated('settle_debt', 1, 'debts'));
    }
    expect(rejectionOf(tested.apply(settle(11, 2)))?.reason).toBe('insufficient_balance');
    expect(typesOf(tested.apply(settle(50, 2, { from: treasury })))).toEqual(['debt_settled']);
    expect(rejectionOf(tested.apply(settle(11, 3)))).toEqual({ reason: 'debt_exceeded', currency: usdt, debt: 10 });
  });

  it('is not settled with invalid terms', () => {
    owe(100);
    const reasons = [
      settle(0, 0, { operator: -1, user: 0 }),
      settle(0, 0, { user: 0, from: fees }),
      settle(0, 0, { from: fees, currency: 9 }),
      settle(0, 0, { from: external, currency: 9 }),
      settle(0, 0, { currency: 9 }),
      settle(0, 0),
      settle(0),
    ].map((command) => rejectionOf(tested.apply(command))?.reason);
    expect(reasons).toEqual([
      'operator_invalid',
      'user_invalid',
      'account_invalid',
      'account_invalid',
      'currency_unknown',
      'cause_invalid',
      'amount_invalid',
    ]);
  });
});

describe('a restricted user', () => {
  beforeEach(() => {
    tested.apply(deposit(100));
    tested.apply({ type: 'restrict_user', user: alice, before: 'none', scope: 'trading', ...setup });
  });

  it('still receives credits, and credits still mature and are reversed', () => {
    expect(typesOf(tested.apply(deposit(5, 2)))).toEqual(['deposit_credited']);
    expect(typesOf(tested.apply(mature(2)))).toEqual(['credit_matured']);
    expect(typesOf(tested.apply(reverse(100)))).toEqual(['credit_reversed']);
  });

  it('can pay a debt, and credits still pay it', () => {
    tested.apply(deposit(60, 2, { user: bob, matured: true }));
    tested.apply(capital(60));
    tested.takeOut(bob, 60);
    tested.apply(reverse(60, 2, { user: bob }));
    tested.apply({ type: 'restrict_user', user: bob, before: 'none', scope: 'trading', ...setup });
    tested.apply(capital(20, 2, { from: treasury, toUser: bob, to: 1 }));

    expect(typesOf(tested.apply(repay(20, { user: bob })))).toEqual(['debt_repaid']);
    expect(typesOf(tested.fund(bob, usdt, 10))).toEqual(['credited', 'debt_repaid']);
    expect(debts(bob)).toEqual([{ currency: usdt, amount: 30 }]);
  });
});

describe('a snapshot', () => {
  it('keeps unmatured credits and debts, and has no line for either without them', () => {
    const lines = (): string => [...tested.exchange.snapshot()].join('\n');
    expect(lines()).not.toMatch(/"unmatured_credit"|"debt"/);
    owe(7, 900);
    tested.apply(deposit(9, 2, { user: bob }));
    tested.apply(withdrawal(bob, 1));
    expect(lines()).toMatch(/"type":"unmatured_credit"[^]*"type":"debt"/);

    const again = tested.restarted();
    expect([...again.exchange.snapshot()]).toEqual([...tested.exchange.snapshot()]);
    expect([...again.exchange.read(allUnmatured)]).toEqual([{ user: bob, currency: usdt, amount: 9 }]);
    expect(again.apply(reverse(9, 2, { user: bob }))).toMatchObject([{ taken: 9, debt: 0 }]);
    expect(again.exchange.read(debtsOf(alice))).toEqual([{ currency: usdt, amount: 7 }]);
    expect(rejectionOf(again.apply(sendOff(1)))).toEqual({ reason: 'hold_not_found' });
  });
});
