import { beforeEach, describe, expect, it } from 'vitest';
import { accountType } from '../ledger/account.ts';
import { logicVersion } from '../logic-version.ts';
import { amount } from '../money.ts';
import { indexOf } from '../testing/indices.ts';
import { LeverMarket, the } from '../testing/leverage.ts';
import { capital, moveToLever } from '../testing/movements.ts';
import { alice, typesOf, usdt } from '../testing/test-exchange.ts';

const { lever } = accountType;

let market: LeverMarket;
const price: LeverMarket['price'] = (cents) => market.price(cents);
const report: LeverMarket['report'] = (...args) => market.report(...args);
const submit: LeverMarket['submit'] = (changes) => market.submit(changes);
const change: LeverMarket['change'] = (...args) => market.change(...args);
const setStops: LeverMarket['setStops'] = (...args) => market.setStops(...args);

beforeEach(() => {
  market = new LeverMarket();
});

describe('a command of logic version 4', () => {
  beforeEach(() => {
    market.exchange.exchange.useLogic(4);
  });

  it('fills at the first tick after an order, whatever the mark is computed from', () => {
    market.exchange.wait(500);
    submit();
    expect(the(report('first', 600, 6_530_000), 'lever_opened')).toMatchObject({ markAtFill: 65_000_000 });
  });

  it('fills when time changes the index', () => {
    market.exchange.apply(indexOf({ minSources: 1, stalenessMs: 1000 }));
    market.exchange.wait(500);
    report('first', 600, 6_500_000);
    submit();
    market.exchange.wait(501);
    expect(typesOf(market.exchange.apply({ type: 'clock' }))).toEqual(['index_updated', 'lever_opened']);
  });

  it('lets a limit order be cancelled whose price is reached', () => {
    submit({ kind: 'limit', target: 65_100_000 });
    expect(the(change('cancel_lever', 1), 'lever_revoked')).toMatchObject({ reason: 'cancelled' });
  });

  it('closes at a stop that is younger than the tick', () => {
    submit();
    price(6_500_000);
    market.exchange.wait(500);
    setStops(1, 65_000_001, null);
    report('first', 400, 6_500_100);
    expect(the(report('second', 400, 6_500_100), 'lever_closed')).toMatchObject({ reason: 'take_profit' });
  });
});

describe('a command of logic version 5', () => {
  it('fills at observations that had arrived before the order but are dated after it', () => {
    market.exchange.exchange.useLogic(5);
    market.exchange.wait(500);
    for (const source of ['first', 'second', 'third']) report(source, 1400, 6_530_000);
    market.exchange.wait(100);
    submit();
    market.exchange = market.exchange.restarted();
    market.exchange.exchange.useLogic(5);
    market.exchange.wait(900);
    expect(typesOf(report('first', 1550, 6_530_000))).toEqual(['index_updated', 'lever_opened']);
  });
});

describe('a mark that logic version 4 noted without a time', () => {
  it('neither fills an order under the present version nor keeps work waiting', () => {
    market = new LeverMarket({ dueWorkPerCommand: 1 });
    market.exchange.exchange.useLogic(4);
    market.exchange.apply(indexOf({ minSources: 1, stalenessMs: 1000 }));
    market.exchange.wait(500);
    report('first', 600, 6_500_000);
    for (const share of [1, 2]) submit({ share });
    market.exchange.wait(501);
    const filled = market.exchange.apply({ type: 'clock' });
    expect(typesOf(filled)).toEqual(['index_updated', 'lever_opened']);
    expect(market.exchange.exchange.hasDueWork).toBe(true);

    market.exchange = market.exchange.restarted();
    expect(typesOf(market.exchange.apply({ type: 'clock' }))).toEqual([]);
    expect(market.exchange.exchange.hasDueWork).toBe(false);
    market.exchange.wait(100);
    const opened = report('first', 1100, 6_510_000);
    expect(the(opened, 'lever_opened')).toMatchObject({ position: 2, markAtFill: 65_100_000 });
  });
});

describe('a command of logic version 3', () => {
  beforeEach(() => {
    submit();
    price(6_500_000);
    price(6_460_000);
    market.exchange.exchange.useLogic(3);
  });

  it('takes margin for a reversal, so that the position is liquidated', () => {
    const deposit = { user: alice, accountType: lever, currency: usdt, amount: amount(930_000_000) };
    const terms = { ...deposit, source: 'deposit', n: 1 };
    market.exchange.apply({ type: 'credit_deposit', ...terms, matured: true });
    market.exchange.apply(moveToLever(alice, 900_000_000, null, { from: lever, to: accountType.change }));
    market.exchange.takeOut(alice, 1_790_000_000);

    const events = market.exchange.apply({ type: 'reverse_credit', ...terms });
    expect(typesOf(events)).toEqual(['credit_reversed', 'lever_closed', 'lever_liquidated']);
    expect(the(events, 'credit_reversed')).toMatchObject({ taken: 104_896_490, debt: 825_103_510 });
  });

  it('takes margin for a debt, and moves money of a debtor into the lever account', () => {
    market.exchange.exchange.useLogic(logicVersion);
    const credit = { user: alice, accountType: accountType.change, currency: usdt, amount: amount(1_000_000) };
    const terms = { ...credit, source: 'deposit', n: 1 };
    market.exchange.apply({ type: 'credit_deposit', ...terms, matured: true });
    market.exchange.takeOut(alice, 901_000_000);
    market.exchange.apply({ type: 'reverse_credit', ...terms });
    market.exchange.apply(capital(10_000_000, 5));
    market.exchange.apply(
      capital(10_000_000, 6, { from: accountType.treasury, toUser: alice, to: accountType.change }),
    );
    market.exchange.exchange.useLogic(3);

    expect(typesOf(market.exchange.apply(moveToLever(alice, 1)))).toEqual(['transferred']);
    const payment = { type: 'repay_debt', user: alice, accountType: lever, currency: usdt, requestKey: null } as const;
    expect(market.exchange.apply({ ...payment, amount: null })).toMatchObject([
      { type: 'debt_repaid', amount: 1_000_000 },
    ]);
  });
});
