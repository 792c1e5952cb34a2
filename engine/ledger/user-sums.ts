import type { CurrencyId, UserId } from '../identifiers.ts';
import { type Amount, asAmount, noAmount } from '../money.ts';

/** An amount of one user in one currency. */
export interface UserSum {
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly amount: Amount;
}

/** Readers of the sums: only members that change nothing. */
export type ReadableSums = Readonly<Pick<UserSums, 'of' | 'has' | 'amount' | 'all'>>;

const none: ReadonlyMap<CurrencyId, Amount> = new Map();

/** Amounts by user and currency, and their totals by currency. Zero amounts are not stored. */
export class UserSums {
  readonly #users = new Map<UserId, Map<CurrencyId, Amount>>();
  readonly #totals = new Map<CurrencyId, Amount>();

  /** The amounts of a user that are not zero, in no particular order. */
  of(user: UserId): ReadonlyMap<CurrencyId, Amount> {
    return this.#users.get(user) ?? none;
  }

  /** Whether any amount of the user is not zero. */
  has(user: UserId): boolean {
    return this.#users.size > 0 && this.#users.has(user);
  }

  amount(user: UserId, currency: CurrencyId): Amount {
    return this.of(user).get(currency) ?? noAmount;
  }

  /** The sum over all users. */
  total(currency: CurrencyId): Amount {
    return this.#totals.get(currency) ?? noAmount;
  }

  /** Changes an amount, which must not become negative; the total must remain a safe integer. */
  add(user: UserId, currency: CurrencyId, change: number): void {
    let sums = this.#users.get(user);
    if (sums === undefined) {
      sums = new Map();
      this.#users.set(user, sums);
    }
    store(sums, currency, change);
    if (sums.size === 0) this.#users.delete(user);
    store(this.#totals, currency, change);
  }

  /** All amounts that are not zero, by user, then currency. */
  *all(): Generator<UserSum> {
    for (const user of [...this.#users.keys()].toSorted((a, b) => a - b)) {
      for (const [currency, amount] of inOrder(this.of(user))) yield { user, currency, amount };
    }
  }
}

/** The amounts of a user by currency. */
export function inOrder(sums: ReadonlyMap<CurrencyId, Amount>): [CurrencyId, Amount][] {
  return [...sums].toSorted(([a], [b]) => a - b);
}

function store(sums: Map<CurrencyId, Amount>, currency: CurrencyId, change: number): void {
  const next = (sums.get(currency) ?? 0) + change;
  if (next === 0) sums.delete(currency);
  else sums.set(currency, asAmount(next));
}
