import type { LegalRating, LegalTrader } from '@bourse/contract/p2p';
import type { UserId } from '@bourse/engine';
import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../../../ground/database/index.ts';
import type { Refused } from '../../../ground/gateway/index.ts';
import type { adForTaking, TakingParts } from './ad-for-taking.ts';
import type { TakerLimits } from './limits.ts';

type Database = Kysely<Schema> | Transaction<Schema>;
type Given = Parameters<typeof adForTaking> extends [TakingParts, ...infer Rest] ? Rest : never;

/** Shops and the hall as orders see them. */
export interface ShopPort {
  /** See `adForTaking`: locks the ad, judges whether it can be taken and returns the terms of the order. */
  forTaking(...given: Given): ReturnType<typeof adForTaking>;
  /** The limits of a person who takes an ad. */
  limitsOf(db: Database, user: UserId): Promise<TakerLimits>;
  /** Why a person cannot put coins into escrow yet; null if nothing was changed lately. */
  coolingOff(user: UserId): Promise<Refused<'p2p_cooling_off'> | null>;
  areBlocked(db: Database, one: UserId, other: UserId): Promise<boolean>;
  /** People as others see them beside an order. */
  traders(users: readonly UserId[]): Promise<ReadonlyMap<UserId, LegalTrader>>;
  /** Whether the demo acts for this merchant. */
  isDemoMerchant(user: UserId): boolean;
  /** Whether a merchant of the demo never releases, so that an appeal can be tried. */
  neverReleases(user: UserId): boolean;
  /** The coins of an ad have changed in a transaction that was committed. */
  adChanged(ad: number): void;
}

/** The figures of a trader. Excused cancellations count nowhere. */
export interface TraderFigures {
  /** Orders of the last 30 days that have ended, and those of them that were completed. */
  readonly orders30d: number;
  readonly completed30d: number;
  readonly orders: number;
  readonly completed: number;
  readonly good: number;
  readonly bad: number;
  /** Median minutes from payment to release of the last 30 days; null without releases. */
  readonly releaseMinutes: number | null;
  /** Median minutes from opening to payment as a buyer of the last 30 days; null without payments. */
  readonly payMinutes: number | null;
}

export const noFigures: TraderFigures = {
  orders30d: 0,
  completed30d: 0,
  orders: 0,
  completed: 0,
  good: 0,
  bad: 0,
  releaseMinutes: null,
  payMinutes: null,
};

/** A person's cancels and timeouts as a buyer of this UTC day; the end of the day if they block buying. */
export interface CancelsOfToday {
  readonly count: number;
  readonly blockedUntilMs: number | null;
}

/** Orders as shops and the hall see them. */
export interface OrderRecords {
  /** The figures of traders; a trader without orders may be missing. */
  figuresOf(users: readonly UserId[]): Promise<ReadonlyMap<UserId, TraderFigures>>;
  /** The newest ratings of a trader. */
  ratingsOf(user: UserId, limit: number): Promise<readonly LegalRating[]>;
  /** Completed orders of a person on either side. A caller inside a transaction passes it. */
  completedOf(user: UserId, db?: Database): Promise<number>;
  /** Orders of a person on either side that have not ended, also drafts. */
  openOf(db: Transaction<Schema> | null, user: UserId): Promise<number>;
  /** Whether an order of a person on either side, an appeal or a late payment is undecided. */
  hasOpenCase(db: Transaction<Schema>, user: UserId): Promise<boolean>;
  /** The orders of each of these ads that have not ended. */
  openOfAds(ads: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** The order that a taker has not paid yet; null without one. */
  unpaidOf(user: UserId): Promise<number | null>;
  /** Dollars that a person opened in the UTC day of a time, less those of cancelled orders, as a count of 10^-8. */
  openedOn(user: UserId, timeMs: number): Promise<bigint>;
  cancelsOf(user: UserId): Promise<CancelsOfToday>;
  /** Those of these people whom their cancels keep from buying before the next day. */
  blockedBuyers(users: readonly UserId[]): Promise<ReadonlySet<UserId>>;
  /** Appeals that a person has lost since a time: their number and the end of the last one. */
  lostAppealsOf(user: UserId, sinceMs: number): Promise<{ readonly count: number; readonly lastMs: number | null }>;
  /** Whether two people have an order with each other. */
  haveMet(one: UserId, other: UserId): Promise<boolean>;
  /** Whether an order exists with both people as its sides, as the caller's transaction sees it. */
  isBetween(transaction: Transaction<Schema>, order: number, sides: readonly [UserId, UserId]): Promise<boolean>;
  /** The figures of all orders for staff. */
  statistics(sinceMs: number): Promise<OrderStatistics>;
}

/** The orders of the exchange, for staff. */
export interface OrderStatistics {
  /** Orders that have not ended, by their state. */
  readonly open: {
    readonly unpaid: number;
    readonly paid: number;
    readonly delayed: number;
    readonly appealed: number;
  };
  /** The times at which open appeals were opened. */
  readonly appealsSinceMs: readonly number[];
  readonly completed: number;
  readonly cancelled: number;
  readonly timedOut: number;
  readonly autoReleased: number;
  readonly appealed: number;
  /** Coins in escrow, by currency. */
  readonly escrow: ReadonlyMap<number, bigint>;
  /** Completed orders by fiat currency; `usd` is a count of 10^-8. */
  readonly turnover: readonly {
    readonly fiat: string;
    readonly orders: number;
    readonly amount: bigint;
    readonly usd: bigint;
  }[];
}
