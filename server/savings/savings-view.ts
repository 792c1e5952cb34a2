import type { UserId } from '@bourse/engine';
import {
  type Deposit,
  type DepositId,
  openDeposits,
  type SavingsProduct,
  type SavingsProductId,
  savingsProducts,
} from '@bourse/engine/savings';
import { type EventReaders, type View, ViewDefinition } from '../feed/index.ts';
import type { DepositState } from './deposit-state.ts';

/** The products and the active deposits. */
class SavingsView implements View {
  readonly #products = new Map<number, SavingsProduct>();
  /** The number of active deposits per product. */
  readonly #running = new Map<SavingsProductId, number>();
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

  /** How many more deposits of a product can be made. */
  left({ product, quota }: SavingsProduct): number {
    return Math.max(0, quota - (this.#running.get(product) ?? 0));
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
    const { user, product } = deposit;
    const own = this.#byUser.get(user) ?? new Map<number, DepositState>();
    // Ids ascend, so insertion order is order of ids.
    own.set(deposit.deposit, { ...deposit, end: null });
    this.#byUser.set(user, own);
    this.#running.set(product, (this.#running.get(product) ?? 0) + 1);
  }

  #remove({ deposit, user, product }: Deposit): void {
    const own = this.#byUser.get(user);
    own?.delete(deposit);
    if (own?.size === 0) this.#byUser.delete(user);
    this.#running.set(product, (this.#running.get(product) ?? 0) - 1);
  }
}

export const savingsView = new ViewDefinition(
  'savings',
  ({ exchange }) => new SavingsView(exchange.read(savingsProducts), exchange.read(openDeposits)),
);
