import { describe, expect, it } from 'vitest';
import { Exchange } from '../exchange.ts';
import { readSnapshot } from '../snapshot.ts';
import { userId, venue } from '../identifiers.ts';
import { accountType } from '../ledger/account.ts';
import { asAmount } from '../money.ts';
import { capital } from '../testing/movements.ts';
import { alice, bob, btc, btcusdt, carol, openExchange, rejectionOf, setup, usdt } from '../testing/test-exchange.ts';
import type { Event, EventNamed } from '../event.ts';
import type { UserId } from '../identifiers.ts';
import type { TestExchange } from '../testing/test-exchange.ts';
import { dayOf, shareOf } from './formulas.ts';
import { AgentsState, attachmentNumber, attachments } from './index.ts';
import { payCommission } from './pay-commission.ts';
import type { AttachAgent, DetachAgent, PayCommission } from './commands.ts';

const day = 86_400_000;
const dave = userId(100_004);

function attach(n: number, user: UserId, more: Partial<AttachAgent> = {}): AttachAgent {
  const terms = { attachment: attachmentNumber(n), user, agent: carol, sharePpm: 200_000 };
  return { type: 'attach_agent', ...terms, ...more };
}

function detach(n: number, dropped = false): DetachAgent {
  return { type: 'detach_agent', attachment: attachmentNumber(n), dropped };
}

/** Payment 1 of attachment 1 for yesterday's fees in USDT, by default. */
function pay(tested: TestExchange, more: Partial<PayCommission> = {}): PayCommission {
  const yesterday = dayOf(tested.exchange.timeMs) - 1;
  const terms = { attachment: attachmentNumber(1), currency: usdt, day: yesterday, maximum: null, n: 1 };
  return { type: 'pay_commission', ...terms, ...more };
}

/** An exchange where takers pay one percent and Bob, who sells to Alice, has the agent Carol. */
function prepared(): TestExchange {
  const tested = openExchange();
  const rates = { makerFeePpm: 0, takerFeePpm: 10_000 };
  tested.apply({ type: 'set_fee_tier', market: btcusdt, tier: 0, rates, ...setup });
  tested.fund(alice, usdt, 1e12);
  tested.fund(bob, btc, 1e12);
  tested.apply(attach(1, bob));
  return tested;
}

/** Bob sells a quantity of lots at a price of 100 ticks, and pays a hundredth of what he receives. */
function sell(tested: TestExchange, quantity: number): void {
  tested.buy(alice, quantity, 100);
  tested.sell(bob, quantity, 100);
}

/** The next day begins, and the exchange knows it. */
function nextDay(tested: TestExchange): void {
  tested.wait(day);
  tested.apply({ type: 'clock' });
}

function paidBy(events: readonly Event[]): EventNamed<'commission_paid'> | undefined {
  return events.find((event) => event.type === 'commission_paid');
}

function carolHas(tested: TestExchange): number {
  const own = [...tested.exchange.balances()].filter(({ user, currency }) => user === carol && currency === usdt);
  return own.reduce((sum, { available }) => sum + available, 0);
}

describe('the commission of an agent', () => {
  it('is the share of the net fees of a UTC day, paid once after the day', () => {
    const tested = prepared();
    sell(tested, 50);
    expect(rejectionOf(tested.apply(pay(tested, { day: dayOf(tested.exchange.timeMs) })))?.reason).toBe('day_open');
    nextDay(tested);
    const events = tested.apply(pay(tested));
    // 50 lots at 100 ticks are 5000 units; a hundredth is 50, of which a fifth is 10.
    expect(paidBy(events)).toMatchObject({ user: bob, agent: carol, fees: 50, earned: 10, amount: 10, carry: 0 });
    expect(carolHas(tested)).toBe(10);

    expect(tested.apply(pay(tested))).toMatchObject([{ type: 'cause_repeated', command: 'pay_commission', n: 1 }]);
    expect(rejectionOf(tested.apply(pay(tested, { n: 2 })))?.reason).toBe('commission_absent');
    expect(carolHas(tested)).toBe(10);
  });

  it('carries fractions of a unit from day to day, and drops them with the attachment', () => {
    const tested = prepared();
    const amounts: number[] = [];
    for (const n of [1, 2, 3, 4, 5]) {
      sell(tested, 3);
      nextDay(tested);
      amounts.push(paidBy(tested.apply(pay(tested, { n })))?.amount ?? -1);
    }
    // Each day earns 0.6 of a unit.
    expect(amounts).toEqual([0, 1, 0, 1, 1]);
    sell(tested, 3);
    tested.apply(detach(1));
    nextDay(tested);
    tested.apply(pay(tested, { n: 6 }));
    expect(tested.exchange.read(attachments)).toEqual([]);
  });

  it('counts the fees between the commands that begin and end an attachment, and no others', () => {
    const tested = openExchange();
    tested.apply({
      type: 'set_fee_tier',
      market: btcusdt,
      tier: 0,
      rates: { makerFeePpm: 0, takerFeePpm: 10_000 },
      ...setup,
    });
    tested.fund(alice, usdt, 1e12);
    tested.fund(bob, btc, 1e12);
    sell(tested, 1000);
    tested.apply(attach(1, bob));
    sell(tested, 50);
    tested.apply(detach(1));
    sell(tested, 1000);
    nextDay(tested);
    expect(paidBy(tested.apply(pay(tested)))).toMatchObject({ fees: 50, amount: 10 });
  });

  it('belongs to each agent of a day for the time of its attachment', () => {
    const tested = prepared();
    sell(tested, 50);
    tested.apply(detach(1));
    tested.apply(attach(2, bob, { agent: dave, sharePpm: 500_000 }));
    sell(tested, 100);
    nextDay(tested);
    expect(paidBy(tested.apply(pay(tested)))).toMatchObject({ agent: carol, fees: 50, amount: 10 });
    const second = tested.apply(pay(tested, { attachment: attachmentNumber(2), n: 2 }));
    expect(paidBy(second)).toMatchObject({ agent: dave, fees: 100, amount: 50 });
  });

  it('leaves out the rebate of a maker, and a maker with a rebate earns its agent nothing', () => {
    const tested = prepared();
    const rates = { makerFeePpm: -4000, takerFeePpm: 10_000 };
    tested.apply({ type: 'set_user_fees', user: alice, market: btcusdt, rates, ...setup });
    tested.apply(attach(2, alice));
    sell(tested, 50);
    nextDay(tested);
    // The taker paid 50 units, of which the maker received 20.
    expect(paidBy(tested.apply(pay(tested)))).toMatchObject({ fees: 30, amount: 6 });
    const maker = pay(tested, { attachment: attachmentNumber(2), n: 2 });
    expect(rejectionOf(tested.apply(maker))?.reason).toBe('commission_absent');
  });

  it('is cut to the limit of the agent, and the fraction with it', () => {
    const tested = prepared();
    sell(tested, 53);
    nextDay(tested);
    const events = tested.apply(pay(tested, { maximum: asAmount(4) }));
    expect(paidBy(events)).toMatchObject({ earned: 10, amount: 4, carry: 0 });
    expect(carolHas(tested)).toBe(4);
  });

  it('is paid for the oldest day first', () => {
    const tested = prepared();
    sell(tested, 50);
    nextDay(tested);
    sell(tested, 100);
    nextDay(tested);
    expect(rejectionOf(tested.apply(pay(tested)))?.reason).toBe('commission_absent');
    const yesterday = dayOf(tested.exchange.timeMs) - 1;
    expect(paidBy(tested.apply(pay(tested, { day: yesterday - 1 })))?.amount).toBe(10);
    expect(paidBy(tested.apply(pay(tested, { n: 2 })))?.amount).toBe(20);
  });

  it('first pays a debt of the agent', () => {
    const tested = prepared();
    const deposit = { user: carol, accountType: accountType.change, currency: usdt, amount: asAmount(7) };
    tested.apply({ type: 'credit_deposit', ...deposit, source: 'deposit', n: 1, matured: true });
    tested.takeOut(carol, 7);
    tested.apply({ type: 'reverse_credit', ...deposit, source: 'deposit', n: 1 });
    sell(tested, 50);
    nextDay(tested);
    const events = tested.apply(pay(tested));
    expect(events.map(({ type }) => type)).toEqual(['commission_paid', 'debt_repaid']);
    expect(carolHas(tested)).toBe(3);
  });

  it('is dropped with an attachment that should not have been', () => {
    const tested = prepared();
    sell(tested, 50);
    tested.apply(detach(1, true));
    nextDay(tested);
    expect(rejectionOf(tested.apply(pay(tested)))?.reason).toBe('commission_absent');
    expect(tested.exchange.read(attachments)).toEqual([]);
  });

  it('of an ended attachment can be dropped, once, with its unpaid days', () => {
    const tested = prepared();
    const drop = { type: 'drop_commission', attachment: attachmentNumber(1) } as const;
    sell(tested, 50);
    nextDay(tested);
    sell(tested, 50);
    expect(rejectionOf(tested.apply(drop))?.reason).toBe('attachment_open');
    tested.apply(detach(1));
    expect(tested.apply(drop)).toMatchObject([{ type: 'commission_dropped', user: bob, agent: carol }]);
    expect(tested.exchange.read(attachments)).toEqual([]);
    expect(rejectionOf(tested.apply(pay(tested)))?.reason).toBe('commission_absent');
    expect(tested.apply(drop)).toMatchObject([{ type: 'cause_repeated', command: 'drop_commission', n: 1 }]);
    const unknown = { ...drop, attachment: attachmentNumber(2) };
    expect(rejectionOf(tested.apply(unknown))?.reason).toBe('attachment_unknown');
    const restored = Exchange.restore([...tested.exchange.snapshot()]);
    expect(restored.stateHash()).toBe(tested.exchange.stateHash());
  });

  it('stays due when the fees of the venue do not cover it', () => {
    const tested = prepared();
    sell(tested, 50);
    nextDay(tested);
    const state = readSnapshot(tested.exchange.snapshot());
    const [own] = state.agents.attachments();
    if (own === undefined) throw new Error('Bob has no agent.');
    // More than was taken, which no journal leads to.
    const [earnings] = own.earnings;
    const days = [{ day: dayOf(tested.exchange.timeMs) - 1, fees: asAmount(5000) }];
    state.agents.load({ ...own, earnings: [{ currency: usdt, carry: earnings?.carry ?? 0, days }] });
    const events: Event[] = [];
    const rejection = { reason: 'fees_short', currency: usdt, available: 50 };
    expect(payCommission(state, pay(tested), events)).toEqual(rejection);
    expect(events).toEqual([]);
    state.agents.load(own);
    expect(payCommission(state, pay(tested), events)).toEqual({ type: 'done' });
    expect(paidBy(events)?.amount).toBe(10);
  });

  it('survives a restart from a snapshot', () => {
    const tested = prepared();
    sell(tested, 3);
    nextDay(tested);
    tested.apply(pay(tested));
    sell(tested, 3);
    const restored = Exchange.restore([...tested.exchange.snapshot()]);
    expect(restored.stateHash()).toBe(tested.exchange.stateHash());
    expect(restored.read(attachments)).toEqual(tested.exchange.read(attachments));
  });
});

describe('an attachment', () => {
  it('is begun and ended once for each number', () => {
    const tested = prepared();
    expect(tested.apply(attach(1, bob))).toMatchObject([{ type: 'cause_repeated', command: 'attach_agent', n: 1 }]);
    tested.apply(detach(1));
    expect(tested.apply(detach(1))).toMatchObject([{ type: 'cause_repeated', command: 'detach_agent', n: 1 }]);
    expect(tested.apply(attach(1, bob))).toMatchObject([{ type: 'cause_repeated', command: 'attach_agent', n: 1 }]);
    expect(tested.exchange.read(attachments)).toEqual([]);
  });

  it.each([
    ['agent_attached', attach(2, bob)],
    ['user_invalid', attach(2, carol)],
    ['user_invalid', attach(2, venue)],
    ['share_invalid', attach(2, alice, { sharePpm: 0 })],
    ['share_invalid', attach(2, alice, { sharePpm: 500_001 })],
    ['attachment_unknown', detach(2)],
  ] as const)('is refused: %s', (reason, command) => {
    expect(rejectionOf(prepared().apply(command))?.reason).toBe(reason);
  });
});

describe("the venue's fees", () => {
  it('keep what agents have earned', () => {
    const tested = prepared();
    sell(tested, 50);
    const take = (units: number, n: number) => capital(units, n, { from: accountType.fees, to: accountType.treasury });
    expect(rejectionOf(tested.apply(take(41, 1)))).toEqual({ reason: 'fees_owed', currency: usdt, transferable: 40 });
    expect(rejectionOf(tested.apply(take(40, 1)))).toBeNull();
    nextDay(tested);
    expect(paidBy(tested.apply(pay(tested)))?.amount).toBe(10);
  });
});

describe('the unpaid fees of an agent', () => {
  it('are those of its own users, until they are paid or dropped', () => {
    const state = new AgentsState();
    const terms = { sharePpm: 200_000, isOpen: true } as const;
    const earnings = [{ currency: usdt, carry: 0, days: [{ day: 1, fees: asAmount(5) }] }];
    for (const [n, user, agent] of [
      [1, alice, carol],
      [2, bob, carol],
      [3, dave, alice],
    ] as const)
      state.load({ ...terms, attachment: attachmentNumber(n), user, agent, earnings });
    expect([...state.unpaidOf(carol)]).toHaveLength(2);
    expect([...state.unpaidOf(alice)]).toHaveLength(1);
    expect(state.unpaid()).toEqual([1, 2, 3]);
    expect([state.oldestBefore(2), state.oldestBefore(1)]).toEqual([1, null]);
    state.paid({ attachment: attachmentNumber(1), currency: usdt, carry: 0 });
    state.detach({ ...detach(2), user: bob, agent: carol, sharePpm: 1, type: 'agent_detached' });
    state.drop({ attachment: attachmentNumber(2) });
    expect([...state.unpaidOf(carol)]).toEqual([]);
    expect(state.unpaid()).toEqual([3]);
    expect(state.attachments().map(({ attachment }) => attachment)).toEqual([1, 3]);
  });
});

describe('the share of fees', () => {
  it('is exact for products that are not safe integers', () => {
    const fees = Number.MAX_SAFE_INTEGER;
    expect(shareOf(fees, 500_000, 0)).toEqual({ earned: (fees - 1) / 2, carry: 500_000 });
  });
});
