import { beforeEach, describe, expect, it } from 'vitest';
import { userId, venue } from '../identifiers.ts';
import { accountType } from '../ledger/account.ts';
import { logicVersion } from '../logic-version.ts';
import { owe } from '../testing/movements.ts';
import { btc, openingMs, rejectionOf, typesOf, usdt } from '../testing/test-exchange.ts';
import { buyer, coins, day, EscrowBench, hash, hour, minute, other, reasonOf, seller } from './testing/orders.ts';

let bench: EscrowBench;

beforeEach(() => {
  bench = new EscrowBench();
});

describe('an offer', () => {
  it('locks coins in the legal account, in parts', () => {
    expect(bench.fund(300)).toMatchObject([{ type: 'offer_funded', offer: 1, user: seller, amount: 300, left: 300 }]);
    expect(bench.fund(200)).toMatchObject([{ amount: 200, left: 500 }]);
    expect(bench.drain(100)).toMatchObject([{ type: 'offer_drained', amount: 100, left: 400 }]);
    expect([bench.left(), bench.legal(seller)]).toEqual([400, [coins - 400, 400]]);
    expect(bench.endOffer()).toMatchObject([{ type: 'offer_ended', amount: 400 }]);
    expect([bench.left(), bench.legal(seller)]).toEqual([null, [coins, 0]]);
  });

  it('cannot lose more than it has left, and stays when it is empty', () => {
    bench.fund(300);
    expect(rejectionOf(bench.drain(301))).toEqual({ reason: 'offer_exhausted', left: 300 });
    expect(reasonOf(bench.drain(300))).toBeNull();
    expect(bench.left()).toBe(0);
    expect(rejectionOf(bench.drain(1))).toEqual({ reason: 'offer_exhausted', left: 0 });
    expect(bench.endOffer()).toMatchObject([{ type: 'offer_ended', amount: 0, postings: [] }]);
  });

  it('belongs to its owner and has one currency', () => {
    bench.fund();
    expect(reasonOf(bench.fund(1, { user: other }))).toBe('offer_taken');
    expect(reasonOf(bench.fund(1, { currency: btc }))).toBe('offer_taken');
    expect(reasonOf(bench.drain(1, { user: other }))).toBe('offer_unknown');
    expect(reasonOf(bench.endOffer({ user: other }))).toBe('offer_unknown');
    expect(reasonOf(bench.drain(1, { offer: 2 }))).toBe('offer_unknown');
  });

  it('is one of at most so many of its owner, however often one is funded', () => {
    for (const offer of [1, 2, 3]) expect(reasonOf(bench.fund(10, { offer }))).toBeNull();
    expect(rejectionOf(bench.fund(10, { offer: 4 }))).toEqual({ reason: 'offers_exhausted', maximum: 3 });
    expect(reasonOf(bench.fund(10, { offer: 3 }))).toBeNull();
    expect(reasonOf(bench.fund(10, { offer: 4, user: other }))).toBeNull();
    bench.endOffer({ offer: 2 });
    expect(reasonOf(bench.fund(10, { offer: 5 }))).toBeNull();
    expect(reasonOf(bench.fund(10, { offer: 6 }))).toBe('offers_exhausted');
  });
});

describe('opening', () => {
  it('takes the coins of the offer, and reports terms, fee and the end of the window', () => {
    bench.fund(5000);
    expect(bench.open(7, 1001, { feePpm: 2500 })).toMatchObject([
      {
        type: 'escrow_opened',
        n: 7,
        offer: 1,
        seller,
        buyer,
        maker: seller,
        amount: 1001,
        fee: 3,
        left: 3999,
        terms: hash,
        dueAtMs: openingMs + 15 * minute,
        postings: [],
      },
    ]);
    expect([bench.left(), bench.legal(seller)]).toEqual([3999, [coins - 5000, 5000]]);
  });

  it('takes available coins of a taker who sells', () => {
    expect(bench.sell(1, 400)).toMatchObject([{ type: 'escrow_opened', offer: null, maker: buyer, left: null }]);
    expect(bench.legal(seller)).toEqual([coins - 400, 400]);
  });

  it('is for the taker only: the buyer of an offer, the seller to a buy ad', () => {
    bench.fund();
    for (const user of [seller, other]) expect(reasonOf(bench.open(1, 10, { user }))).toBe('escrow_party_wrong');
    for (const user of [buyer, other]) expect(reasonOf(bench.sell(1, 10, { user }))).toBe('escrow_party_wrong');
    expect(reasonOf(bench.open(1, 10, { user: seller, buyer: seller }))).toBe('own_offer');
    expect(reasonOf(bench.sell(1, 10, { buyer: seller }))).toBe('own_offer');
  });

  it('needs an offer of the seller in the currency that has enough', () => {
    bench.fund(1000);
    expect(rejectionOf(bench.open(1, 1001))).toEqual({ reason: 'offer_exhausted', left: 1000 });
    expect(reasonOf(bench.open(1, 10, { offer: 2 }))).toBe('offer_unknown');
    expect(reasonOf(bench.open(1, 10, { seller: other }))).toBe('offer_unknown');
    expect(reasonOf(bench.open(1, 10, { currency: btc }))).toBe('offer_unknown');
    expect(reasonOf(bench.open(1, 1000))).toBeNull();
    expect(bench.left()).toBe(0);
  });

  it('needs available coins of a taker who sells', () => {
    const needed = { reason: 'insufficient_balance', currency: usdt, available: coins, needed: coins + 1 };
    expect(rejectionOf(bench.sell(1, coins + 1))).toEqual(needed);
    expect(reasonOf(bench.sell(1, coins))).toBeNull();
  });

  it('uses a number once', () => {
    bench.fund();
    bench.open(1);
    expect(reasonOf(bench.open(1))).toBe('escrow_exists');
    bench.act('cancel', buyer);
    expect(reasonOf(bench.open(1))).toBe('escrow_exists');
    expect(reasonOf(bench.reopen(1, 1))).toBe('escrow_exists');
    expect(bench.open(2)).toMatchObject([{ type: 'escrow_opened' }]);
  });

  it('happens once for each request key', () => {
    bench.fund();
    bench.open(1, 100, { requestKey: 'key' });
    expect(typesOf(bench.open(1, 100, { requestKey: 'key' }))).toEqual(['request_repeated']);
    expect(bench.left()).toBe(99_900);
  });

  it('lets the buyer receive something', () => {
    bench.fund();
    expect(reasonOf(bench.open(1, 1, { feePpm: 1 }))).toBe('amount_invalid');
    expect(reasonOf(bench.open(1, 2, { feePpm: 500_001 }))).toBe('amount_invalid');
    expect(bench.open(1, 2, { feePpm: 500_000 })).toMatchObject([{ fee: 1 }]);
  });
});

describe('the limits of buyers', () => {
  beforeEach(() => {
    bench.fund();
  });

  it('are one unpaid escrow of a taker', () => {
    bench.open(1);
    expect(rejectionOf(bench.open(2))).toEqual({ reason: 'unpaid_order_exists', n: 1 });
    bench.act('pay', buyer, 1);
    expect(reasonOf(bench.open(2))).toBeNull();
  });

  it('are so many unpaid escrows of a maker, besides the one that he took', () => {
    bench.open(1);
    for (const n of [2, 3]) expect(reasonOf(bench.sell(n, 1000 + n, { unpaidLimit: 2 }))).toBeNull();
    const exhausted = { reason: 'unpaid_orders_exhausted', maximum: 2 };
    expect(rejectionOf(bench.sell(4, 1004, { unpaidLimit: 2 }))).toEqual(exhausted);
    bench.act('pay', buyer, 2);
    expect(reasonOf(bench.sell(4, 1004, { unpaidLimit: 2 }))).toBeNull();
  });

  it('are no two open escrows of one currency and amount, to any seller', () => {
    bench.open(1, 500);
    bench.act('pay', buyer, 1);
    const taken = { reason: 'order_amount_taken', n: 1 };
    expect(rejectionOf(bench.open(2, 500))).toEqual(taken);
    expect(rejectionOf(bench.sell(2, 500, { user: other, seller: other }))).toEqual(taken);
    expect(reasonOf(bench.open(2, 500, { user: other, buyer: other }))).toBeNull();
    bench.act('release', seller, 1);
    expect(reasonOf(bench.open(3, 500))).toBeNull();
  });

  it('are so many open escrows of a taker, as buyer and as seller', () => {
    bench.open(1);
    bench.act('pay', buyer, 1);
    bench.sell(2, 50, { user: buyer, seller: buyer, buyer: other });
    const exhausted = { reason: 'escrows_exhausted', maximum: 2 };
    expect(rejectionOf(bench.open(3, 60, { openLimit: 2 }))).toEqual(exhausted);
    expect(reasonOf(bench.open(3, 60, { openLimit: 3 }))).toBeNull();
  });

  it('are three cancels and timeouts a UTC day', () => {
    const untilMs = (Math.floor(openingMs / day) + 1) * day;
    bench.open(1);
    bench.act('cancel', buyer, 1);
    bench.open(2);
    bench.pass(15 * minute);
    expect(bench.step(2)).toBeNull();
    bench.sell(3);
    expect(bench.act('cancel', buyer, 3)).toMatchObject([{ type: 'escrow_returned', counts: true }]);
    expect(rejectionOf(bench.open(4))).toEqual({ reason: 'buying_blocked_today', untilMs });
    expect(reasonOf(bench.sell(4))).toBe('buying_blocked_today');
    expect(reasonOf(bench.open(4, 10, { user: other, buyer: other }))).toBeNull();
    // The blocked buyer still sells.
    expect(reasonOf(bench.sell(5, 20, { user: buyer, seller: buyer, buyer: other }))).toBeNull();
    bench.stop(untilMs - bench.tested.exchange.timeMs - 1);
    expect(reasonOf(bench.open(6))).toBe('buying_blocked_today');
    bench.stop(1);
    expect(reasonOf(bench.open(6))).toBeNull();
  });

  it('do not count ends for which the seller had asked', () => {
    bench.open(1);
    expect(bench.act('ask_cancel', seller, 1)).toMatchObject([{ type: 'escrow_cancel_asked', n: 1 }]);
    expect(reasonOf(bench.act('ask_cancel', seller, 1))).toBe('cancel_asked');
    expect(bench.act('cancel', buyer, 1)).toMatchObject([{ counts: false }]);
    bench.open(2);
    bench.act('ask_cancel', seller, 2);
    expect(bench.pass(15 * minute)).toMatchObject([{ reason: 'timeout', counts: false }]);
    bench.open(3);
    bench.act('cancel', buyer, 3);
    bench.open(4);
    expect(bench.act('cancel', buyer, 4)).toMatchObject([{ counts: true }]);
    expect(reasonOf(bench.open(5))).toBeNull();
  });
});

describe('coins of an escrow', () => {
  it('go to the buyer less the fee, which the venue keeps', () => {
    bench.fund(5000);
    bench.open(1, 1001, { feePpm: 2500 });
    bench.act('pay', buyer);
    expect(bench.act('release', seller)).toMatchObject([
      {
        type: 'escrow_released',
        reason: 'released',
        by: seller,
        maturesAtMs: openingMs + day,
        postings: [
          { user: seller, available: 0, locked: -1001, fee: 0 },
          { user: buyer, available: 998, locked: 0, fee: 3 },
          { user: venue, accountType: accountType.fees, available: 3 },
        ],
      },
    ]);
    expect([bench.legal(seller), bench.legal(buyer)]).toEqual([
      [coins - 5000, 3999],
      [coins + 998, 0],
    ]);
    expect(bench.tested.balance(venue, usdt, accountType.fees)).toEqual([3, 0]);
  });

  it('pay what the buyer owes, like deposits; older journals are replayed by their rules', () => {
    const debtor = userId(100_077);
    const bought = { user: debtor, buyer: debtor };
    bench.fund(5000);
    owe(bench.tested, debtor, 400);
    bench.open(1, 300, bought);
    bench.act('pay', debtor);
    expect(bench.act('release', seller)).toMatchObject([
      { type: 'escrow_released', amount: 300 },
      { type: 'debt_repaid', user: debtor, accountType: accountType.legal, amount: 300, left: 100, by: 'credit' },
    ]);
    bench.open(2, 200, bought);
    bench.act('pay', debtor, 2);
    bench.tested.exchange.useLogic(6);
    expect(typesOf(bench.act('release', seller, 2))).toEqual(['escrow_released']);
    bench.tested.exchange.useLogic(logicVersion);
    bench.open(3, 250, bought);
    bench.act('pay', debtor, 3);
    bench.hold(3);
    expect(bench.resolve('release', 3).slice(-2)).toMatchObject([
      { type: 'escrow_released', reason: 'resolved' },
      { type: 'debt_repaid', amount: 100, left: 0 },
    ]);
    expect(bench.legal(debtor)).toEqual([200 + 150, 0]);
  });

  it('return to the offer while it exists, otherwise to what is available', () => {
    bench.fund(5000);
    bench.open(1, 100);
    expect(bench.act('cancel', buyer)).toMatchObject([{ type: 'escrow_returned', left: 5000, postings: [] }]);
    bench.open(2, 200);
    bench.act('pay', buyer, 2);
    bench.endOffer();
    expect(bench.legal(seller)).toEqual([coins - 200, 200]);
    expect(bench.act('concede', buyer, 2)).toMatchObject([
      { reason: 'conceded', by: buyer, counts: false, left: null },
    ]);
    expect(bench.legal(seller)).toEqual([coins, 0]);
  });

  it('do not return to an offer that was made again under the number', () => {
    bench.fund(5000);
    bench.open(1, 100);
    bench.endOffer();
    bench.fund(700, { user: other });
    expect(bench.act('cancel', buyer)).toMatchObject([{ left: null }]);
    expect([bench.left(), bench.legal(seller)]).toEqual([700, [coins, 0]]);
  });

  it('are released once, by however many devices', () => {
    bench.fund();
    bench.open(1, 100);
    bench.act('pay', buyer);
    const answers = Array.from({ length: 20 }, () => bench.act('release', seller)).map(reasonOf);
    expect(answers).toEqual([null, ...Array.from({ length: 19 }, () => 'escrow_ended')]);
    expect(bench.legal(buyer)).toEqual([coins + 100, 0]);
  });
});

describe('an appeal', () => {
  beforeEach(() => {
    bench.fund();
    bench.open(1, 100);
    bench.act('pay', buyer);
  });

  it('is possible 10 minutes after the payment', () => {
    bench.pass(10 * minute - 1);
    expect(rejectionOf(bench.act('appeal', seller))).toEqual({ reason: 'appeal_early', leftMs: 1 });
    bench.pass(1);
    const appealed = { type: 'escrow_appealed', reason: 'appeal', by: seller, from: 'paid' };
    expect(bench.act('appeal', seller)).toMatchObject([appealed]);
  });

  it('stops time, and continues with at least an hour when it is withdrawn', () => {
    bench.act('mark_abnormal', seller);
    expect(bench.pass(30 * minute)).toEqual([]);
    expect(bench.act('withdraw_appeal', seller)).toMatchObject([
      { type: 'escrow_appeal_withdrawn', by: seller, to: 'paid', dueAtMs: openingMs + 30 * minute + hour },
    ]);
    expect(typesOf(bench.pass(hour))).toEqual(['escrow_delayed']);
  });

  it('continues to the old end of the window if that is later', () => {
    bench.pass(hour);
    bench.act('appeal', buyer);
    bench.pass(minute);
    const continued = { to: 'delayed', dueAtMs: openingMs + 2 * hour + minute };
    expect(bench.act('withdraw_appeal', buyer)).toMatchObject([continued]);
    bench.act('appeal', buyer);
    expect(bench.act('withdraw_appeal', buyer)).toMatchObject([continued]);
  });

  it('is decided by an operator for either side', () => {
    bench.hold();
    expect(bench.resolve('refund')).toMatchObject([
      { type: 'escrow_resolved', n: 1, resolution: 'refund', operator: venue, cause: 'setup' },
      { type: 'escrow_returned', reason: 'resolved', by: null, counts: false },
    ]);
    expect(bench.legal(seller)).toEqual([coins - 100_000, 100_000]);
  });

  it('is held by an operator without a way back for the parties', () => {
    expect(bench.hold()).toMatchObject([
      { type: 'escrow_hold_ordered', n: 1, operator: venue, cause: 'setup' },
      { type: 'escrow_appealed', reason: 'held', by: null },
    ]);
    for (const user of [seller, buyer]) expect(reasonOf(bench.act('withdraw_appeal', user))).toBe('escrow_party_wrong');
  });

  it('ends when a side concedes', () => {
    bench.hold();
    expect(bench.act('concede', seller)).toMatchObject([{ type: 'escrow_released', reason: 'conceded', by: seller }]);
    expect(bench.legal(buyer)).toEqual([coins + 100, 0]);
  });
});
