import { EachAlone, NextDue, type Work } from '../../ground/background/index.ts';
import { inTransaction, safeInteger } from '../../ground/database/index.ts';
import type { Decisions, Rejection } from './decisions.ts';
import type { Verification, VerificationStore } from './verification-store.ts';
import type { With } from '../../ground/parts.ts';

const maxPerRound = 20;
/** The longest pause: a setting may have changed, or staff have given a submission back. */
const maxPauseMs = 30_000;

export interface DemoReviewParts extends With<'background' | 'db' | 'now'> {
  readonly store: VerificationStore;
  readonly decisions: Decisions;
  readonly settings: { readonly demo_review_seconds: number };
}

/**
 * Decides about documents in place of staff, which a demo has none of, some seconds after their submission. The times
 * are those of the table, so a restart delays no decision and repeats none. Documents that staff have taken wait for
 * them.
 */
export class DemoReview {
  readonly #parts: DemoReviewParts;
  readonly #work: Work;

  constructor(parts: DemoReviewParts) {
    this.#parts = parts;
    const terms = { everyMs: maxPauseMs, atOnce: true };
    this.#work = parts.background.work(
      'verification: decide in place of staff',
      terms,
      async () => new NextDue(await this.decideDue()),
    );
  }

  /** Looks for due submissions now, and again when the next one is due. */
  wake(): void {
    this.#work.wake();
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
    const alone = new EachAlone();
    for (const { id, submitted_at, taken_until } of waiting) {
      const dueMs = Math.max(safeInteger(submitted_at) + delayMs, taken_until === null ? 0 : safeInteger(taken_until));
      if (dueMs > nowMs) pauseMs = Math.min(pauseMs, dueMs - nowMs);
      else {
        await alone.attempt(async () => {
          if (await this.#decide(safeInteger(id), nowMs)) pauseMs = 0;
        });
      }
    }
    alone.end();
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
