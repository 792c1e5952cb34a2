import type { CurrencyId, UserId } from '../identifiers.ts';
import type { Amount } from '../money.ts';
import type { DepositId, SavingsProductId, SavingsTerms } from './commands.ts';

/** A product with its current terms. */
export interface SavingsProduct extends SavingsTerms {
  readonly product: SavingsProductId;
  /** The version of the terms, which counts the product's changes from 1. */
  readonly version: number;
}

/** An active deposit, with the terms under which it was accepted. */
export interface Deposit {
  readonly deposit: DepositId;
  readonly user: UserId;
  readonly product: SavingsProductId;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  readonly days: number;
  readonly ratePpm: number;
  readonly interest: Amount;
  readonly lockedAtMs: number;
  readonly startsAtMs: number;
  readonly maturesAtMs: number;
  readonly redeemableAtMs: number;
}

/** A deposit as stored: with the sequence of the command that locked it. */
export interface KeptDeposit extends Deposit {
  readonly sequence: number;
}

/** The part of the savings state that readers outside the engine receive: only members that change nothing. */
export type ReadableSavings = Readonly<Pick<SavingsState, 'find' | 'running' | 'runningOf' | 'deposits' | 'offered'>>;

/** Products and active deposits. */
export class SavingsState {
  /** The last id assigned. */
  depositCount = 0;
  readonly products = new Map<SavingsProductId, SavingsProduct>();
  readonly #deposits = new Map<DepositId, KeptDeposit>();
  /** Number of active deposits, by product, and by product and user. */
  readonly #running = new Map<SavingsProductId, number>();
  readonly #runningOfUser = new Map<string, number>();

  find(deposit: DepositId): KeptDeposit | undefined {
    return this.#deposits.get(deposit);
  }

  running(product: SavingsProductId): number {
    return this.#running.get(product) ?? 0;
  }

  runningOf(user: UserId, product: SavingsProductId): number {
    return this.#runningOfUser.get(`${user} ${product}`) ?? 0;
  }

  add(deposit: KeptDeposit): void {
    this.#deposits.set(deposit.deposit, deposit);
    this.#count(deposit, 1);
  }

  remove(deposit: KeptDeposit): void {
    this.#deposits.delete(deposit.deposit);
    this.#count(deposit, -1);
  }

  /** The active deposits by id, which is also their insertion order. */
  deposits(): Iterable<KeptDeposit> {
    return this.#deposits.values();
  }

  /** The products by id. */
  offered(): SavingsProduct[] {
    return [...this.products.values()].toSorted((a, b) => a.product - b.product);
  }

  #count({ user, product }: KeptDeposit, change: number): void {
    this.#running.set(product, this.running(product) + change);
    const key = `${user} ${product}`;
    const left = (this.#runningOfUser.get(key) ?? 0) + change;
    if (left === 0) this.#runningOfUser.delete(key);
    else this.#runningOfUser.set(key, left);
  }
}
