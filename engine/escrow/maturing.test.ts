import { beforeEach, describe, expect, it } from 'vitest';
import { outflowRoom } from '../credits/index.ts';
import { accountType } from '../ledger/account.ts';
import { capital, moveToLever, withdrawal } from '../testing/movements.ts';
import { btc, openingMs, rejectionOf, typesOf, usdt } from '../testing/test-exchange.ts';
import { buyer, coins, day, EscrowBench, hour, minute, other, reasonOf, seller } from './testing/orders.ts';
import { maturingOf } from './index.ts';
import type { Event } from '../event.ts';

const change = 1_000_000_000_000 - coins;
let bench: EscrowBench;
let draws = 0;

beforeEach(() => {
  bench = new EscrowBench();
  bench.fund();
  draws = 0;
});

/** The buyer buys an amount, which matures after this time. */
function buy(n: number, amount: number, matureMs = day, odd: object = {}): Event[] {
  bench.open(n, amount, { matureMs, ...odd });
  return bench.act('release', seller, n);
}

/** The buyer withdraws an amount of the legal account. */
function draw(amount: number, odd: object = {}): Event[] {
  draws += 1;
  return bench.tested.apply(withdrawal(buyer, amount, draws, { accountType: accountType.legal, ...odd }));
}

/** Takes all coins of the buyer that are not bought. */
function emptyBuyer(): void {
  bench.tested.takeOut(buyer, change);
  bench.tested.takeOut(buyer, coins, { accountType: accountType.legal });
  bench.tested.takeOut(buyer, 10_000_000_000, { currency: btc });
}

describe('bought coins', () => {
  it('may not leave before they mature, which other coins may', () => {
    emptyBuyer();
    buy(1, 1000);
    bench.tested.apply(capital(500, 1));
    bench.tested.apply(capital(500, 2, { from: accountType.treasury, toUser: buyer, to: accountType.legal }));
    const untilMs = openingMs + day;
    expect(rejectionOf(draw(501))).toEqual({ reason: 'coins_maturing', untilMs });
    expect(bench.tested.exchange.read(outflowRoom(buyer, usdt))).toBe(500);
    expect(reasonOf(draw(500))).toBeNull();
    expect(rejectionOf(draw(1))).toEqual({ reason: 'coins_maturing', untilMs });
    bench.stop(day - 1);
    expect(reasonOf(draw(1000))).toBe('coins_maturing');
    bench.stop(1);
    const events = draw(1000);
    expect(typesOf(events)).toEqual(['coins_matured', 'held']);
    expect(events).toMatchObject([{ n: 1, user: buyer, currency: usdt, amount: 1000 }, {}]);
  });

  it('mature at once with a time of zero', () => {
    emptyBuyer();
    expect(buy(1, 1000, 0)).toMatchObject([{ maturesAtMs: null }]);
    expect(reasonOf(draw(1000))).toBeNull();
  });

  it('are less the fee', () => {
    emptyBuyer();
    buy(1, 1000, day, { feePpm: 10_000 });
    expect(bench.tested.exchange.read(maturingOf(buyer))).toMatchObject([{ amount: 990, untilMs: openingMs + day }]);
  });

  it('leave when enough of them have matured, which the refusal says', () => {
    emptyBuyer();
    buy(1, 100, 3 * hour);
    buy(2, 200, hour);
    buy(3, 400, 2 * hour);
    buy(4, 50, 2 * hour);
    const until = (amount: number) => rejectionOf(draw(amount));
    expect(until(200)).toEqual({ reason: 'coins_maturing', untilMs: openingMs + hour });
    expect(until(201)).toEqual({ reason: 'coins_maturing', untilMs: openingMs + 2 * hour });
    expect(until(650)).toEqual({ reason: 'coins_maturing', untilMs: openingMs + 2 * hour });
    expect(until(651)).toEqual({ reason: 'coins_maturing', untilMs: openingMs + 3 * hour });
    expect(until(751)).toMatchObject({ reason: 'insufficient_balance' });
    bench.stop(hour);
    expect(typesOf(draw(200))).toEqual(['coins_matured', 'held']);
  });

  it('can be traded, and hold back the worth in another currency then', () => {
    emptyBuyer();
    buy(1, 1000);
    bench.tested.apply(moveToLever(buyer, 1000, null, { from: accountType.legal, to: accountType.change }));
    bench.tested.sell(other, 1, 100);
    expect(typesOf(bench.tested.buy(buyer, 1, 100))).toContain('traded');
    // Without an index the bitcoin counts nothing, and the missing 100 units cannot be covered.
    const held = { reason: 'coins_maturing', untilMs: openingMs + day };
    expect(rejectionOf(draw(1, { accountType: accountType.change, currency: btc }))).toEqual(held);
    expect(reasonOf(bench.tested.apply(moveToLever(buyer, 900)))).toBeNull();
  });

  it('cannot be sold again before they mature', () => {
    emptyBuyer();
    buy(1, 1000);
    const terms = { user: buyer, seller: buyer, buyer: other };
    expect(reasonOf(bench.sell(2, 1000, terms))).toBe('coins_maturing');
    expect(reasonOf(bench.fund(1000, { user: buyer, offer: 2 }))).toBe('coins_maturing');
    bench.stop(day);
    expect(reasonOf(bench.sell(2, 1000, terms))).toBeNull();
  });

  it('mature over a restart', () => {
    emptyBuyer();
    buy(1, 1000);
    const restarted = bench.tested.restarted();
    restarted.wait(day);
    expect(typesOf(restarted.apply({ type: 'clock' }))).toEqual(['coins_matured']);
  });
});

describe('coins that are for sale', () => {
  it('cover neither unmatured deposits nor bought coins', () => {
    emptyBuyer();
    buy(1, 1000);
    bench.tested.apply(capital(3000, 1));
    bench.tested.apply(capital(3000, 2, { from: accountType.treasury, toUser: buyer, to: accountType.legal }));
    bench.fund(1000, { user: buyer, offer: 2 });
    bench.sell(2, 1500, { user: buyer, seller: buyer, buyer: other });
    expect(bench.tested.exchange.read(outflowRoom(buyer, usdt))).toBe(500);
    expect(reasonOf(draw(501))).toBe('coins_maturing');
    expect(reasonOf(draw(500))).toBeNull();
  });
});

describe('unmatured deposits', () => {
  it('are the reason while they alone hold the amount back', () => {
    emptyBuyer();
    buy(1, 1000);
    const account = { user: buyer, accountType: accountType.legal, currency: usdt, source: 'deposit', n: 1 };
    bench.send({ type: 'credit_deposit', ...account, amount: 700, matured: false });
    expect(reasonOf(draw(1001))).toBe('deposit_unmatured');
    expect(reasonOf(draw(1000))).toBe('coins_maturing');
    bench.send({ type: 'mature_credit', source: 'deposit', n: 1 });
    expect(reasonOf(draw(701))).toBe('coins_maturing');
    expect(reasonOf(draw(700))).toBeNull();
  });
});

describe('the time to mature', () => {
  it('is wall time, which a stop does not lengthen', () => {
    emptyBuyer();
    buy(1, 1000, hour);
    bench.open(2, 10);
    bench.stop(hour);
    expect(typesOf(draw(1000))).toEqual(['escrow_windows_moved', 'coins_matured', 'held']);
    expect(bench.pass(minute)).toEqual([]);
  });
});
