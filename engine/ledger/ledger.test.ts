import { beforeEach, describe, expect, it } from 'vitest';
import { absent } from '../absent.ts';
import { currencyId, userId, venue } from '../identifiers.ts';
import { BrokenInvariant } from '../invariant.ts';
import { amount } from '../money.ts';
import { accountType } from './account.ts';
import { Ledger } from './ledger.ts';
import type { AccountSlot } from './ledger.ts';

const btc = currencyId(1);
const usdt = currencyId(2);

let ledger: Ledger;
let outside: AccountSlot;
let buyer: AccountSlot;
let seller: AccountSlot;
let fees: AccountSlot;
let foreign: AccountSlot;

beforeEach(() => {
  ledger = new Ledger();
  outside = ledger.open(venue, accountType.external, usdt);
  fees = ledger.open(venue, accountType.fees, usdt);
  buyer = ledger.open(userId(100_001), accountType.change, usdt);
  seller = ledger.open(userId(100_002), accountType.change, usdt);
  foreign = ledger.open(userId(100_002), accountType.change, btc);
  ledger.post(outside, buyer, amount(1000));
});

function balance(account: AccountSlot): [number, number] {
  return [ledger.available(account), ledger.locked(account)];
}

describe('a ledger operation', () => {
  it('posts the same amount from one account to the other', () => {
    ledger.post(buyer, seller, amount(300));

    expect([balance(buyer), balance(seller), balance(outside)]).toEqual([
      [700, 0],
      [300, 0],
      [-1000, 0],
    ]);
  });

  it('holds available money and releases locked money', () => {
    ledger.hold(buyer, amount(400));
    ledger.release(buyer, amount(150));

    expect(balance(buyer)).toEqual([750, 250]);
  });

  it('settles locked money, less the fee, and frees the price improvement', () => {
    ledger.hold(buyer, amount(500));
    ledger.settle(buyer, seller, fees, amount(420), amount(3), amount(80));

    expect([balance(buyer), balance(seller), balance(fees)]).toEqual([
      [580, 0],
      [417, 0],
      [3, 0],
    ]);
  });

  it('affects only accounts of the same type and currency', () => {
    expect(balance(foreign)).toEqual([0, 0]);
    expect(ledger.find(userId(100_001), accountType.lever, usdt)).toBe(absent);
    expect(ledger.open(userId(100_001), accountType.change, usdt)).toBe(buyer);
  });
});

describe('the ledger throws', () => {
  it.each([
    ['more is posted than is available', (): void => ledger.post(buyer, seller, amount(1001))],
    ['more is held than is available', (): void => ledger.hold(buyer, amount(1001))],
    ['more is released than is locked', (): void => ledger.release(buyer, amount(1))],
    ['more is settled than is locked', (): void => ledger.settle(buyer, seller, fees, amount(1), amount(0), amount(0))],
    ['a posting mixes currencies', (): void => ledger.post(buyer, foreign, amount(1))],
    ['a negative amount is posted', (): void => ledger.post(buyer, seller, amount(-1))],
    ['a balance would leave the safe integers', (): void => ledger.post(outside, buyer, amount(2 ** 53 - 1))],
  ])('when %s', (_, act) => {
    expect(act).toThrow(BrokenInvariant);
  });

  it('when a settlement mixes currencies, or its fee exceeds the received amount', () => {
    ledger.hold(buyer, amount(100));

    expect(() => ledger.settle(buyer, foreign, fees, amount(10), amount(0), amount(0))).toThrow(BrokenInvariant);
    expect(() => ledger.settle(buyer, seller, fees, amount(10), amount(11), amount(0))).toThrow(BrokenInvariant);
  });
});

describe('balances are listed', () => {
  it('by user, account type and currency, without empty ones, however many there are', () => {
    const expected: number[][] = [];
    for (let user = 5000; user > 0; user -= 1) {
      ledger.post(outside, ledger.open(userId(user), accountType.change, usdt), amount(user));
      expected.unshift([user, user]);
    }
    const listed = [...ledger.balances()].map(({ user, available }) => [user, available]);

    expect(listed.slice(1, -1)).toEqual(expected);
    expect(listed.at(-1)).toEqual([100_001, 1000]);
    expect(ledger.open(userId(100_001), accountType.change, usdt)).toBe(buyer);
    expect(ledger.find(userId(5001), accountType.change, usdt)).toBe(absent);
  });
});
