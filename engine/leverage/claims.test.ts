import { describe, expect, it } from 'vitest';
import { accountType } from '../ledger/account.ts';
import { LeverMarket, leverTerms, the } from '../testing/leverage.ts';
import { capital, moveToLever } from '../testing/movements.ts';
import { alice, bob, carol, rejectionOf, typesOf, usdt } from '../testing/test-exchange.ts';
import type { Event } from '../event.ts';
import type { ExchangeOptions } from '../state.ts';

const { lever, leverHouse, insurance } = accountType;
const venue = 0 as typeof alice;

/** A market whose house has what it reserves, and little more. */
function poorMarket(house: number, options: ExchangeOptions = {}): LeverMarket {
  const terms = { reservePpm: 1000 };
  return new LeverMarket(options, { house, insurance: 0, users: [alice, bob, carol], terms });
}

/** The payments of claims: of which position, how much, and what is left. */
function payments(events: readonly Event[]): unknown[] {
  return events.flatMap((event) =>
    event.type === 'lever_claim_paid' ? [[event.position, event.amount, event.left]] : [],
  );
}

function closes(events: readonly Event[]) {
  return events.filter((event) => event.type === 'lever_closed');
}

function refill(market: LeverMarket, units: number, to: number = leverHouse): Event[] {
  return market.exchange.apply(capital(units, 100 + market.exchange.exchange.sequence, { to }));
}

describe('a claim is set off', () => {
  it('against a loss that its account cannot bear, before insurance and the house bear the rest', () => {
    const market = poorMarket(20_000_000);
    market.submit({ share: 80 });
    market.submit({ side: 'short', share: 50 });
    market.price(6_500_000);
    market.change('close_lever', 1);
    const { unpaid, balance } = the(market.price(6_550_000), 'lever_closed');
    market.exchange = market.exchange.restarted();

    const events = market.price(6_800_000);
    const claim = { position: 1, user: alice, currency: usdt, amount: unpaid, left: 0, loss: 2 };
    expect(the(events, 'lever_claim_offset')).toMatchObject(claim);
    const { profit, deficit, insured } = the(events, 'lever_closed');
    expect([profit + balance + unpaid + deficit, insured]).toEqual([0, 0]);
    expect(deficit).toBeGreaterThan(0);
    expect(typesOf(refill(market, 1_000_000))).toEqual(['venue_transferred']);
  });

  it('if the profit that was to cover a loss stays unpaid', () => {
    const market = poorMarket(20_000_000);
    market.submit({ share: 80 });
    market.submit({ side: 'short', share: 50 });
    const { balance } = market.price(6_500_000).findLast((event) => event.type === 'lever_opened') ?? { balance: 0 };
    market.change('close_lever', 2);

    const events = market.price(6_800_000);
    const [cover, loss] = closes(events);
    expect([cover?.reason, loss?.reason]).toEqual(['cover', 'user']);
    const offset = the(events, 'lever_claim_offset');
    const [profit, unpaid] = [cover?.profit ?? 0, cover?.unpaid ?? 0];
    expect(offset).toMatchObject({ position: 1, left: unpaid - offset.amount, loss: 2 });
    // Nothing is lost but what the account owes.
    expect(loss).toMatchObject({
      deficit: 0,
      insured: 0,
      balance: 0,
      profit: 0 - balance - (profit - unpaid) - offset.amount,
    });
  });
});

describe('claims are paid', () => {
  /** Alice and Carol have claims; Bob has two losing positions. */
  function withClaims(options: ExchangeOptions = {}): LeverMarket {
    const market = poorMarket(15_000_000, options);
    market.submit({ share: 60 });
    market.submit({ user: carol, share: 60 });
    for (const share of [20, 80]) market.submit({ user: bob, side: 'short', share });
    market.price(6_500_000);
    market.change('close_lever', 1);
    market.change('close_lever', 2, carol);
    const unpaid = closes(market.price(6_550_000)).map((event) => event.unpaid);
    expect(unpaid).toEqual([25_009_740, 25_709_610]);
    return market;
  }

  it('oldest first, in part if there is less, and also to users without positions', () => {
    const market = withClaims();
    market.exchange.apply(moveToLever(alice, 1, null, { from: lever, to: accountType.change }));
    market.change('close_lever', 3, bob);
    // The loss, and what was reserved for the position.
    expect(payments(market.price(6_550_000))).toEqual([[1, 11_429_870, 13_579_870]]);
    market.change('close_lever', 4, bob);
    expect(payments(market.price(6_550_000))).toEqual([
      [1, 13_579_870, 0],
      [2, 25_709_610, 0],
    ]);
  });

  it('when an operator refills the house or insurance', () => {
    const market = withClaims();
    expect(payments(refill(market, 20_000_000))).toEqual([[1, 20_000_000, 5_009_740]]);
    market.exchange = market.exchange.restarted();
    const paid = refill(market, 20_000_000, insurance);
    expect(payments(paid)).toEqual([
      [1, 5_009_740, 0],
      [2, 14_990_260, 10_719_350],
    ]);
    expect(market.exchange.balance(venue, usdt, insurance)).toEqual([0, 0]);
  });

  it('one with each piece of work', () => {
    const market = withClaims({ dueWorkPerCommand: 1 });
    const first = refill(market, 60_000_000);
    const second = market.exchange.apply({ type: 'clock' });
    expect([first, second].map(payments)).toEqual([[[1, 25_009_740, 0]], [[2, 25_709_610, 0]]]);
    expect(market.exchange.exchange.hasDueWork).toBe(false);
  });
});

describe('money that the house owes', () => {
  /**
   * Alice has a claim, when one tick brings the loss of Bob, who closes, and a profit of Carol that reaches its reserve
   * of two percent.
   */
  function tickWithClaim(carolShare: number) {
    const reserved = carolShare * 1_300_130;
    const market = poorMarket(7_800_000 + reserved);
    market.submit({ share: 60 });
    market.submit({ user: bob, side: 'short', share: 20 });
    market.price(6_500_000);
    market.exchange.apply(leverTerms({ reservePpm: 20_000 }));
    market.submit({ user: carol, share: carolShare });
    market.price(6_500_000);
    market.change('close_lever', 1);
    const { unpaid: owed } = the(market.price(6_550_000), 'lever_closed');
    market.change('close_lever', 2, bob);
    const events = market.price(6_650_000);
    const [loss, young] = closes(events);
    const gain = (loss?.reserve ?? 0) - (loss?.profit ?? 0);
    expect([loss?.user, young?.user, young?.reason]).toEqual([bob, carol, 'deleveraging']);
    return { events, owed, free: gain - owed, gain, young };
  }

  it('pays no younger profit beyond its reserve', () => {
    const { events, owed, free, young } = tickWithClaim(60);
    const { profit = 0, reserve = 0, unpaid = 0 } = young ?? {};
    expect(free).toBeGreaterThan(0);
    expect(unpaid).toBeGreaterThan(0);
    expect(unpaid).toBe(profit - reserve - free);
    expect(payments(events)).toEqual([[1, owed, 0]]);
  });

  /** The house has one unit more than three claims. Each command pays one of them first. */
  function oneMoreThanOwed(): LeverMarket {
    const market = poorMarket(25_000_000, { dueWorkPerCommand: 1 });
    for (const user of [alice, bob, carol]) market.submit({ user, share: 60 });
    for (let n = 0; n < 2; n += 1) market.price(6_500_000);
    for (const [index, user] of [alice, bob, carol].entries()) market.change('close_lever', index + 1, user);
    market.price(6_550_000);
    while (market.exchange.exchange.hasDueWork) market.exchange.apply({ type: 'clock' });
    const owed = closes(market.exchange.events).map(({ unpaid }) => unpaid);
    expect(owed.every((unpaid) => unpaid > 0)).toBe(true);
    refill(
      market,
      owed.reduce((sum, unpaid) => sum + unpaid, 1),
    );
    return market;
  }

  it('secures no position', () => {
    const market = oneMoreThanOwed();
    expect(rejectionOf(market.submit({ share: 1 }))).toEqual({ reason: 'house_full' });
  });

  it('cannot be taken away', () => {
    const withdrawn = { from: leverHouse, to: accountType.treasury };
    const refused = rejectionOf(oneMoreThanOwed().exchange.apply(capital(2, 50, withdrawn)));
    expect(refused).toEqual({ reason: 'house_floor', currency: usdt, transferable: 1 });
    expect(typesOf(oneMoreThanOwed().exchange.apply(capital(1, 50, withdrawn)))).toContain('venue_transferred');
  });

  it('does not raise a reserve', () => {
    const { gain, free, young } = tickWithClaim(12);
    const { reserve = 0, unpaid } = young ?? {};
    expect([gain > reserve, free < reserve, unpaid]).toEqual([true, true, 0]);
  });
});

describe('the claims of a user on a pair', () => {
  it('are one, which grows and keeps its place', () => {
    const market = poorMarket(20_000_000);
    for (const user of [alice, carol, alice]) market.submit({ user, share: 40 });
    market.price(6_500_000);
    for (const [position, user] of [
      [1, alice],
      [2, carol],
      [3, alice],
    ] as const) {
      market.change('close_lever', position, user);
    }
    const [one, two, three] = closes(market.price(6_550_000)).map(({ unpaid }) => unpaid);
    const owed = (one ?? 0) + (three ?? 0);
    market.exchange = market.exchange.restarted();

    expect(payments(refill(market, owed + 5))).toEqual([
      [1, owed, 0],
      [2, 5, (two ?? 0) - 5],
    ]);
  });
});
