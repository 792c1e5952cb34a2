import type { AuditVerification } from '@bourse/contract/console';
import type { Kysely } from 'kysely';
import type { Schema } from '../../database/index.ts';
import { type AuditHead, headText, verifyAuditLog } from './verify-audit-log.ts';

export interface AuditWatchParts {
  /** Sessions of the login `bourse_identity`. */
  readonly identityDb: Kysely<Schema>;
  readonly now: () => number;
  readonly log: {
    readonly info: (details: object, message: string) => void;
    readonly error: (details: object, message: string) => void;
  };
}

/** Verifies the audit log, and reports a broken chain. */
export class AuditWatch {
  readonly #parts: AuditWatchParts;
  #running: Promise<AuditVerification> | null = null;
  /** The head of the last intact verification: a log that is rewritten while the server runs no longer has it. */
  #known: AuditHead | null = null;

  constructor(parts: AuditWatchParts) {
    this.#parts = parts;
  }

  /** Verifies the whole chain; calls at the same time share one verification. */
  async verify(): Promise<AuditVerification> {
    this.#running ??= this.#verify().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #verify(): Promise<AuditVerification> {
    const { identityDb, log, now } = this.#parts;
    const { firstBroken, head, rows } = await verifyAuditLog(identityDb, this.#known);
    if (firstBroken === null) this.#known = head;
    if (firstBroken !== null)
      log.error({ row: firstBroken.id, problem: firstBroken.problem }, 'the audit log was changed');
    return {
      verified_at: now(),
      rows,
      head: head === null ? null : { id: head.id, hash: head.hash.toString('hex'), text: headText(head) },
      broken: firstBroken,
    };
  }
}
