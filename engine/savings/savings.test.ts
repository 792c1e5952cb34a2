import { beforeEach, describe, expect, it } from 'vitest';
import { venue } from '../identifiers.ts';
import { accountType } from '../ledger/account.ts';
import { posting } from '../ledger/posting.ts';
import { amount } from '../money.ts';
import { alice, bob, openExchange, rejectionOf, setup, typesOf, usdt } from '../testing/test-exchange.ts';
import { capital } from '../testing/movements.ts';
import { accruedInterest, daysAccrued } from './interest.ts';
import type { Event } from '../event.ts';
import type { TestExchange } from '../testing/test-exchange.ts';
import type { ConfigureSavingsProduct, DepositId, SavingsProductId } from './commands.ts';

const { change, financial, savingsHouse, external } = accountType;
const day = 86_400_000;
const monthly = 1 as SavingsProductId;

/** 1 000 USDT for 30 days at 5 % a year: ⌊1 000 000 000 × 50 000 × 30 ÷ 365 000 000⌋ units of interest. */
const interest = 4_109_589;

let exchange: TestExchange;

beforeEach(() => {
  exchange = openExchange();
  exchange.fund(alice, usdt, 5_000_000_000);
  exchange.fund(bob, usdt, 5_000_000_000);
  exchange.apply(capital(10 * interest, 1, { to: savingsHouse }));
  exchange.apply(configure());
});

function configure(changes: Partial<ConfigureSavingsProduct> = {}): ConfigureSavingsProduct {
  return {
    type: 'configure_savings_product',
    product: monthly,
    currency: usdt,
    amount: amount(1_000_000_000),
    days: 30,
    ratePpm: 50_000,
    quota: 3,
    userQuota: 2,
    state: 'open',
    ...setup,
    ...changes,
  };
}

function lock(
  user = alice,
  requestKey: string | null = null,
  product = monthly,
  version: number | null = null,
): Event[] {
  return exchange.apply({ type: 'lock_savings', user, product, version, requestKey });
}

function redeem(user = alice, deposit = 1, requestKey: string | null = null): Event[] {
  return exchange.apply({ type: 'redeem_savings', user, deposit: deposit as DepositId, requestKey });
}

/** Lets time pass and sends a clock tick. */
function pass(milliseconds: number): void {
  exchange.wait(milliseconds);
  exchange.apply({ type: 'clock' });
}

describe('the interest of a deposit', () => {
  it('is simple, actual/365, rounded down, and its daily parts sum to the interest for the term', () => {
    const terms = { amount: amount(1_000_000_000), ratePpm: 50_000, days: 30 };
    const days = Array.from({ length: 30 }, (_, at) => accruedInterest(terms, at + 1) - accruedInterest(terms, at));

    expect(accruedInterest(terms, 0)).toBe(0);
    expect(days[0]).toBe(136_986);
    expect(days.reduce((sum, value) => sum + value, 0)).toBe(interest);
    expect(accruedInterest(terms, 31)).toBe(interest);
  });

  it('is exact even when the product exceeds the safe integers', () => {
    const terms = { amount: amount(900_719_925_474_099), ratePpm: 1_000_000, days: 3650 };
    expect(accruedInterest(terms, 3650)).toBe(9_007_199_254_740_990);
  });

  it('starts to accrue at the next midnight UTC; after a lock at midnight that is a whole day later', () => {
    const started = { startsAtMs: 10 * day, days: 3 };
    expect(
      [9 * day, 10 * day, 11 * day - 1, 11 * day, 13 * day, 99 * day].map((at) => daysAccrued(started, at)),
    ).toEqual([0, 0, 0, 1, 3, 3]);
  });
});

describe('locking a deposit', () => {
  it('moves the principal into the financial account, locked, and reserves the interest for the whole term', () => {
    const [locked] = lock();

    expect(locked).toMatchObject({
      type: 'savings_locked',
      deposit: 1,
      user: alice,
      product: monthly,
      amount: 1_000_000_000,
      interest,
      postings: [
        posting(alice, change, usdt, -1_000_000_000, 0),
        posting(alice, financial, usdt, 0, 1_000_000_000),
        posting(venue, savingsHouse, usdt, -interest, interest),
      ],
    });
    expect(exchange.balance(alice, usdt)).toEqual([4_000_000_000, 0]);
    expect(exchange.balance(alice, usdt, financial)).toEqual([0, 1_000_000_000]);
    expect(exchange.balance(venue, usdt, savingsHouse)).toEqual([9 * interest, interest]);
  });

  it('sets its dates: interest from the next 00:00 UTC, maturity after the term, redemption after 24 hours', () => {
    const [locked] = lock();
    if (locked?.type !== 'savings_locked') throw new Error('no deposit was locked');

    expect(locked.startsAtMs % day).toBe(0);
    expect(locked.startsAtMs - locked.lockedAtMs).toBeGreaterThan(0);
    expect(locked.startsAtMs - locked.lockedAtMs).toBeLessThanOrEqual(day);
    expect(locked.maturesAtMs - locked.startsAtMs).toBe(30 * day);
    expect(locked.redeemableAtMs - locked.lockedAtMs).toBe(day);
  });

  it('happens once per request key, also after a restart', () => {
    lock(alice, 'k');
    const again = { type: 'request_repeated', first: { type: 'deposit', deposit: 1 } };

    expect(lock(alice, 'k')).toMatchObject([again]);
    exchange = exchange.restarted();
    expect(lock(alice, 'k')).toMatchObject([again]);
    expect(exchange.balance(alice, usdt, financial)).toEqual([0, 1_000_000_000]);
    expect(rejectionOf(redeem(alice, 1, 'k'))).toEqual({ reason: 'request_key_reused' });
  });

  it('reports the first refusal reason in a fixed order', () => {
    expect(rejectionOf(lock(alice, null, 9 as SavingsProductId))).toEqual({ reason: 'product_unknown' });
    exchange.apply(configure({ state: 'closed' }));
    expect(rejectionOf(lock())).toEqual({ reason: 'product_closed' });
    exchange.apply(configure());
    lock(alice);
    lock(alice);
    expect(rejectionOf(lock(alice))).toEqual({ reason: 'user_quota_exhausted', maximum: 2 });
    lock(bob);
    expect(rejectionOf(lock(bob))).toEqual({ reason: 'quota_exhausted', maximum: 3 });
    exchange.apply(configure({ quota: 9, userQuota: 9, days: 365, amount: amount(4_000_000_001) }));
    expect(rejectionOf(lock(bob))).toEqual({ reason: 'house_full' });
    exchange.apply(capital(10 ** 9, 2, { to: savingsHouse }));
    expect(rejectionOf(lock(bob))).toEqual({
      reason: 'insufficient_balance',
      currency: usdt,
      available: 4_000_000_000,
      needed: 4_000_000_001,
    });
  });

  it('is refused for terms other than the current ones, before any other check of the product', () => {
    exchange.apply(configure({ state: 'closed', quota: 0, userQuota: 0, days: 3650, amount: amount(5_000_000_001) }));
    const changed = { reason: 'terms_changed', version: 2 };

    expect(rejectionOf(lock(alice, null, monthly, 1))).toEqual(changed);
    expect(rejectionOf(lock(alice, null, monthly, 3))).toEqual(changed);
    expect(rejectionOf(lock(alice, null, monthly, 2))).toEqual({ reason: 'product_closed' });
    expect(rejectionOf(lock(alice, null, 9 as SavingsProductId, 1))).toEqual({ reason: 'product_unknown' });
  });

  it('is accepted at the named terms, and its repetition is not compared with later terms', () => {
    expect(typesOf(lock(alice, 'k', monthly, 1))).toEqual(['savings_locked']);
    exchange.apply(configure({ ratePpm: 1 }));

    const first = { type: 'deposit', deposit: 1 };
    expect(lock(alice, 'k', monthly, 1)).toMatchObject([{ type: 'request_repeated', first }]);
    expect(rejectionOf(lock(alice, 'k', monthly, 2))).toEqual({ reason: 'request_key_reused' });
  });

  it('keeps operators from withdrawing the reserved interest', () => {
    lock();
    const all = capital(10 * interest, 2, { from: savingsHouse, to: external });
    expect(rejectionOf(exchange.apply(all))).toMatchObject({ reason: 'insufficient_balance', available: 9 * interest });
  });
});

describe('a deposit at maturity', () => {
  it('makes the principal available and pays the interest once, without a command', () => {
    lock();
    pass(31 * day);

    expect(exchange.events.filter(({ type }) => type === 'savings_matured')).toMatchObject([
      {
        deposit: 1,
        user: alice,
        interest,
        postings: [
          posting(alice, financial, usdt, 1_000_000_000 + interest, -1_000_000_000),
          posting(venue, savingsHouse, usdt, 0, -interest),
        ],
      },
    ]);
    expect(exchange.balance(alice, usdt, financial)).toEqual([1_000_000_000 + interest, 0]);
    pass(31 * day);
    expect(exchange.events.filter(({ type }) => type === 'savings_matured')).toHaveLength(1);
    expect(rejectionOf(redeem())).toEqual({ reason: 'deposit_not_found' });
  });

  it('is paid before the first command after a downtime, by a restored exchange', () => {
    lock();
    exchange = exchange.restarted();
    exchange.wait(40 * day);

    expect(typesOf(lock(bob))).toEqual(['savings_matured', 'savings_locked']);
  });

  it('no longer counts towards the quotas', () => {
    lock();
    lock();
    pass(31 * day);
    expect(typesOf(lock())).toEqual(['savings_locked']);
  });
});

describe('redeeming a deposit', () => {
  it("is refused in the first 24 hours, and for another user's deposit", () => {
    const [locked] = lock();
    const fromMs = locked?.type === 'savings_locked' ? locked.redeemableAtMs : 0;

    expect(rejectionOf(redeem())).toEqual({ reason: 'redeem_too_early', fromMs });
    exchange.wait(day);
    expect(rejectionOf(redeem(bob))).toEqual({ reason: 'deposit_not_found' });
    expect(rejectionOf(redeem(alice, 2))).toEqual({ reason: 'deposit_not_found' });
  });

  it('makes the principal available, forfeits the interest and frees the reserve, once', () => {
    lock();
    exchange.wait(day);

    expect(redeem(alice, 1, 'k')).toMatchObject([{ type: 'savings_redeemed', deposit: 1, interest }]);
    expect(redeem(alice, 1, 'k')).toMatchObject([{ type: 'request_repeated' }]);
    expect(exchange.balance(alice, usdt, financial)).toEqual([1_000_000_000, 0]);
    expect(exchange.balance(venue, usdt, savingsHouse)).toEqual([10 * interest, 0]);
    pass(40 * day);
    expect(exchange.balance(alice, usdt, financial)).toEqual([1_000_000_000, 0]);
  });
});

describe('a matured deposit that waits behind other due work', () => {
  /** Two deposits mature at once in an exchange that does one piece of due work per command. */
  function backlog(): void {
    exchange = openExchange({}, { dueWorkPerCommand: 1 });
    for (const user of [alice, bob]) exchange.fund(user, usdt, 5_000_000_000);
    exchange.apply(capital(10 * interest, 1, { to: savingsHouse }));
    exchange.apply(configure());
    lock(alice);
    lock(bob);
    exchange.wait(40 * day);
  }

  it('is paid in full when its owner tries to redeem it', () => {
    backlog();
    const events = redeem(bob, 2);

    expect(typesOf(events)).toEqual(['savings_matured', 'savings_matured']);
    expect(exchange.balance(bob, usdt, financial)).toEqual([1_000_000_000 + interest, 0]);
    expect(exchange.exchange.hasDueWork).toBe(false);
  });

  it('is paid by later commands, also after a restore in between', () => {
    backlog();
    exchange.apply({ type: 'clock' });
    expect(exchange.exchange.hasDueWork).toBe(true);
    exchange = exchange.restarted();
    expect(exchange.exchange.hasDueWork).toBe(true);
    expect(typesOf(exchange.apply({ type: 'clock' }))).toEqual(['savings_matured']);
  });

  it('is unaffected by redeemed deposits, and a restored exchange behaves the same', () => {
    lock(alice);
    lock(bob);
    exchange.wait(2 * day);
    redeem(alice, 1);
    const restored = exchange.restarted();
    for (const one of [exchange, restored]) one.wait(40 * day);

    expect(restored.apply({ type: 'clock' })).toEqual(exchange.apply({ type: 'clock' }));
    expect(restored.exchange.stateHash()).toBe(exchange.exchange.stateHash());
  });
});

describe('a product', () => {
  it('keeps its currency; changed terms apply to new deposits', () => {
    lock();
    const [changed] = exchange.apply(configure({ ratePpm: 10_000, days: 7 }));

    expect(changed).toMatchObject({ type: 'savings_product_configured', version: 2, before: { ratePpm: 50_000 } });
    expect([...exchange.exchange.read(({ savings }) => savings.deposits())]).toMatchObject([
      { ratePpm: 50_000, interest },
    ]);
    expect(rejectionOf(exchange.apply(configure({ ratePpm: 10_000, days: 7 })))).toEqual({
      reason: 'setting_unchanged',
    });
  });

  it.each([
    ['product', { product: 0 as SavingsProductId }],
    ['amount', { amount: amount(0) }],
    ['amount', { amount: amount(900_719_925_474_100) }],
    ['days', { days: 0 }],
    ['days', { days: 3651 }],
    ['ratePpm', { ratePpm: 1.5 }],
    ['quota', { quota: -1 }],
    ['userQuota', { userQuota: Number.NaN }],
  ] as const)('is refused with an invalid %s', (field, changes) => {
    expect(rejectionOf(exchange.apply(configure(changes)))).toEqual({ reason: 'setting_invalid', field });
  });
});
