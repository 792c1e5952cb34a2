import type { Kysely, Transaction } from 'kysely';
import { inTransaction, safeInteger, type Schema } from '../../../ground/database/index.ts';
import type { AuditEntry, AuditPort } from '../../../ground/console-gateway/index.ts';

/**
 * Writes the audit log of the staff. The database numbers and chains the rows, one transaction after the other: a
 * transaction writes its row last, so that others wait as briefly as possible.
 */
export class AuditLog implements AuditPort {
  readonly #db: Kysely<Schema>;
  readonly #now: () => number;

  /** @param db sessions of the login `bourse_identity` */
  constructor(db: Kysely<Schema>, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  async write(transaction: Transaction<Schema>, entry: AuditEntry): Promise<number> {
    const row = await transaction
      .insertInto('operator_log')
      .values({
        at_ms: this.#now(),
        kind: entry.kind,
        operator_id: entry.staff,
        role: entry.roles.length === 0 ? null : entry.roles.join(','),
        action: entry.action,
        subject_kind: entry.subject?.kind ?? null,
        subject_id: entry.subject?.id ?? null,
        before: json(entry.before),
        after: json(entry.after),
        reason_code: entry.reasonCode,
        reason: entry.reason,
        sequence: entry.sequence,
        approval_id: entry.approval,
        intent_id: entry.intent,
        network: entry.network === '' ? null : entry.network,
        request_id: entry.requestId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return safeInteger(row.id);
  }

  async record(entry: AuditEntry): Promise<number> {
    return inTransaction(this.#db, (transaction) => this.write(transaction, entry));
  }
}

function json(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}

declare module '../../../ground/parts.ts' {
  interface Parts {
    /** Records what staff do. */
    readonly audit: AuditLog;
  }
}
