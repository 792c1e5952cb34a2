import type { UserId } from '@bourse/engine';
import {
  type Deposit,
  type DepositId,
  openDeposits,
  type SavingsProduct,
  type SavingsProductId,
  savingsProducts,
} from '@bourse/engine/savings';
import { type EventReaders, type View, ViewDefinition } from '../../ground/feed/index.ts';
import type { DepositState } from './deposit-state.ts';

/** The active deposits of a product: their number, and the sums of principal and of interest for the whole terms. */
export interface RunningDeposits {
  readonly count: number;
  readonly principal: number;
  readonly interest: number;
}

const noDeposits: RunningDeposits = { count: 0, principal: 0, interest: 0 };

/** The products and the active deposits. */
class SavingsView implements View {
  readonly #products = new Map<number, SavingsProduct>();
  readonly #running = new Map<SavingsProductId, RunningDeposits>();
  /** The active deposits of each user, by id. */
  readonly #byUser = new Map<UserId, Map<number, DepositState>>();

  constructor(products: Iterable<SavingsProduct>, deposits: Iterable<Deposit>) {
    for (const product of products) this.#products.set(product.product, product);
    for (const deposit of deposits) this.#add(deposit);
  }

  readonly reads: EventReaders = {
    savings_product_configured: ({ product, version, after }) => {
      this.#products.set(product, { product, version, ...after });
    },
    savings_locked: (event) => {
      this.#add(event);
    },
    savings_matured: (event) => {
      this.#remove(event);
    },
    savings_redeemed: (event) => {
      this.#remove(event);
    },
  };

  findProduct(id: number): SavingsProduct | undefined {
    return this.#products.get(id);
  }

  /** The products that accept deposits, by currency, then by days. */
  openProducts(): SavingsProduct[] {
    return [...this.#products.values()]
      .filter(({ state }) => state === 'open')
      .toSorted((a, b) => a.currency - b.currency || a.days - b.days || a.product - b.product);
  }

  /** All products, by id. */
  products(): SavingsProduct[] {
    return [...this.#products.values()].toSorted((a, b) => a.product - b.product);
  }

  runningOf(product: SavingsProductId): RunningDeposits {
    return this.#running.get(product) ?? noDeposits;
  }

  /** How many more deposits of a product can be made. */
  left({ product, quota }: SavingsProduct): number {
    return Math.max(0, quota - this.runningOf(product).count);
  }

  /**
   * How many more deposits of a product a user may have, regardless of the product's quota. Null means a visitor.
   */
  leftOf(user: UserId | null, { product, userQuota }: SavingsProduct): number {
    const own = user === null ? [] : this.running(user);
    return Math.max(0, userQuota - own.filter((deposit) => deposit.product === product).length);
  }

  /** A user's active deposits, newest first. */
  running(user: UserId): DepositState[] {
    return [...(this.#byUser.get(user)?.values() ?? [])].toReversed();
  }

  /** An active deposit of this user. */
  find(user: UserId, deposit: DepositId): DepositState | undefined {
    return this.#byUser.get(user)?.get(deposit);
  }

  #add(deposit: Deposit): void {
    const { user } = deposit;
    const own = this.#byUser.get(user) ?? new Map<number, DepositState>();
    // Ids ascend, so insertion order is order of ids.
    own.set(deposit.deposit, { ...deposit, end: null });
    this.#byUser.set(user, own);
    this.#count(deposit, 1);
  }

  #remove(deposit: Deposit): void {
    const own = this.#byUser.get(deposit.user);
    own?.delete(deposit.deposit);
    if (own?.size === 0) this.#byUser.delete(deposit.user);
    this.#count(deposit, -1);
  }

  #count({ product, amount, interest }: Deposit, sign: 1 | -1): void {
    const before = this.runningOf(product);
    this.#running.set(product, {
      count: before.count + sign,
      principal: before.principal + sign * amount,
      interest: before.interest + sign * interest,
    });
  }
}

export const savingsView = new ViewDefinition(
  'savings',
  ({ exchange }) => new SavingsView(exchange.read(savingsProducts), exchange.read(openDeposits)),
);
