import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import { inTransaction, type Schema } from '../database/index.ts';
import type { Sending } from './notices.ts';

const retryMs = 5_000;

/** A notice that a table says is missing. */
export interface PendingNotice {
  /** Records in a transaction that the notice exists, and writes it; null if it was written before. */
  readonly store: (transaction: Transaction<Schema>) => Promise<Sending | null>;
}

interface PendingParts {
  /** The login that writes notices. */
  readonly identityDb: Kysely<Schema>;
  readonly log: Pick<Logger, 'error'>;
  /** The missing notices, or some of them. */
  readonly read: () => Promise<readonly PendingNotice[]>;
}

/**
 * Writes the notices about changes that are recorded elsewhere. The record says which notices are missing, so each is
 * written once, also when the process ended between the change and its notice.
 */
export class PendingNotices {
  readonly #parts: PendingParts;
  #isWoken = false;
  #isStopped = false;
  #round: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: PendingParts) {
    this.#parts = parts;
  }

  /** Something changed of which a notice may be missing. */
  wake(): void {
    this.#isWoken = true;
    if (this.#isStopped || this.#round !== null) return;
    clearTimeout(this.#timer);
    this.#round = this.#run().finally(() => {
      this.#round = null;
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#round;
  }

  async #run(): Promise<void> {
    let failed = false;
    while (this.#isWoken && !this.#isStopped && !failed) {
      this.#isWoken = false;
      failed = !(await this.#writeAll());
    }
    if (failed && !this.#isStopped) this.#timer = setTimeout(() => this.wake(), retryMs).unref();
  }

  /** A notice that cannot be written does not keep the others back. */
  async #writeAll(): Promise<boolean> {
    const { identityDb, log, read } = this.#parts;
    let isWhole = true;
    try {
      const pending = await read();
      for (const { store } of pending) {
        try {
          (await inTransaction(identityDb, store))?.();
        } catch (error) {
          isWhole = false;
          log.error({ err: error }, 'a notice cannot be written');
        }
      }
      // There may be more than one look returned.
      if (pending.length > 0) this.#isWoken = true;
    } catch (error) {
      log.error({ err: error }, 'missing notices cannot be read');
      return false;
    }
    return isWhole;
  }
}
