import { invariant } from '../invariant.ts';
import { UserSums, type ReadableSums } from '../ledger/user-sums.ts';
import { DailyCounts } from './daily-counts.ts';
import { UsedNumbers } from './used-numbers.ts';
import type { CurrencyId, UserId } from '../identifiers.ts';
import type { Amount } from '../money.ts';
import type { EscrowNumber, escrowTerms, OfferId } from './commands.ts';
import type { ValuesOf } from '../declaration/value-type.ts';

/** The state of an open escrow. */
export type EscrowStep = 'created' | 'paid' | 'delayed' | 'appealed';

/** The terms that are fixed when an escrow opens. */
export type EscrowTerms = ValuesOf<typeof escrowTerms>;

/** Coins for sale in parts. */
export interface Offer {
  readonly offer: OfferId;
  readonly owner: UserId;
  readonly currency: CurrencyId;
  /** Locked in the owner's legal account. */
  readonly left: Amount;
  /** The sequence of the command that made it: an offer with the same number made later is another one. */
  readonly since: number;
}

/** The facts of an escrow that never change. */
export interface EscrowFacts {
  readonly n: EscrowNumber;
  readonly offer: OfferId | null;
  readonly seller: UserId;
  readonly buyer: UserId;
  readonly maker: UserId;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  readonly fee: Amount;
}

/** An escrow with its terms. */
export interface Escrow extends EscrowFacts, EscrowTerms {
  /** `since` of the offer that the coins came from; null if they came from the available balance. */
  readonly offerSince: number | null;
}

/** An appeal that is open. */
export interface Appeal {
  /** The user who can withdraw it; null if no one can. */
  readonly by: UserId | null;
  /** The state before it. */
  readonly from: 'paid' | 'delayed';
}

/** An open escrow. `paidAtMs` and `dueAtMs` are open time. */
export interface OpenEscrow extends Escrow {
  readonly step: EscrowStep;
  readonly isCancelAsked: boolean;
  /** Null until it is paid. */
  readonly paidAtMs: number | null;
  /** The end of the window that runs, or that ran before an appeal. */
  readonly dueAtMs: number;
  /** Null except in the state appealed. */
  readonly appeal: Appeal | null;
  /** The sequence of the command that began the state. */
  readonly sequence: number;
}

/** A cancelled escrow that its seller can reopen. */
export interface CancelledEscrow extends Escrow {
  /** Wall time of the end. */
  readonly endedAtMs: number;
  /** The UTC day on which the end counted for the buyer, in days since 1970; null if it did not count. */
  readonly countedOn: number | null;
}

/** Coins of a released escrow that may not leave yet. */
export interface MaturingCoins {
  readonly n: EscrowNumber;
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  /** Wall time. */
  readonly untilMs: number;
  /** The sequence of the release. */
  readonly sequence: number;
}

/** How long a cancelled escrow can be reopened, in milliseconds of wall time. */
export const reopenMs = 48 * 3_600_000;
/** The number of cancelled escrows of a buyer that are kept for it. */
const keptCancelled = 20;
/** The number of expired ones that are dropped each time that time advances. */
const droppedAtOnce = 64;

/** The part of the state that readers outside the engine receive: only members that change nothing. */
export type ReadableEscrow = Readonly<
  Pick<EscrowState, 'offer' | 'offers' | 'find' | 'open' | 'openOf' | 'cancelled' | 'maturingOf' | 'allMaturing'>
> & {
  readonly locked: ReadableSums;
  readonly maturing: ReadableSums;
  readonly cancels: Readonly<Pick<DailyCounts, 'of'>>;
};

const none: ReadonlySet<EscrowNumber> = new Set();

/** Offers, escrows, and coins that mature. */
export class EscrowState {
  readonly used = new UsedNumbers();
  /** The cancels and timeouts of each buyer on the current day. */
  readonly cancels = new DailyCounts();
  readonly #offers = new Map<OfferId, Offer>();
  readonly #offerCounts = new Map<UserId, number>();
  readonly #open = new Map<EscrowNumber, OpenEscrow>();
  readonly #openOf = new Map<UserId, Set<EscrowNumber>>();
  /** In the order of their ends. */
  readonly #cancelled = new Map<EscrowNumber, CancelledEscrow>();
  readonly #cancelledOf = new Map<UserId, Set<EscrowNumber>>();
  readonly #locked = new UserSums();
  readonly #maturing = new Map<EscrowNumber, MaturingCoins>();
  readonly #maturingOf = new Map<UserId, Set<EscrowNumber>>();
  readonly #maturingSums = new UserSums();

  /** The amounts that offers and open escrows lock, by seller. */
  get locked(): ReadableSums & Pick<UserSums, 'total'> {
    return this.#locked;
  }

  /** The amounts that mature, by owner. */
  get maturing(): ReadableSums & Pick<UserSums, 'total'> {
    return this.#maturingSums;
  }

  offer(offer: OfferId): Offer | undefined {
    return this.#offers.get(offer);
  }

  /** The number of a user's offers. */
  offersOf(owner: UserId): number {
    return this.#offerCounts.get(owner) ?? 0;
  }

  /** All offers by number. */
  offers(): Offer[] {
    return [...this.#offers.values()].toSorted((a, b) => a.offer - b.offer);
  }

  /** Adds an offer or replaces the one with its number. */
  setOffer(offer: Offer): void {
    const before = this.#offers.get(offer.offer);
    if (before === undefined) this.#offerCounts.set(offer.owner, this.offersOf(offer.owner) + 1);
    this.#offers.set(offer.offer, offer);
    this.#locked.add(offer.owner, offer.currency, offer.left - (before?.left ?? 0));
  }

  endOffer({ offer, owner, currency, left }: Offer): void {
    this.#offers.delete(offer);
    const count = this.offersOf(owner) - 1;
    if (count === 0) this.#offerCounts.delete(owner);
    else this.#offerCounts.set(owner, count);
    this.#locked.add(owner, currency, 0 - left);
  }

  /** An open escrow. */
  find(n: EscrowNumber): OpenEscrow | undefined {
    return this.#open.get(n);
  }

  /** The open escrows by number. */
  open(): OpenEscrow[] {
    return [...this.#open.values()].toSorted((a, b) => a.n - b.n);
  }

  /** The number of open escrows. */
  get openCount(): number {
    return this.#open.size;
  }

  /** The open escrows in which the user is a party, by number. */
  openOf(user: UserId): OpenEscrow[] {
    const found = [...(this.#openOf.get(user) ?? none)].flatMap((n) => this.#open.get(n) ?? []);
    return found.toSorted((a, b) => a.n - b.n);
  }

  add(escrow: OpenEscrow): void {
    const { n, seller, buyer, currency, amount } = escrow;
    this.#open.set(n, escrow);
    for (const user of [seller, buyer]) put(this.#openOf, user, n);
    this.#locked.add(seller, currency, amount);
  }

  /** Replaces an open escrow by itself in another state. */
  replace(escrow: OpenEscrow): void {
    invariant(this.#open.has(escrow.n), 'only an open escrow can change');
    this.#open.set(escrow.n, escrow);
  }

  remove({ n, seller, buyer, currency, amount }: OpenEscrow): void {
    this.#open.delete(n);
    for (const user of [seller, buyer]) drop(this.#openOf, user, n);
    this.#locked.add(seller, currency, 0 - amount);
  }

  /** A cancelled escrow that can be reopened at this time. */
  reopenable(n: EscrowNumber, timeMs: number): CancelledEscrow | undefined {
    const escrow = this.#cancelled.get(n);
    return escrow === undefined || isOver(escrow, timeMs) ? undefined : escrow;
  }

  /** The cancelled escrows that can be reopened at this time, in the order of their ends. */
  cancelled(timeMs: number): CancelledEscrow[] {
    return [...this.#cancelled.values()].filter((escrow) => !isOver(escrow, timeMs));
  }

  /** Keeps a cancelled escrow instead of the oldest one of its buyer if there are too many. */
  keepCancelled(escrow: CancelledEscrow): void {
    this.#cancelled.set(escrow.n, escrow);
    put(this.#cancelledOf, escrow.buyer, escrow.n);
    const [oldest, ...others] = this.#cancelledOf.get(escrow.buyer) ?? none;
    if (oldest !== undefined && others.length >= keptCancelled) this.forgetCancelled(oldest);
  }

  forgetCancelled(n: EscrowNumber): void {
    const escrow = this.#cancelled.get(n);
    if (escrow === undefined) return;
    this.#cancelled.delete(n);
    drop(this.#cancelledOf, escrow.buyer, n);
  }

  /** Frees the memory of escrows that can no longer be reopened, a bounded number per call. */
  sweep(timeMs: number): void {
    if (this.#cancelled.size === 0) return;
    let left = droppedAtOnce;
    for (const escrow of this.#cancelled.values()) {
      if (left === 0 || !isOver(escrow, timeMs)) return;
      this.forgetCancelled(escrow.n);
      left -= 1;
    }
  }

  /** All coins that mature, by number. */
  allMaturing(): MaturingCoins[] {
    return [...this.#maturing.values()].toSorted((a, b) => a.n - b.n);
  }

  /** The coins of a user that mature, the first to mature first. */
  maturingOf(user: UserId): MaturingCoins[] {
    const found = [...(this.#maturingOf.get(user) ?? none)].flatMap((n) => this.#maturing.get(n) ?? []);
    return found.toSorted((a, b) => a.untilMs - b.untilMs || a.n - b.n);
  }

  addMaturing(coins: MaturingCoins): void {
    this.#maturing.set(coins.n, coins);
    put(this.#maturingOf, coins.user, coins.n);
    this.#maturingSums.add(coins.user, coins.currency, coins.amount);
  }

  /** Removes and returns the coins of an escrow that mature, which must exist. */
  takeMaturing(n: EscrowNumber): MaturingCoins {
    const coins = this.#maturing.get(n);
    invariant(coins !== undefined, 'coins that have matured must have no timer');
    this.#maturing.delete(n);
    drop(this.#maturingOf, coins.user, n);
    this.#maturingSums.add(coins.user, coins.currency, 0 - coins.amount);
    return coins;
  }
}

function isOver({ endedAtMs }: CancelledEscrow, timeMs: number): boolean {
  return timeMs - endedAtMs > reopenMs;
}

function put(sets: Map<UserId, Set<EscrowNumber>>, user: UserId, n: EscrowNumber): void {
  const set = sets.get(user);
  if (set === undefined) sets.set(user, new Set([n]));
  else set.add(n);
}

function drop(sets: Map<UserId, Set<EscrowNumber>>, user: UserId, n: EscrowNumber): void {
  const set = sets.get(user);
  set?.delete(n);
  if (set?.size === 0) sets.delete(user);
}
