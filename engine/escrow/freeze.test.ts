import { beforeEach, describe, expect, it } from 'vitest';
import { rejectionOf, typesOf } from '../testing/test-exchange.ts';
import { buyer, coins, day, EscrowBench, hour, minute, other, reasonOf, seller } from './testing/orders.ts';

let bench: EscrowBench;

beforeEach(() => {
  bench = new EscrowBench();
  bench.fund();
});

/** Escrows 1 to 4 are unpaid, paid, delayed and appealed by the seller; they open in another order. */
function fourStates(): void {
  bench.open(3);
  bench.act('pay', buyer, 3);
  bench.open(4);
  bench.act('pay', buyer, 4);
  bench.pass(hour);
  bench.act('appeal', seller, 4);
  bench.open(2);
  bench.act('pay', buyer, 2);
  bench.open(1);
}

describe.each(['outflow', 'trading'] as const)('a restriction of the scope %s', (scope) => {
  it('cancels the unpaid escrows of a seller and appeals the paid ones', () => {
    fourStates();
    expect(bench.restrict(seller, 'none', scope)).toMatchObject([
      { type: 'user_restricted' },
      { type: 'escrow_returned', n: 1, reason: 'frozen', by: null, counts: false, left: 100_000 - 3009 },
      { type: 'escrow_appealed', n: 2, reason: 'frozen', by: null, from: 'paid' },
      { type: 'escrow_appealed', n: 3, reason: 'frozen', by: null, from: 'delayed' },
    ]);
    for (const n of [2, 3]) {
      for (const user of [seller, buyer]) {
        expect(reasonOf(bench.act('withdraw_appeal', user, n))).toBe('escrow_party_wrong');
      }
    }
  });

  it('cancels the unpaid escrows of a buyer only', () => {
    fourStates();
    const returned = { type: 'escrow_returned', n: 1, reason: 'frozen' };
    expect(bench.restrict(buyer, 'none', scope)).toMatchObject([{ type: 'user_restricted' }, returned]);
    expect([2, 3, 4].map((n) => bench.step(n))).toEqual(['paid', 'delayed', 'appealed']);
    expect(reasonOf(bench.act('release', seller, 2))).toBeNull();
    expect(bench.legal(buyer)).toEqual([coins + 1002, 0]);
    expect(reasonOf(bench.act('concede', buyer, 3))).toBeNull();
  });

  it('stops release and concession of a seller, not the concession of the buyer', () => {
    fourStates();
    bench.restrict(seller, 'none', scope);
    const frozen = { reason: 'account_frozen', party: 'seller' };
    for (const n of [2, 3, 4]) {
      expect(rejectionOf(bench.act('release', seller, n))).toEqual(frozen);
      expect(rejectionOf(bench.act('concede', seller, n))).toEqual(frozen);
    }
    expect(rejectionOf(bench.act('withdraw_appeal', seller, 4))).toEqual(frozen);
    for (const n of [2, 3, 4]) expect(reasonOf(bench.act('concede', buyer, n))).toBeNull();
    expect(bench.left()).toBe(100_000);
  });

  it('stops funding, opening and reopening by a frozen user, and opening with one', () => {
    bench.open(1);
    bench.act('cancel', buyer);
    bench.restrict(seller, 'none', scope);
    const frozen = (party: string) => ({ reason: 'account_frozen', party });
    expect(rejectionOf(bench.fund(1))).toEqual(frozen('seller'));
    expect(rejectionOf(bench.open(2))).toEqual(frozen('seller'));
    expect(rejectionOf(bench.sell(2))).toEqual(frozen('seller'));
    expect(rejectionOf(bench.reopen())).toEqual(frozen('seller'));
    const reversed = { user: seller, seller: other, buyer: seller, offer: 2 };
    bench.fund(100, { user: other, offer: 2 });
    expect(rejectionOf(bench.open(2, 10, reversed))).toEqual(frozen('buyer'));
    expect(rejectionOf(bench.open(2, 10, { ...reversed, user: other, offer: null }))).toEqual(frozen('buyer'));
    expect(reasonOf(bench.drain(5))).toBeNull();
    expect(reasonOf(bench.endOffer())).toBeNull();
    bench.restrict(seller, scope, 'none');
    expect(reasonOf(bench.sell(2))).toBeNull();
  });

  it('works in pieces, and precedes every command about an escrow meanwhile', () => {
    bench = new EscrowBench({ dueWorkPerCommand: 1 });
    bench.fund();
    fourStates();
    expect(typesOf(bench.restrict(seller, 'none', scope))).toEqual(['user_restricted', 'escrow_returned']);
    const restarted = bench.tested.restarted();
    expect([...restarted.exchange.snapshot()]).toEqual([...bench.tested.exchange.snapshot()]);
    // The piece of work appeals escrow 2, and the command finds escrow 3 appealed as well.
    const events = bench.act('concede', buyer, 3);
    expect(events).toMatchObject([
      { type: 'escrow_appealed', n: 2, reason: 'frozen' },
      { type: 'escrow_appealed', n: 3, reason: 'frozen' },
      { type: 'escrow_returned', n: 3, reason: 'conceded' },
    ]);
    expect(bench.tested.apply({ type: 'clock' })).toEqual([]);
  });

  it('refuses a payment that the freeze has not reached yet', () => {
    bench = new EscrowBench({ dueWorkPerCommand: 1 });
    bench.fund();
    bench.open(1);
    bench.sell(2, 50, { buyer: other });
    bench.sell(3, 60, { buyer: other });
    bench.restrict(seller, 'none', scope);
    expect(bench.act('pay', other, 3)).toMatchObject([
      { type: 'escrow_returned', n: 2 },
      { type: 'rejected', rejection: { reason: 'escrow_ended' } },
    ]);
  });
});

describe('an escrow that a freeze cancelled', () => {
  it('can be reopened by a seller who is free, for a buyer who had paid', () => {
    bench.open(1);
    bench.restrict(buyer, 'none', 'outflow');
    expect(bench.step()).toBeNull();
    expect(reasonOf(bench.reopen(1, 5))).toBeNull();
    expect(bench.step(5)).toBe('paid');
  });
});

describe('reopening', () => {
  it('takes the coins from the offer on the old terms, and takes the count back', () => {
    bench.open(1, 1000, { feePpm: 5000, matureMs: 7 });
    bench.act('cancel', buyer);
    bench.stop(hour);
    const now = bench.tested.exchange.timeMs + hour;
    expect(bench.reopen(1, 9)).toMatchObject([
      {
        type: 'escrow_reopened',
        n: 9,
        previous: 1,
        offer: 1,
        amount: 1000,
        fee: 5,
        matureMs: 7,
        left: 99_000,
        postings: [],
        dueAtMs: now + hour,
      },
    ]);
    expect(reasonOf(bench.reopen(1, 10))).toBe('escrow_ended');
    expect(bench.act('release', seller, 9)).toMatchObject([{ maturesAtMs: now + 7 }]);
    for (const n of [11, 12]) {
      bench.open(n);
      bench.act('cancel', buyer, n);
    }
    expect(reasonOf(bench.open(13))).toBeNull();
  });

  it('takes available coins if the offer has ended or has too little, and returns them there', () => {
    bench.open(1, 1000);
    bench.act('cancel', buyer);
    bench.drain(99_001);
    expect(bench.reopen(1, 9)).toMatchObject([
      { offer: null, left: null, postings: [{ available: -1000, locked: 1000 }] },
    ]);
    bench.act('concede', buyer, 9);
    expect([bench.left(), bench.legal(seller)]).toEqual([999, [coins - 999, 999]]);
    bench.open(20, 500);
    bench.act('cancel', buyer, 20);
    bench.endOffer();
    bench.fund(800);
    expect(bench.reopen(20, 21)).toMatchObject([{ offer: null, left: null }]);
    expect(reasonOf(bench.drain(800))).toBeNull();
  });

  it('needs the coins', () => {
    bench.sell(1, coins - 100_000);
    bench.act('cancel', buyer);
    bench.fund(1, { offer: 2 });
    expect(reasonOf(bench.reopen())).toBe('insufficient_balance');
    bench.endOffer({ offer: 2 });
    expect(reasonOf(bench.reopen())).toBeNull();
  });

  it('is possible for 48 hours of wall time', () => {
    for (const [wait, reason] of [
      [2 * day, null],
      [2 * day + 1, 'escrow_ended'],
    ] as const) {
      bench = new EscrowBench();
      bench.fund();
      bench.open(1);
      bench.act('cancel', buyer);
      bench.stop(wait);
      expect(reasonOf(bench.reopen())).toBe(reason);
    }
  });

  it('takes back no count of another day, and none that was excused', () => {
    bench.open(1);
    bench.act('cancel', buyer);
    bench.stop(day);
    for (const n of [2, 3, 4]) {
      bench.open(n);
      bench.act('cancel', buyer, n);
    }
    expect(reasonOf(bench.reopen(1, 50))).toBeNull();
    expect(reasonOf(bench.open(5))).toBe('buying_blocked_today');
    bench.stop(day);
    bench.open(6);
    bench.act('ask_cancel', seller, 6);
    bench.act('cancel', buyer, 6);
    for (const n of [7, 8, 9]) {
      bench.open(n);
      bench.act('cancel', buyer, n);
    }
    expect(reasonOf(bench.reopen(6, 60))).toBeNull();
    expect(reasonOf(bench.open(10))).toBe('buying_blocked_today');
    expect(reasonOf(bench.reopen(7, 70))).toBeNull();
    expect(reasonOf(bench.open(10))).toBeNull();
  });

  it('concerns the 20 newest cancels of a buyer', () => {
    for (let n = 1; n <= 21; n += 1) {
      bench.open(n);
      bench.act('ask_cancel', seller, n);
      bench.act('cancel', buyer, n);
    }
    expect(reasonOf(bench.reopen(1))).toBe('escrow_ended');
    expect(reasonOf(bench.reopen(2))).toBeNull();
    expect([...bench.tested.restarted().exchange.snapshot()]).toEqual([...bench.tested.exchange.snapshot()]);
  });

  it('ignores the limits of takers', () => {
    bench.open(1, 500);
    bench.pass(15 * minute);
    bench.open(2, 500);
    bench.act('pay', buyer, 2);
    bench.open(3, 600);
    expect(reasonOf(bench.reopen(1, 4))).toBeNull();
  });
});
