import { beforeEach, describe, expect, it } from 'vitest';
import { accountType } from '../ledger/account.ts';
import { moveToLever } from '../testing/movements.ts';
import { btc, rejectionOf, usdt } from '../testing/test-exchange.ts';
import { buyer, day, EscrowBench, hash, other, reasonOf, seller } from './testing/orders.ts';
import type { Event } from '../event.ts';

const longest = 30 * day;
const never = [-1, 0.5, NaN, Infinity, -Infinity, 2 ** 53, -(2 ** 53)] as const;

/** The bounds of each number of an opening, both included. */
const terms = [
  ['n', 1, Number.MAX_SAFE_INTEGER],
  ['feePpm', 0, 999_999],
  ['windowMs', 1000, longest],
  ['appealMs', 0, longest],
  ['delayMs', 1000, longest],
  ['autoMs', 1000, longest],
  ['matureMs', 0, longest],
  ['autoMatureMs', 0, longest],
  ['unpaidLimit', 1, 1000],
  ['openLimit', 1, 1000],
] as const;

let bench: EscrowBench;

beforeEach(() => {
  bench = new EscrowBench();
  bench.fund(100_000);
});

describe('the terms of an opening', () => {
  it.each(terms)('%s is from %i to %i', (field, least, most) => {
    for (const value of [least - 1, most + 1, ...never]) {
      const invalid = { reason: 'escrow_terms_invalid', field };
      expect(rejectionOf(bench.open(1, 50_000, { [field]: value })), String(value)).toEqual(invalid);
    }
    for (const value of [least, most]) {
      bench = new EscrowBench();
      bench.fund(1_000_000);
      expect(reasonOf(bench.open(1, 1_000_000, { feePpm: 0, [field]: value })), String(value)).toBeNull();
    }
  });

  it('are checked in the order of the command', () => {
    const odd: Record<string, unknown> = { offer: 0, terms: 'x' };
    for (const [field] of terms) odd[field] = -1;
    const order = [
      ...(['n', 'offer', 'feePpm', 'windowMs', 'delayMs', 'autoMs', 'appealMs', 'matureMs'] as const),
      ...(['autoMatureMs', 'terms', 'unpaidLimit', 'openLimit'] as const),
    ];
    const valid: Record<string, unknown> = {
      n: 1,
      offer: 1,
      feePpm: 0,
      windowMs: day,
      delayMs: day,
      autoMs: day,
      appealMs: 0,
      matureMs: 0,
      autoMatureMs: 0,
      terms: hash,
      unpaidLimit: 1,
      openLimit: 1,
    };
    for (const field of order) {
      expect(rejectionOf(bench.open(1, 10, odd))).toEqual({ reason: 'escrow_terms_invalid', field });
      odd[field] = valid[field];
    }
    expect(reasonOf(bench.open(1, 10, odd))).toBeNull();
  });

  it('name an offer by a positive whole number, or none', () => {
    for (const offer of [0, ...never]) {
      expect(rejectionOf(bench.open(1, 10, { offer }))).toEqual({ reason: 'escrow_terms_invalid', field: 'offer' });
    }
  });

  it('have a SHA-256', () => {
    for (const text of ['', 'a1', hash.toUpperCase(), `${hash}0`, hash.replace('a', 'g')]) {
      expect(rejectionOf(bench.open(1, 10, { terms: text }))).toEqual({
        reason: 'escrow_terms_invalid',
        field: 'terms',
      });
    }
  });

  it('name two users', () => {
    for (const user of [0, 2 ** 30, ...never]) {
      expect(reasonOf(bench.open(1, 10, { seller: user }))).toBe('user_invalid');
      expect(reasonOf(bench.sell(1, 10, { buyer: user }))).toBe('user_invalid');
    }
  });
});

describe('amounts and currencies', () => {
  it('are positive whole numbers of a listed currency', () => {
    for (const amount of [0, ...never]) {
      expect(reasonOf(bench.open(1, amount))).toBe('amount_invalid');
      expect(reasonOf(bench.fund(amount))).toBe('amount_invalid');
      expect(reasonOf(bench.drain(amount))).toBe('amount_invalid');
    }
    for (const currency of [0, 9, ...never]) {
      expect(reasonOf(bench.open(1, 10, { currency }))).toBe('currency_unknown');
      expect(reasonOf(bench.fund(10, { currency }))).toBe('currency_unknown');
    }
    expect(reasonOf(bench.open(1, Number.MAX_SAFE_INTEGER))).toBe('offer_exhausted');
    expect(reasonOf(bench.fund(Number.MAX_SAFE_INTEGER))).toBe('insufficient_balance');
    expect(reasonOf(bench.drain(Number.MAX_SAFE_INTEGER))).toBe('offer_exhausted');
  });
});

describe('an offer', () => {
  it('has a positive whole number, and a limit from 1 to 1000', () => {
    for (const offer of [0, ...never]) {
      expect(rejectionOf(bench.fund(10, { offer }))).toEqual({ reason: 'escrow_terms_invalid', field: 'offer' });
      expect(reasonOf(bench.drain(10, { offer }))).toBe('offer_unknown');
      expect(reasonOf(bench.endOffer({ offer }))).toBe('offer_unknown');
    }
    for (const limit of [0, 1001, ...never]) {
      expect(rejectionOf(bench.fund(10, { limit }))).toEqual({ reason: 'escrow_terms_invalid', field: 'limit' });
    }
    expect(reasonOf(bench.fund(10, { offer: Number.MAX_SAFE_INTEGER, limit: 1000 }))).toBeNull();
    expect(reasonOf(bench.fund(10, { offer: 2, limit: 1 }))).toBe('offers_exhausted');
  });
});

describe('a reopening', () => {
  it('has a positive whole number', () => {
    bench.open(1, 10);
    bench.act('cancel', buyer);
    for (const next of [0, ...never]) {
      expect(rejectionOf(bench.reopen(1, next))).toEqual({ reason: 'escrow_terms_invalid', field: 'next' });
    }
    expect(reasonOf(bench.reopen(1, Number.MAX_SAFE_INTEGER))).toBeNull();
  });
});

describe('coins that are for sale or mature, and unmatured deposits', () => {
  const most = Number.MAX_SAFE_INTEGER;
  const sum = 5_400_000_000_000_000;

  function deposit(n: number, amount: number, matured: boolean): Event[] {
    const account = { user: other, accountType: accountType.change, currency: usdt, source: 'deposit', n };
    return bench.send({ type: 'credit_deposit', ...account, amount, matured });
  }

  beforeEach(() => {
    const { tested } = bench;
    // Another user spends an unmatured deposit of more than half of the supply, and the seller has the coins.
    deposit(1, sum, false);
    tested.fund(seller, btc, 27_000_000_000);
    tested.sell(seller, 2_700_000, 2_000_000_000);
    tested.buy(other, 2_700_000, 2_000_000_000);
    tested.apply(moveToLever(seller, sum, null, { to: accountType.legal }));
  });

  it('add up to a safe integer: more can neither be locked nor deposited', () => {
    bench.open(1, 40_000);
    bench.act('release', seller);
    const room = most - sum - 100_000;
    const exceeded = { reason: 'supply_exceeded', currency: usdt };
    expect(rejectionOf(bench.fund(room + 1))).toEqual(exceeded);
    expect(rejectionOf(bench.sell(2, room + 1))).toEqual(exceeded);
    expect(reasonOf(bench.sell(2, room - 10))).toBeNull();
    expect(rejectionOf(deposit(2, 11, false))).toEqual(exceeded);
    expect(reasonOf(deposit(2, 11, true))).toBeNull();
    expect(reasonOf(deposit(3, 10, false))).toBeNull();
    expect(rejectionOf(bench.fund(1))).toEqual(exceeded);
    bench.act('cancel', buyer, 2);
    expect(reasonOf(bench.reopen(2, 3))).toBeNull();
    bench.act('concede', buyer, 3);
    expect(reasonOf(bench.fund(room - 10))).toBeNull();
    bench.act('cancel', buyer, 2);
    bench.tested.exchange.audit();
  });

  it('refuse a reopening whose coins are no longer free', () => {
    bench.sell(2, 1_000_000);
    bench.act('cancel', buyer, 2);
    expect(reasonOf(bench.fund(most - sum - 100_000))).toBeNull();
    expect(reasonOf(bench.reopen(2, 3))).toBe('supply_exceeded');
  });
});
