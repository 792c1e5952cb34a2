import { listingIdLimit } from '../identifiers.ts';
import { invariant } from '../invariant.ts';
import { accountType as accountTypes } from './account.ts';
import type { Absent } from '../absent.ts';
import type { Branded } from '../brand.ts';
import type { CurrencyId, UserId } from '../identifiers.ts';
import { type Amount, asAmount } from '../money.ts';
import type { AccountType } from './account.ts';

/** Declared here rather than imported for speed; see `absent.ts`. */
const absent: Absent = -1;

/** Index of an account in the ledger. Always valid: accounts are never removed or moved. */
export type AccountSlot = Branded<'AccountSlot'>;

/** An account with a balance. */
export interface Balance {
  readonly user: UserId;
  readonly accountType: AccountType;
  readonly currency: CurrencyId;
  readonly available: Amount;
  readonly locked: Amount;
}

// Nearly every command changes balances, and none reads the owners, so both are stored separately: a cache line then
// holds the balances of four accounts. All accounts together exceed the cache, since every user has one per currency.
const balanceDoubles = 2;
const availableAt = 0;
const lockedAt = 1;

const ownerIntegers = 4;
const userAt = 0;
const accountTypeAt = 1;
const currencyAt = 2;

const initialAccounts = 1024;

/**
 * All balances by (user, account type, currency): available and locked amounts as exact integers.
 *
 * Money moves only through `post`, `hold`, `release` and `settle`. Each adds to one side what it takes from the other,
 * in one currency, so every currency always sums to zero over all accounts. Every call asserts that the currencies
 * match and that only `external` becomes negative. The event that a command emits documents the cause of its postings.
 */
export class Ledger {
  private amounts = new Float64Array(initialAccounts * balanceDoubles);
  private owners = new Int32Array(initialAccounts * ownerIntegers);
  private count = 0;
  /**
   * A hash table of slots with open addressing and linear probing, at most half full; `absent` marks empty entries.
   * Entries are never removed.
   */
  private table = emptyTable(initialAccounts);

  /** The account, or `absent` before its first use. */
  find(user: UserId, accountType: AccountType, currency: CurrencyId): AccountSlot | Absent {
    return this.table[this.positionOf(user, accountType, currency)] as AccountSlot | Absent;
  }

  /** The account; creates an empty one on first use. */
  open(user: UserId, accountType: AccountType, currency: CurrencyId): AccountSlot {
    const found = this.find(user, accountType, currency);
    if (found !== absent) return found;
    if (this.count * balanceDoubles === this.amounts.length) this.grow();
    const slot = this.count as AccountSlot;
    this.count += 1;
    this.owners[slot * ownerIntegers + userAt] = user;
    this.owners[slot * ownerIntegers + accountTypeAt] = accountType;
    this.owners[slot * ownerIntegers + currencyAt] = currency;
    this.table[this.positionOf(user, accountType, currency)] = slot;
    return slot;
  }

  available(account: AccountSlot): Amount {
    return asAmount(this.amounts[account * balanceDoubles + availableAt]);
  }

  locked(account: AccountSlot): Amount {
    return asAmount(this.amounts[account * balanceDoubles + lockedAt]);
  }

  currency(account: AccountSlot): CurrencyId {
    return this.owners[account * ownerIntegers + currencyAt] as CurrencyId;
  }

  /** available(from) −= amount, available(to) += amount. Only `external` may become negative. */
  post(from: AccountSlot, to: AccountSlot, amount: Amount): void {
    invariant(this.currency(from) === this.currency(to), 'a posting must stay in one currency');
    invariant(Number.isSafeInteger(amount) && amount >= 0, 'a posting must be a whole amount, zero or more');
    this.changeAvailable(from, 0 - amount);
    this.changeAvailable(to, amount);
  }

  /** available −= amount, locked += amount. */
  hold(account: AccountSlot, amount: Amount): void {
    this.move(account, 0 - amount, amount);
  }

  /** locked −= amount, available += amount. */
  release(account: AccountSlot, amount: Amount): void {
    this.move(account, amount, 0 - amount);
  }

  /**
   * One currency's side of a trade: locked(payer) −= amount + released, available(payer) += released,
   * available(receiver) += amount − fee, available(fees) += fee.
   */
  settle(
    payer: AccountSlot,
    receiver: AccountSlot,
    fees: AccountSlot,
    amount: Amount,
    fee: Amount,
    released: Amount,
  ): void {
    const currency = this.currency(payer);
    invariant(
      currency === this.currency(receiver) && currency === this.currency(fees),
      'a settlement must stay in one currency',
    );
    invariant(fee >= 0 && fee <= amount, 'a fee must not exceed the received amount');
    this.changeLocked(payer, 0 - amount - released);
    if (released !== 0) this.changeAvailable(payer, released);
    this.changeAvailable(receiver, amount - fee);
    this.changeAvailable(fees, fee);
  }

  /** Restores an account from a snapshot into an empty ledger; the audit afterwards checks the sums. */
  load(balance: Balance): void {
    const account = this.open(balance.user, balance.accountType, balance.currency);
    this.changeAvailable(account, balance.available);
    this.changeLocked(account, balance.locked);
  }

  /** Every non-empty account, by user, then account type, then currency. */
  *balances(): Generator<Balance> {
    const slots: AccountSlot[] = [];
    for (let at = 0; at < this.count; at += 1) {
      const slot = at as AccountSlot;
      if (this.available(slot) !== 0 || this.locked(slot) !== 0) slots.push(slot);
    }
    slots.sort((a, b) => this.key(a) - this.key(b));
    for (const slot of slots) {
      yield {
        user: this.user(slot),
        accountType: this.accountType(slot),
        currency: this.currency(slot),
        available: this.available(slot),
        locked: this.locked(slot),
      };
    }
  }

  /** The table index of the account, or of the free entry for it. */
  private positionOf(user: UserId, accountType: AccountType, currency: CurrencyId): number {
    const { table } = this;
    const mixed = Math.imul(user, 0x85ebca6b) ^ Math.imul(currency, 0xc2b2ae35) ^ accountType;
    let at = Math.imul(mixed, 0x9e3779b1) >>> Math.clz32(table.length - 1);
    for (;;) {
      const slot = table[at] as AccountSlot | Absent;
      if (
        slot === absent ||
        (this.user(slot) === user && this.currency(slot) === currency && this.accountType(slot) === accountType)
      ) {
        return at;
      }
      at = (at + 1) & (table.length - 1);
    }
  }

  private user(account: AccountSlot): UserId {
    return this.owners[account * ownerIntegers + userAt] as UserId;
  }

  private accountType(account: AccountSlot): AccountType {
    return this.owners[account * ownerIntegers + accountTypeAt] as AccountType;
  }

  private key(account: AccountSlot): number {
    return keyOf(this.user(account), this.accountType(account), this.currency(account));
  }

  /**
   * Changes both balances of an account. Every order calls this twice, so both array elements are accessed together.
   */
  private move(account: AccountSlot, toAvailable: number, toLocked: number): void {
    const { amounts } = this;
    const at = account * balanceDoubles;
    const available = (amounts[at + availableAt] as number) + toAvailable;
    const locked = (amounts[at + lockedAt] as number) + toLocked;
    invariant(
      (available >= 0 || this.accountType(account) === accountTypes.external) && isSafe(available),
      'an available balance must be between zero and 2^53 − 1',
    );
    invariant(locked >= 0 && isSafe(locked), 'a locked balance must be between zero and 2^53 − 1');
    amounts[at + availableAt] = available;
    amounts[at + lockedAt] = locked;
  }

  private changeAvailable(account: AccountSlot, change: number): void {
    const next = (this.amounts[account * balanceDoubles + availableAt] as number) + change;
    invariant(
      (next >= 0 || this.accountType(account) === accountTypes.external) && isSafe(next),
      'an available balance must be between zero and 2^53 − 1',
    );
    this.amounts[account * balanceDoubles + availableAt] = next;
  }

  private changeLocked(account: AccountSlot, change: number): void {
    const next = (this.amounts[account * balanceDoubles + lockedAt] as number) + change;
    invariant(next >= 0 && isSafe(next), 'a locked balance must be between zero and 2^53 − 1');
    this.amounts[account * balanceDoubles + lockedAt] = next;
  }

  private grow(): void {
    const amounts = new Float64Array(this.amounts.length * 2);
    amounts.set(this.amounts);
    this.amounts = amounts;
    const owners = new Int32Array(this.owners.length * 2);
    owners.set(this.owners);
    this.owners = owners;
    this.table = emptyTable(this.count * 2);
    for (let at = 0; at < this.count; at += 1) {
      const slot = at as AccountSlot;
      this.table[this.positionOf(this.user(slot), this.accountType(slot), this.currency(slot))] = slot;
    }
  }
}

/** A table that is half full with this many accounts, which must be a power of two. */
function emptyTable(accounts: number): Int32Array {
  return new Int32Array(accounts * 2).fill(absent);
}

/** Packs (user, account type, currency) into one safe integer, in that order of significance. */
function keyOf(user: UserId, accountType: AccountType, currency: CurrencyId): number {
  return (user * 128 + accountType) * listingIdLimit + currency;
}

/** Sums of safe integers are exact or at least 2^53 in magnitude, so comparing magnitudes is enough. */
function isSafe(sum: number): boolean {
  return sum <= Number.MAX_SAFE_INTEGER && sum >= -Number.MAX_SAFE_INTEGER;
}
