import { byCodeUnits } from '../ledger/causes.ts';
import { UserSums, type ReadableSums } from '../ledger/user-sums.ts';
import { invariant } from '../invariant.ts';
import type { CurrencyId, UserId } from '../identifiers.ts';
import type { AccountType } from '../ledger/account.ts';
import type { Amount } from '../money.ts';

/** A credited deposit that has not matured. One that waits for a time is kept apart, as `TimedCredit`. */
export interface UnmaturedCredit {
  readonly source: string;
  readonly n: number;
  readonly user: UserId;
  readonly accountType: AccountType;
  readonly currency: CurrencyId;
  readonly amount: Amount;
}

/** An unmatured credit that does not mature before a time. */
export interface TimedCredit extends UnmaturedCredit {
  /** Journal time, in epoch milliseconds. */
  readonly untilMs: number;
  /** Whether the deposit is final, so that the time alone is waited for. */
  readonly isFinal: boolean;
  /** The sequence of the command that credited it, which names its timer. */
  readonly sequence: number;
}

/** The credits for readers outside the engine: only members that change nothing. */
export interface ReadableCredits {
  /** The sums of credits that wait for nothing but their deposit. */
  readonly unmatured: ReadableSums;
  /** The sums of credits that wait for a time. */
  readonly timed: ReadableSums;
  readonly debts: ReadableSums;
  all(): Iterable<UnmaturedCredit>;
  allTimed(): Iterable<TimedCredit>;
  timedOf(user: UserId): readonly TimedCredit[];
}

/** Unmatured credits and debts. */
export class Credits {
  readonly #credits = new Map<string, Map<number, UnmaturedCredit>>();
  readonly #unmatured = new UserSums();
  readonly #timed = new Map<number, TimedCredit>();
  /** The sequences of timed credits, by cause and by user. */
  readonly #timedBy = new Map<string, number>();
  readonly #timedOf = new Map<UserId, Set<number>>();
  readonly #timedSums = new UserSums();
  /** The amounts that each user owes to the venue. */
  readonly debts = new UserSums();

  /** The sums of the unmatured credits of each user. */
  get unmatured(): Readonly<Pick<UserSums, 'of' | 'has' | 'amount' | 'total' | 'all'>> {
    return this.#unmatured;
  }

  /** The sums of the credits of each user that wait for a time. */
  get timed(): Readonly<Pick<UserSums, 'of' | 'has' | 'amount' | 'total' | 'all'>> {
    return this.#timedSums;
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

  /** The credit with this cause that waits for a time. */
  findTimed(source: string, n: number): TimedCredit | undefined {
    const sequence = this.#timedBy.get(causeOf({ source, n }));
    return sequence === undefined ? undefined : this.#timed.get(sequence);
  }

  /** Adds a credit that waits for a time, or replaces the one of the same command. */
  setTimed(credit: TimedCredit): void {
    const { sequence, user, currency, amount } = credit;
    if (!this.#timed.has(sequence)) this.#timedSums.add(user, currency, amount);
    this.#timed.set(sequence, credit);
    this.#timedBy.set(causeOf(credit), sequence);
    const own = this.#timedOf.get(user) ?? new Set();
    own.add(sequence);
    this.#timedOf.set(user, own);
  }

  /** Removes and returns a credit that waits for a time, which must exist. */
  takeTimed(sequence: number): TimedCredit {
    const credit = this.#timed.get(sequence);
    invariant(credit !== undefined, 'a credit that waits for a time must exist');
    this.#timed.delete(sequence);
    this.#timedBy.delete(causeOf(credit));
    const own = this.#timedOf.get(credit.user);
    own?.delete(sequence);
    if (own?.size === 0) this.#timedOf.delete(credit.user);
    this.#timedSums.add(credit.user, credit.currency, 0 - credit.amount);
    return credit;
  }

  /** The credits of a user that wait for a time, the first to mature first. */
  timedOf(user: UserId): TimedCredit[] {
    const found = [...(this.#timedOf.get(user) ?? [])].flatMap((sequence) => this.#timed.get(sequence) ?? []);
    return found.toSorted((a, b) => a.untilMs - b.untilMs || a.sequence - b.sequence);
  }

  /** All credits that wait for a time, by the command that credited them. */
  allTimed(): TimedCredit[] {
    return [...this.#timed.values()].toSorted((a, b) => a.sequence - b.sequence);
  }

  /** All unmatured credits without a time, by source, then by number. */
  *all(): Generator<UnmaturedCredit> {
    for (const source of [...this.#credits.keys()].toSorted(byCodeUnits)) {
      yield* [...(this.#credits.get(source)?.values() ?? [])].toSorted((a, b) => a.n - b.n);
    }
  }
}

function causeOf({ source, n }: Pick<UnmaturedCredit, 'source' | 'n'>): string {
  return `${n} ${source}`;
}
