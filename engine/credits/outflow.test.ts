import { beforeEach, describe, expect, it } from 'vitest';
import { currencyId } from '../identifiers.ts';
import { indexOf, tick } from '../testing/indices.ts';
import { escrow, giveBack, moveToLever, sendOff, withdrawal } from '../testing/movements.ts';
import { alice, bob, btc, openExchange, openingMs, rejectionOf, setup, usdt } from '../testing/test-exchange.ts';
import { coveredAmount, outflowRoom } from './index.ts';
import type { CurrencyId } from '../identifiers.ts';
import type { IndexPrice } from '../money.ts';
import type { TestExchange } from '../testing/test-exchange.ts';
import type { NetBalance } from './index.ts';
import type { CreditDeposit } from './commands.ts';

const kept = { reason: 'deposit_unmatured' };
const coin = 100_000_000;
const dollar = 1_000_000;
const largest = Number.MAX_SAFE_INTEGER;

let tested: TestExchange;

beforeEach(() => {
  tested = openExchange();
});

function deposit(currency: CurrencyId, units: number, n = 1): CreditDeposit {
  const account = { user: alice, accountType: 1, currency, amount: units };
  return { type: 'credit_deposit', ...account, source: 'deposit', n, matured: false } as CreditDeposit;
}

/** Opens a BTC index with a single source at a price in dollars. */
function openIndex(dollars: number): void {
  tested.apply(indexOf({ sources: ['first'], minSources: 1 }));
  tested.apply(tick('first', openingMs, dollars * 100));
}

function room(currency: CurrencyId): number {
  return tested.exchange.read(outflowRoom(alice, currency));
}

describe('an unmatured credit', () => {
  it('holds back its own worth, in either kind of hold', () => {
    tested.apply(deposit(usdt, 70));
    tested.fund(alice, usdt, 30);

    for (const hold of [withdrawal(alice, 31), escrow(alice, 31)]) {
      expect(rejectionOf(tested.apply(hold))).toEqual(kept);
    }
    expect(room(usdt)).toBe(30);
    expect(rejectionOf(tested.apply(escrow(alice, 30)))).toBeNull();
    expect(rejectionOf(tested.apply(withdrawal(alice, 1)))).toEqual(kept);
  });

  it('holds nothing back once it has matured or been reversed', () => {
    tested.apply(deposit(usdt, 70));
    tested.apply(deposit(usdt, 30, 2));
    tested.apply({ type: 'mature_credit', source: 'deposit', n: 1 });
    expect(rejectionOf(tested.apply(withdrawal(alice, 71)))).toEqual(kept);
    tested.apply({ ...deposit(usdt, 30, 2), type: 'reverse_credit' });

    expect(room(usdt)).toBe(largest);
    expect(rejectionOf(tested.apply(withdrawal(alice, 70)))).toBeNull();
  });

  it('concerns holds of its user only, and neither trades nor transfers', () => {
    tested.apply(deposit(usdt, 70));
    tested.fund(bob, usdt, 5);

    expect(rejectionOf(tested.apply(withdrawal(bob, 5)))).toBeNull();
    expect(rejectionOf(tested.buy(alice, 1, 70))).toBeNull();
    tested.cancel(alice, 1);
    expect(rejectionOf(tested.apply(moveToLever(alice, 10)))).toBeNull();
  });

  it('is covered by balances of all accounts, by open orders, and not by money that is about to leave', () => {
    tested.apply(deposit(usdt, 70));
    tested.fund(alice, usdt, 100);
    tested.apply(moveToLever(alice, 40));
    tested.buy(alice, 1, 50);
    expect(room(usdt)).toBe(100);
    expect(rejectionOf(tested.apply(withdrawal(alice, 60)))).toBeNull();

    expect(room(usdt)).toBe(40);
    expect(rejectionOf(tested.apply(escrow(alice, 41, 2, { accountType: 3 })))?.reason).toBe('insufficient_balance');
    expect(rejectionOf(tested.apply(escrow(alice, 20)))).toBeNull();
    expect(rejectionOf(tested.apply(escrow(alice, 20, 3, { accountType: 3 })))).toBeNull();
    expect(room(usdt)).toBe(0);
    tested.apply(giveBack(1));
    tested.apply(sendOff(1));
    expect(room(usdt)).toBe(20);
    expect(tested.restarted().exchange.read(outflowRoom(alice, usdt))).toBe(20);
  });

  it('is covered by other currencies by their index', () => {
    openIndex(50_000);
    tested.apply(deposit(usdt, 100_000 * dollar));
    tested.fund(alice, btc, 3 * coin);

    // 2 BTC cover the deposit after it was spent.
    tested.takeOut(alice, 100_000 * dollar);
    expect(room(btc)).toBe(coin);
    expect(rejectionOf(tested.apply(withdrawal(alice, coin + 1, 1, { currency: btc })))).toEqual(kept);
    expect(rejectionOf(tested.apply(withdrawal(alice, coin, 1, { currency: btc })))).toBeNull();
    tested.apply(tick('first', openingMs + 100, 5_000_001));
    expect(rejectionOf(tested.apply(withdrawal(alice, 1, 2, { currency: btc })))).toBeNull();
    tested.apply(tick('first', openingMs + 200, 4_999_999));
    expect(rejectionOf(tested.apply(withdrawal(alice, 1, 3, { currency: btc })))).toEqual(kept);
  });

  it('is covered by its own currency only while there is no live index', () => {
    openIndex(50_000);
    tested.apply(deposit(btc, coin));
    tested.fund(alice, usdt, 100_000 * dollar);
    tested.fund(alice, btc, coin);
    expect(room(usdt)).toBe(150_000 * dollar);
    expect(room(btc)).toBe(3 * coin);
    const short = tested.restarted();
    short.takeOut(alice, coin + 1, { currency: btc });

    tested.wait(10_000);
    tested.apply({ type: 'clock' });
    expect(room(btc)).toBe(coin);
    expect(room(usdt)).toBe(100_000 * dollar);
    tested = short;
    tested.wait(10_000);
    tested.apply({ type: 'clock' });
    expect(room(btc)).toBe(0);
    expect(room(usdt)).toBe(0);
    expect(rejectionOf(tested.apply(withdrawal(alice, 1)))).toEqual(kept);
  });

  it('is looked at after the restriction, the debts and the balance', () => {
    tested.apply(deposit(usdt, 70));
    expect(rejectionOf(tested.apply(withdrawal(alice, 71)))?.reason).toBe('insufficient_balance');
    tested.buy(alice, 1, 50);
    tested.apply(deposit(usdt, 30, 2));
    tested.apply({ ...deposit(usdt, 70), type: 'reverse_credit' });

    const owing = { reason: 'debt_outstanding', currency: usdt, debt: 20 };
    expect(room(usdt)).toBe(0);
    expect(rejectionOf(tested.apply(withdrawal(alice, 999)))).toEqual(owing);
    expect(rejectionOf(tested.apply(escrow(alice, 1)))).toEqual(owing);
    tested.apply({ type: 'restrict_user', user: alice, before: 'none', scope: 'outflow', ...setup });
    expect(rejectionOf(tested.apply(escrow(alice, 1)))?.reason).toBe('outflow_stopped');
  });
});

describe('the covered amount', () => {
  const ether = currencyId(3);

  function net(currency: CurrencyId, code: string, units: number, price: number | null, decimals = 8): NetBalance {
    const index = price === null ? null : { price: price as IndexPrice, decimals: 18 };
    return { currency, code, decimals, net: units, price: index };
  }

  it('is exact where worths exceed 2^53', () => {
    const balances = [net(usdt, 'USDT', -largest, null, 0), net(btc, 'BTC', largest, largest, 0)];
    // A unit of BTC is worth 9 007 199 254 740 991 ÷ 10^18 USDT, so all units of BTC are not worth the deficit.
    expect(coveredAmount(balances, btc)).toBe(0);
    const rich = [net(usdt, 'USDT', -3, null, 0), net(btc, 'BTC', largest, largest, 0)];
    // 3 ÷ 0.009007199254740991 = 333.07; 334 units must stay.
    expect(coveredAmount(rich, btc)).toBe(largest - 334);
  });

  it('is limited to the largest amount, and to nothing when others are not covered', () => {
    const balances = [net(usdt, 'USDT', largest, null, 0), net(btc, 'BTC', -5, 1, 8)];
    expect(coveredAmount(balances, btc)).toBe(largest);
    expect(coveredAmount([...balances, net(ether, 'ETH', -1, null)], btc)).toBe(0);
    expect(coveredAmount(balances, ether)).toBe(0);
  });

  it('counts a surplus without a live index as nothing', () => {
    const balances = [net(usdt, 'USDT', -5, null), net(ether, 'ETH', largest, null), net(btc, 'BTC', 1, 10 ** 15)];
    expect(coveredAmount(balances, ether)).toBe(0);
    expect(coveredAmount(balances, usdt)).toBe(0);
    expect(coveredAmount([net(usdt, 'USDT', 5, null), net(ether, 'ETH', 7, null)], ether)).toBe(7);
  });
});
