import { amount, type CurrencyId, type OpenHold, type UserId } from '@bourse/engine';
import { allDebts, type UnmaturedCredit, unmaturedCredits, type UserSum } from '@bourse/engine/credits';
import { allMaturing, allOffers, type MaturingCoins, openEscrows } from '@bourse/engine/escrow';
import { type EventReaders, type View, ViewDefinition } from '../../ground/feed/index.ts';

/** Units of a currency. */
export interface CurrencyUnits {
  readonly currency: CurrencyId;
  readonly units: number;
}

/** A debt of a user. */
export interface UserDebt extends CurrencyUnits {
  readonly user: UserId;
}

/** Coins bought from another user that may not leave before a time, in epoch milliseconds. */
type Maturing = Pick<MaturingCoins, 'n' | 'user' | 'currency' | 'amount' | 'untilMs'>;

interface Sources {
  readonly unmatured: Iterable<UnmaturedCredit>;
  readonly debts: Iterable<UserSum>;
  /** Amounts of open holds, offers and escrows. */
  readonly held: Iterable<Pick<OpenHold, 'user' | 'currency' | 'amount'>>;
  readonly maturing: Iterable<Maturing>;
}

/** Unmatured credits, debts, held coins and coins that mature, as of the last committed command. */
class CreditView implements View {
  readonly #credits = new Map<string, UnmaturedCredit>();
  readonly #unmatured = new Sums();
  readonly #debts = new Sums();
  readonly #held = new Sums();
  readonly #maturing = new Map<UserId, Map<number, Maturing>>();

  constructor({ debts, held, maturing, unmatured }: Sources) {
    for (const credit of unmatured) this.#add(credit);
    for (const { user, currency, amount } of debts) this.#debts.add(user, currency, amount);
    for (const { user, currency, amount } of held) this.#held.add(user, currency, amount);
    for (const coins of maturing) this.#addMaturing(coins);
  }

  readonly reads: EventReaders = {
    deposit_credited: (event) => {
      this.#add(event);
    },
    credit_matured: (event) => {
      this.#remove(event);
    },
    credit_reversed: (event) => {
      this.#remove(event);
      this.#debts.add(event.user, event.currency, event.debt);
    },
    debt_repaid: ({ user, currency, amount }) => {
      this.#debts.add(user, currency, 0 - amount);
    },
    debt_settled: ({ user, currency, amount }) => {
      this.#debts.add(user, currency, 0 - amount);
    },
    held: ({ user, currency, amount }) => {
      this.#held.add(user, currency, amount);
    },
    hold_settled: ({ user, currency, amount }) => {
      this.#held.add(user, currency, 0 - amount);
    },
    hold_released: ({ user, currency, amount }) => {
      this.#held.add(user, currency, 0 - amount);
    },
    offer_funded: ({ user, currency, amount }) => {
      this.#held.add(user, currency, amount);
    },
    offer_drained: ({ user, currency, amount }) => {
      this.#held.add(user, currency, 0 - amount);
    },
    offer_ended: ({ user, currency, amount }) => {
      this.#held.add(user, currency, 0 - amount);
    },
    // Coins that move between an offer and an escrow stay locked.
    escrow_opened: ({ seller, currency, amount, left }) => {
      if (left === null) this.#held.add(seller, currency, amount);
    },
    escrow_reopened: ({ seller, currency, amount, left }) => {
      if (left === null) this.#held.add(seller, currency, amount);
    },
    escrow_returned: ({ seller, currency, amount, left }) => {
      if (left === null) this.#held.add(seller, currency, 0 - amount);
    },
    escrow_released: ({ n, seller, buyer, currency, amount: sold, fee, maturesAtMs: untilMs }) => {
      this.#held.add(seller, currency, 0 - sold);
      if (untilMs !== null) this.#addMaturing({ n, user: buyer, currency, amount: amount(sold - fee), untilMs });
    },
    coins_matured: ({ n, user }) => {
      const own = this.#maturing.get(user);
      own?.delete(n);
      if (own?.size === 0) this.#maturing.delete(user);
    },
  };

  /** The sums of a user's unmatured credits, by currency. */
  unmaturedOf(user: UserId): CurrencyUnits[] {
    return this.#unmatured.of(user);
  }

  /** A user's debts, by currency. */
  debtsOf(user: UserId): CurrencyUnits[] {
    return this.#debts.of(user);
  }

  /** All debts, by user, then currency. */
  debts(): UserDebt[] {
    return this.#debts
      .users()
      .toSorted((a, b) => a - b)
      .flatMap((user) => this.#debts.of(user).map((debt) => ({ user, ...debt })));
  }

  unmatured(user: UserId, currency: CurrencyId): number {
    return this.#unmatured.read(user, currency);
  }

  debt(user: UserId, currency: CurrencyId): number {
    return this.#debts.read(user, currency);
  }

  /** The coins of a user that mature, the first to mature first. */
  maturingOf(user: UserId): Maturing[] {
    const own = [...(this.#maturing.get(user)?.values() ?? [])];
    return own.toSorted((a, b) => a.untilMs - b.untilMs || a.n - b.n);
  }

  /** The sum of a user's open holds, offers and escrows, which is about to leave. */
  held(user: UserId, currency: CurrencyId): number {
    return this.#held.read(user, currency);
  }

  #add(credit: UnmaturedCredit): void {
    this.#credits.set(keyOf(credit), credit);
    this.#unmatured.add(credit.user, credit.currency, credit.amount);
  }

  #addMaturing(coins: Maturing): void {
    const own = this.#maturing.get(coins.user) ?? new Map<number, Maturing>();
    own.set(coins.n, coins);
    this.#maturing.set(coins.user, own);
  }

  /** A reversed credit may have matured before. */
  #remove({ source, n }: Pick<UnmaturedCredit, 'source' | 'n'>): void {
    const credit = this.#credits.get(keyOf({ source, n }));
    if (credit === undefined) return;
    this.#credits.delete(keyOf(credit));
    this.#unmatured.add(credit.user, credit.currency, 0 - credit.amount);
  }
}

function keyOf({ source, n }: Pick<UnmaturedCredit, 'source' | 'n'>): string {
  return `${n} ${source}`;
}

/** Units by user and currency. Zero is not stored. */
class Sums {
  readonly #users = new Map<UserId, Map<CurrencyId, number>>();

  add(user: UserId, currency: CurrencyId, change: number): void {
    const sums = this.#users.get(user) ?? new Map<CurrencyId, number>();
    const next = (sums.get(currency) ?? 0) + change;
    if (next === 0) sums.delete(currency);
    else sums.set(currency, next);
    if (sums.size === 0) this.#users.delete(user);
    else this.#users.set(user, sums);
  }

  read(user: UserId, currency: CurrencyId): number {
    return this.#users.get(user)?.get(currency) ?? 0;
  }

  /** The users with a sum, in no particular order. */
  users(): UserId[] {
    return [...this.#users.keys()];
  }

  of(user: UserId): CurrencyUnits[] {
    return Array.from(this.#users.get(user) ?? [], ([currency, units]) => ({ currency, units })).toSorted(
      (a, b) => a.currency - b.currency,
    );
  }
}

export const creditView = new ViewDefinition(
  'credits',
  ({ exchange }) =>
    new CreditView({
      unmatured: exchange.read(unmaturedCredits),
      debts: exchange.read(allDebts),
      held: [
        ...exchange.openHolds(),
        ...exchange.read(allOffers).map(({ owner: user, currency, left: amount }) => ({ user, currency, amount })),
        ...exchange.read(openEscrows).map(({ seller: user, currency, amount }) => ({ user, currency, amount })),
      ],
      maturing: exchange.read(allMaturing),
    }),
);
