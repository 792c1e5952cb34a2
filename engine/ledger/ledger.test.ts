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

describe('money moves only from one side to another', () => {
  it('a posting takes from one account what it gives to the other', () => {
    ledger.post(buyer, seller, amount(300));

    expect([balance(buyer), balance(seller), balance(outside)]).toEqual([
      [700, 0],
      [300, 0],
      [-1000, 0],
    ]);
  });

  it('a hold locks what was available, a release frees it', () => {
    ledger.hold(buyer, amount(400));
    ledger.release(buyer, amount(150));

    expect(balance(buyer)).toEqual([750, 250]);
  });

  it('a settlement pays what was locked, less the fee, and frees the improvement', () => {
    ledger.hold(buyer, amount(500));
    ledger.settle(buyer, seller, fees, amount(420), amount(3), amount(80));

    expect([balance(buyer), balance(seller), balance(fees)]).toEqual([
      [580, 0],
      [417, 0],
      [3, 0],
    ]);
  });

  it('accounts of one user in different types and currencies are apart', () => {
    expect(balance(foreign)).toEqual([0, 0]);
    expect(ledger.find(userId(100_001), accountType.lever, usdt)).toBe(absent);
    expect(ledger.open(userId(100_001), accountType.change, usdt)).toBe(buyer);
  });
});

describe('the ledger stops rather than go wrong', () => {
  it.each([
    ['more than is available is posted', (): void => ledger.post(buyer, seller, amount(1001))],
    ['more than is available is held', (): void => ledger.hold(buyer, amount(1001))],
    ['more than is locked is released', (): void => ledger.release(buyer, amount(1))],
    ['more than is locked is settled', (): void => ledger.settle(buyer, seller, fees, amount(1), amount(0), amount(0))],
    ['a posting crosses currencies', (): void => ledger.post(buyer, foreign, amount(1))],
    ['a negative amount is posted', (): void => ledger.post(buyer, seller, amount(-1))],
    ['a balance would leave the safe integers', (): void => ledger.post(outside, buyer, amount(2 ** 53 - 1))],
  ])('when %s', (_, act) => {
    expect(act).toThrow(BrokenInvariant);
  });

  it('when a settlement crosses currencies, or its fee exceeds what is received', () => {
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
