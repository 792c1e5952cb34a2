import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { inTransaction, safeInteger, type Schema } from '../database/index.ts';
import type { Decisions, Rejection } from './decisions.ts';
import type { Verification, VerificationStore } from './verification-store.ts';

const maxPerRound = 20;
const retryMs = 10_000;
/** The longest pause: a setting may have changed, or staff have given a submission back. */
const maxPauseMs = 30_000;

export interface DemoReviewParts {
  readonly db: Kysely<Schema>;
  readonly store: VerificationStore;
  readonly decisions: Decisions;
  readonly settings: { readonly demo_review_seconds: number };
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Decides about documents in place of staff, which a demo has none of, some seconds after their submission. The times
 * are those of the table, so a restart delays no decision and repeats none. Documents that staff have taken wait for
 * them.
 */
export class DemoReview {
  readonly #parts: DemoReviewParts;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  #isStopped = true;

  constructor(parts: DemoReviewParts) {
    this.#parts = parts;
  }

  start(): () => Promise<void> {
    this.#isStopped = false;
    this.wake();
    return async () => {
      this.#isStopped = true;
      clearTimeout(this.#timer);
      await this.#round;
    };
  }

  /** Looks for due submissions now, and again when the next one is due. */
  wake(): void {
    if (this.#isStopped) return;
    clearTimeout(this.#timer);
    this.#round = this.#decideAfter(this.#round);
  }

  async #decideAfter(earlier: Promise<void>): Promise<void> {
    await earlier;
    if (this.#isStopped) return;
    const pauseMs = await this.decideDue().catch((error: unknown) => {
      this.#parts.log.warn({ err: error }, 'submitted documents could not be decided, the next round retries');
      return retryMs;
    });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.wake();
    }, pauseMs);
    this.#timer.unref();
  }

  /** Decides about all due submissions; returns the milliseconds until the next one is due. */
  async decideDue(): Promise<number> {
    const { db, now, settings } = this.#parts;
    if (settings.demo_review_seconds === 0) return maxPauseMs;
    const delayMs = settings.demo_review_seconds * 1_000;
    const waiting = await db
      .selectFrom('verifications')
      .select(['id', 'submitted_at', 'taken_until'])
      .where('status', '=', 'review')
      .orderBy('submitted_at')
      .limit(maxPerRound)
      .execute();
    const nowMs = now();
    let pauseMs = maxPauseMs;
    for (const { id, submitted_at, taken_until } of waiting) {
      const dueMs = Math.max(safeInteger(submitted_at) + delayMs, taken_until === null ? 0 : safeInteger(taken_until));
      if (dueMs > nowMs) pauseMs = Math.min(pauseMs, dueMs - nowMs);
      else if (await this.#decide(safeInteger(id), nowMs)) pauseMs = 0;
    }
    return pauseMs;
  }

  async #decide(id: number, nowMs: number): Promise<boolean> {
    const { db, decisions, store } = this.#parts;
    const send = await inTransaction(db, async (transaction) => {
      const known = await store.lock(transaction, id);
      if (known?.status !== 'review' || (known.takenUntilMs ?? 0) > nowMs) return null;
      return decisions.decide(transaction, known, { by: null, rejection: rejectionOf(known) });
    });
    send?.();
    return send !== null;
  }
}

/** Documents with this word are rejected, so that a demo can show a rejection. */
const rejectedWord = 'REJECT';

function rejectionOf({ cardId, name }: Verification): Rejection | null {
  const isRejected = [name.toUpperCase(), cardId].some((text) => text.includes(rejectedWord));
  return isRejected ? { key: 'test', words: '' } : null;
}
