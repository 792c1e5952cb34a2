import { beforeEach, describe, expect, it } from 'vitest';
import { asAmount } from '../money.ts';
import { openingMs } from '../testing/test-exchange.ts';
import { buyer, day, EscrowBench, hour, minute, other, seller } from './testing/orders.ts';
import {
  allMaturing,
  allOffers,
  appealWaitMs,
  buyerCancels,
  dueAfterAppeal,
  escrowFee,
  escrowNumber,
  escrowOf,
  escrowsOf,
  offerId,
  offerOf,
  openEscrows,
  reopenableEscrows,
  silenceAt,
} from './index.ts';
import type { Reader } from '../exchange.ts';

let bench: EscrowBench;

beforeEach(() => {
  bench = new EscrowBench();
  bench.fund(5000);
});

function read<Answer>(reader: Reader<Answer>): Answer {
  return bench.tested.exchange.read(reader);
}

describe('the readers of the server', () => {
  it('show an escrow with wall times', () => {
    bench.open(1, 100);
    const first = { n: 1, step: 'created', dueAtMs: openingMs + 15 * minute, appealableAtMs: null };
    expect(read(escrowOf(escrowNumber(1)))).toMatchObject(first);
    bench.stop(hour);
    bench.act('pay', buyer);
    const paid = { step: 'paid', dueAtMs: openingMs + 2 * hour, appealableAtMs: openingMs + hour + 10 * minute };
    expect(read(escrowOf(escrowNumber(1)))).toMatchObject(paid);
    bench.pass(hour);
    expect(read(escrowOf(escrowNumber(1)))).toMatchObject({ step: 'delayed', appealableAtMs: openingMs + hour });
    bench.act('appeal', buyer);
    const appealed = { dueAtMs: null, appealableAtMs: null, appeal: { by: buyer, from: 'delayed' } };
    expect(read(escrowOf(escrowNumber(1)))).toMatchObject(appealed);
    expect(read(escrowOf(escrowNumber(2)))).toBeNull();
  });

  it('list the escrows of a user and all of them by number', () => {
    bench.open(3, 100);
    bench.open(2, 100, { user: other, buyer: other });
    const numbers = (list: readonly { readonly n: number }[]) => list.map(({ n }) => n);
    expect(numbers(read(openEscrows))).toEqual([2, 3]);
    expect([seller, buyer, other].map((user) => numbers(read(escrowsOf(user))))).toEqual([[2, 3], [3], [2]]);
  });

  it('show offers, maturing coins and what can be reopened', () => {
    bench.fund(7, { offer: 9, user: other });
    expect(read(allOffers)).toMatchObject([
      { offer: 1, owner: seller, left: 5000 },
      { offer: 9, owner: other, left: 7 },
    ]);
    expect([read(offerOf(offerId(9)))?.left, read(offerOf(offerId(2)))]).toEqual([7, null]);
    bench.open(1, 100);
    bench.act('release', seller);
    expect(read(allMaturing)).toMatchObject([{ n: 1, user: buyer, amount: 100, untilMs: openingMs + day }]);
    bench.open(2, 100);
    bench.act('cancel', buyer, 2);
    expect(read(reopenableEscrows)).toMatchObject([{ n: 2, untilMs: openingMs + 48 * hour }]);
  });

  it('show the cancels of a day and until when buying is blocked', () => {
    expect(read(buyerCancels(buyer))).toEqual({ count: 0, blockedUntilMs: null });
    for (const n of [1, 2, 3]) {
      expect(read(buyerCancels(buyer))).toEqual({ count: n - 1, blockedUntilMs: null });
      bench.open(n, 100);
      bench.act('cancel', buyer, n);
    }
    const untilMs = (Math.floor(openingMs / day) + 1) * day;
    expect(read(buyerCancels(buyer))).toEqual({ count: 3, blockedUntilMs: untilMs });
  });
});

describe('the formulas', () => {
  it.each([
    [1000, 0, 0],
    [1000, 1, 1],
    [1001, 2500, 3],
    [1, 999_999, 1],
    [Number.MAX_SAFE_INTEGER, 999_999, 9_007_190_247_541_737],
  ])('round the fee of %i at %i ppm up to %i', (amount, feePpm, fee) => {
    expect(escrowFee(asAmount(amount), feePpm)).toBe(fee);
  });

  it('give the ends of windows', () => {
    expect(silenceAt({ dueAtMs: 5, autoMs: 7 })).toBe(12);
    expect([dueAfterAppeal(5, 4), dueAfterAppeal(hour + 5, 4)]).toEqual([hour + 4, hour + 5]);
    const waits = [4, 9, 10, 11].map((nowMs) => appealWaitMs({ paidAtMs: 3, appealMs: 7 }, nowMs));
    expect(waits).toEqual([6, 1, 0, 0]);
    expect(appealWaitMs({ paidAtMs: null, appealMs: 7 }, 1)).toBe(0);
  });

  it('brand positive safe integers only', () => {
    for (const value of [0, -1, 0.5, 2 ** 53, NaN]) {
      expect(() => escrowNumber(value)).toThrow(RangeError);
      expect(() => offerId(value)).toThrow(RangeError);
    }
  });
});
