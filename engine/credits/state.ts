import { byCodeUnits } from '../ledger/causes.ts';
import { UserSums, type ReadableSums } from '../ledger/user-sums.ts';
import type { CurrencyId, UserId } from '../identifiers.ts';
import type { AccountType } from '../ledger/account.ts';
import type { Amount } from '../money.ts';

/** A credited deposit that has not matured. */
export interface UnmaturedCredit {
  readonly source: string;
  readonly n: number;
  readonly user: UserId;
  readonly accountType: AccountType;
  readonly currency: CurrencyId;
  readonly amount: Amount;
}

/** The credits for readers outside the engine: only members that change nothing. */
export interface ReadableCredits {
  readonly unmatured: ReadableSums;
  readonly debts: ReadableSums;
  all(): Iterable<UnmaturedCredit>;
}

/** Unmatured credits and debts. */
export class Credits {
  readonly #credits = new Map<string, Map<number, UnmaturedCredit>>();
  readonly #unmatured = new UserSums();
  /** The amounts that each user owes to the venue. */
  readonly debts = new UserSums();

  /** The sums of the unmatured credits of each user. */
  get unmatured(): Readonly<Pick<UserSums, 'of' | 'has' | 'amount' | 'total' | 'all'>> {
    return this.#unmatured;
  }

  find(source: string, n: number): UnmaturedCredit | undefined {
    return this.#credits.get(source)?.get(n);
  }

  /** Adds an unmatured credit with an unknown cause. */
  add({ source, n, user, accountType, currency, amount }: UnmaturedCredit): void {
    let credits = this.#credits.get(source);
    if (credits === undefined) {
      credits = new Map();
      this.#credits.set(source, credits);
    }
    credits.set(n, { source, n, user, accountType, currency, amount });
    this.#unmatured.add(user, currency, amount);
  }

  remove({ source, n, user, currency, amount }: UnmaturedCredit): void {
    this.#credits.get(source)?.delete(n);
    this.#unmatured.add(user, currency, 0 - amount);
  }

  /** All unmatured credits, by source, then by number. */
  *all(): Generator<UnmaturedCredit> {
    for (const source of [...this.#credits.keys()].toSorted(byCodeUnits)) {
      yield* [...(this.#credits.get(source)?.values() ?? [])].toSorted((a, b) => a.n - b.n);
    }
  }
}
