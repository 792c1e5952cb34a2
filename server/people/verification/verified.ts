import { reviewStatus, type ReviewStatus } from '@bourse/contract/verification';
import type { UserId } from '@bourse/engine';
import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../../ground/database/index.ts';
import { type DecisionParts, Decisions } from './decisions.ts';
import { DemoReview } from './demo-review.ts';
import { VerificationStore } from './verification-store.ts';
import type { With } from '../../ground/parts.ts';

/** The results of identity verification, for the other capabilities. */
export interface VerifiedPort {
  /** The verified name as submitted, in NFKC; null if the user is not verified. */
  nameOf(user: UserId): Promise<string | null>;
  /** 0 none or rejected, 1 under review, 2 approved. A caller inside a transaction passes it. */
  statusOf(user: UserId, db?: Kysely<Schema> | Transaction<Schema>): Promise<ReviewStatus>;
}

export interface VerifiedParts extends Omit<DecisionParts, 'store'>, With<'background' | 'boxFor' | 'db' | 'demo'> {
  readonly settings: { readonly demo_review_seconds: number };
}

/** Identity verification: the submissions of users, and decisions about them. */
export class Verified implements VerifiedPort {
  readonly store: VerificationStore;
  readonly decisions: Decisions;
  /** Null for a live exchange, where staff decide. */
  readonly review: DemoReview | null;
  readonly #db: Kysely<Schema>;
  readonly #now: () => number;

  constructor({ boxFor, demo, ...parts }: VerifiedParts) {
    const store = new VerificationStore(boxFor('identity documents'));
    const decisions = new Decisions({ ...parts, store });
    this.store = store;
    this.decisions = decisions;
    this.review = demo ? new DemoReview({ ...parts, store, decisions }) : null;
    this.#db = parts.db;
    this.#now = parts.now;
  }

  async nameOf(user: UserId): Promise<string | null> {
    const found = await this.store.findOfUser(this.#db, user);
    return found?.status === 'approved' ? found.name : null;
  }

  /** Sends approved documents of a user to staff again. */
  async reviewAgain(transaction: Transaction<Schema>, user: UserId): Promise<void> {
    await this.store.reopen(transaction, user, this.#now());
  }

  async statusOf(user: UserId, db: Kysely<Schema> | Transaction<Schema> = this.#db): Promise<ReviewStatus> {
    const row = await db
      .selectFrom('verifications')
      .select('status')
      .where('user_id', '=', String(user))
      .executeTakeFirst();
    return statusOf(row?.status ?? 'rejected');
  }
}

/** A status as the wire has it. */
export function statusOf(status: 'review' | 'rejected' | 'approved'): ReviewStatus {
  if (status === 'approved') return reviewStatus.approved;
  return status === 'review' ? reviewStatus.review : reviewStatus.none;
}

declare module '../../ground/parts.ts' {
  interface Parts {
    /** The names and states of verified users. */
    readonly verified: Verified;
  }
}
