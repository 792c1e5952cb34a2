import { amount, type CurrencyId, type OpenHold, type UserId } from '@bourse/engine';
import {
  allDebts,
  type TimedCredit,
  timedCredits,
  type UnmaturedCredit,
  unmaturedCredits,
  type UserSum,
} from '@bourse/engine/credits';
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

/** Coins bought from another user, or a credit that a card paid, that may not leave before a time. */
interface Maturing extends Pick<MaturingCoins, 'user' | 'currency' | 'amount' | 'untilMs'> {
  /** Names it among those of its user. */
  readonly name: string;
  /** Whether no replaced block can take it back any more; coins bought from another user always are final. */
  readonly isFinal: boolean;
}

interface Sources {
  readonly unmatured: Iterable<UnmaturedCredit>;
  readonly debts: Iterable<UserSum>;
  /** Amounts of open holds, offers and escrows. */
  readonly held: Iterable<Pick<OpenHold, 'user' | 'currency' | 'amount'>>;
  readonly maturing: Iterable<MaturingCoins>;
  readonly timed: Iterable<TimedCredit>;
}

/** Unmatured credits, debts, held coins, and coins and credits that mature, as of the last committed command. */
class CreditView implements View {
  readonly #credits = new Map<string, UnmaturedCredit>();
  readonly #unmatured = new Sums();
  readonly #debts = new Sums();
  readonly #held = new Sums();
  readonly #maturing = new Map<UserId, Map<string, Maturing>>();

  constructor({ debts, held, maturing, timed, unmatured }: Sources) {
    for (const credit of unmatured) this.#add(credit);
    for (const { user, currency, amount } of debts) this.#debts.add(user, currency, amount);
    for (const { user, currency, amount } of held) this.#held.add(user, currency, amount);
    for (const coins of maturing) this.#addMaturing({ ...coins, name: nameOfCoins(coins.n), isFinal: true });
    for (const credit of timed) this.#addMaturing({ ...credit, name: keyOf(credit) });
  }

  readonly reads: EventReaders = {
    deposit_credited: (event) => {
      this.#add(event);
    },
    credit_timed: (event) => {
      this.#remove(event);
      this.#addMaturing({ ...event, name: keyOf(event), isFinal: false });
    },
    credit_confirmed: (event) => {
      this.#addMaturing({ ...event, name: keyOf(event), isFinal: true });
    },
    credit_time_ended: (event) => {
      this.#dropMaturing(event.user, keyOf(event));
      this.#add(event);
    },
    credit_matured: (event) => {
      this.#remove(event);
      this.#dropMaturing(event.user, keyOf(event));
    },
    credit_reversed: (event) => {
      this.#remove(event);
      this.#dropMaturing(event.user, keyOf(event));
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
      if (untilMs === null) return;
      const name = nameOfCoins(n);
      this.#addMaturing({ name, user: buyer, currency, amount: amount(sold - fee), untilMs, isFinal: true });
    },
    coins_matured: ({ n, user }) => {
      this.#dropMaturing(user, nameOfCoins(n));
    },
  };

  /** The sums of a user's unmatured credits, by currency. */
  unmaturedOf(user: UserId): CurrencyUnits[] {
    return this.#unmatured.of(user);
  }

  /** The credits of a user whose deposits are not final, whether or not they wait for a time too. */
  earlyOf(user: UserId): CurrencyUnits[] {
    const timed = [...(this.#maturing.get(user)?.values() ?? [])].filter(({ isFinal }) => !isFinal);
    return [...this.unmaturedOf(user), ...timed.map(({ amount: units, currency }) => ({ currency, units }))];
  }

  /** Whether the credit of a deposit has neither matured nor been reversed. */
  isWaiting(user: UserId, credit: Pick<UnmaturedCredit, 'source' | 'n'>): boolean {
    return this.#credits.has(keyOf(credit)) || this.#maturing.get(user)?.has(keyOf(credit)) === true;
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

  /** When the credit of a deposit matures at the earliest; null if it waits for no time. */
  maturesAt(user: UserId, credit: Pick<UnmaturedCredit, 'source' | 'n'>): number | null {
    return this.#maturing.get(user)?.get(keyOf(credit))?.untilMs ?? null;
  }

  /** The coins and credits of a user that mature, the first to mature first. */
  maturingOf(user: UserId): Maturing[] {
    const own = [...(this.#maturing.get(user)?.values() ?? [])];
    return own.toSorted((a, b) => a.untilMs - b.untilMs);
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
    const own = this.#maturing.get(coins.user) ?? new Map<string, Maturing>();
    own.set(coins.name, coins);
    this.#maturing.set(coins.user, own);
  }

  #dropMaturing(user: UserId, name: string): void {
    const own = this.#maturing.get(user);
    own?.delete(name);
    if (own?.size === 0) this.#maturing.delete(user);
  }

  /** A reversed credit may have matured before. */
  #remove({ source, n }: Pick<UnmaturedCredit, 'source' | 'n'>): void {
    const credit = this.#credits.get(keyOf({ source, n }));
    if (credit === undefined) return;
    this.#credits.delete(keyOf(credit));
    this.#unmatured.add(credit.user, credit.currency, 0 - credit.amount);
  }
}

function nameOfCoins(n: number): string {
  return `${n}`;
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
      timed: exchange.read(timedCredits),
    }),
);
