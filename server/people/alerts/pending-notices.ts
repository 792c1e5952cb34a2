import type { Transaction } from 'kysely';
import { EachAlone, NextDue, type Work } from '../../ground/background/index.ts';
import { inTransaction, type Schema } from '../../ground/database/index.ts';
import type { Sending } from './notices.ts';
import type { With } from '../../ground/parts.ts';

/** A notice that was missed by every other look is written within this time. */
const everyMs = 60_000;

/** A notice that a table says is missing. */
export interface PendingNotice {
  /** Records in a transaction that the notice exists, and writes it; null if it was written before. */
  readonly store: (transaction: Transaction<Schema>) => Promise<Sending | null>;
}

interface PendingParts extends With<'background' | 'identityDb'> {
  /** The capability whose notices these are. */
  readonly of: string;
  /** The missing notices, or some of them. */
  readonly read: () => Promise<readonly PendingNotice[]>;
}

/**
 * Writes the notices about changes that are recorded elsewhere. The record says which notices are missing, so each is
 * written once, also when the process ended between the change and its notice.
 */
export class PendingNotices {
  readonly #parts: PendingParts;
  readonly #work: Work;

  constructor(parts: PendingParts) {
    this.#parts = parts;
    const terms = { everyMs, atOnce: true };
    this.#work = parts.background.work(`${parts.of}: write notices`, terms, (signal) => this.#writeAll(signal));
  }

  /** Something changed of which a notice may be missing. */
  wake(): void {
    this.#work.wake();
  }

  /** A notice that cannot be written does not keep the others back. @throws the errors of those that failed */
  async #writeAll(signal: AbortSignal): Promise<NextDue> {
    const { identityDb, read } = this.#parts;
    const pending = await read();
    const alone = new EachAlone();
    for (const { store } of pending) {
      if (signal.aborted) break;
      await alone.attempt(async () => (await inTransaction(identityDb, store))?.());
    }
    alone.end();
    // There may be more than one look returned.
    return new NextDue(pending.length > 0 ? 0 : everyMs);
  }
}
