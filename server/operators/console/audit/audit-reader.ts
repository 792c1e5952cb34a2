import { type auditCalls, type AuditRecord, type AuditRow, type ConsoleInput } from '@bourse/contract/console';
import { type Kysely, type Selectable, sql } from 'kysely';
import { safeInteger, type Schema } from '../../../ground/database/index.ts';
import { entryOfRow } from './audit-row.ts';
import { isIntact } from './verify-audit-log.ts';
import type { StaffId, StaffRoll } from '../../../ground/console-gateway/index.ts';
import type { With } from '../../../ground/parts.ts';

export interface AuditReaderParts extends With<'identityDb'> {
  readonly roll: StaffRoll;
}

export type AuditFilter = ConsoleInput<typeof auditCalls.exportAudit>;

const defaultLimit = 50;
const rowsPerRead = 1_000;

type StoredRow = Selectable<Schema['operator_log']>;

/** Reads the audit log by who, what, whom and when, newest first. */
export class AuditReader {
  readonly #db: Kysely<Schema>;
  readonly #roll: StaffRoll;

  constructor({ identityDb, roll }: AuditReaderParts) {
    this.#db = identityDb;
    this.#roll = roll;
  }

  async page(
    filter: AuditFilter,
    { cursor, limit = defaultLimit }: { readonly cursor?: string | undefined; readonly limit?: number },
  ): Promise<{ rows: AuditRow[]; next: string | null }> {
    const before = cursor !== undefined && /^[1-9][0-9]{0,15}$/.test(cursor) ? cursor : null;
    const found = await this.#read(filter, before, limit + 1);
    const names = await this.#roll.names();
    const rows = found.slice(0, limit).map((row) => rowOnWire(row, names));
    return { rows, next: found.length > limit ? String(rows.at(-1)?.id ?? '') : null };
  }

  /** A row with its content and its place in the chain; null if there is none with this number. */
  async one(id: number): Promise<AuditRecord | null> {
    const row = await this.#db.selectFrom('operator_log').selectAll().where('id', '=', String(id)).executeTakeFirst();
    if (row === undefined) return null;
    const outcome = await this.#db
      .selectFrom('operator_log')
      .select('id')
      .where('intent_id', '=', String(id))
      .executeTakeFirst();
    const { intent, requestId } = entryOfRow(row);
    return {
      ...rowOnWire(row, await this.#roll.names()),
      before: row.before,
      after: row.after,
      request_id: requestId,
      intent,
      outcome: outcome === undefined ? null : safeInteger(outcome.id),
      prev_hash: row.prev_hash.toString('hex'),
      hash: row.hash.toString('hex'),
      intact: await isIntact(this.#db, id),
    };
  }

  /** All rows that match, in chunks. */
  async *all(
    filter: AuditFilter,
  ): AsyncGenerator<readonly (AuditRow & Pick<AuditRecord, 'before' | 'after' | 'hash'>)[]> {
    const names = await this.#roll.names();
    let before: string | null = null;
    for (;;) {
      const found: StoredRow[] = await this.#read(filter, before, rowsPerRead);
      yield found.map((row) => ({
        ...rowOnWire(row, names),
        before: row.before,
        after: row.after,
        hash: row.hash.toString('hex'),
      }));
      before = found.at(-1)?.id ?? null;
      if (found.length < rowsPerRead || before === null) return;
    }
  }

  #read(filter: AuditFilter, before: string | null, limit: number): Promise<StoredRow[]> {
    let query = this.#db.selectFrom('operator_log').selectAll().orderBy('id', 'desc').limit(limit);
    const { action, approval, from, kind, staff, subject_id, subject_kind, to } = filter;
    if (before !== null) query = query.where('id', '<', before);
    if (staff !== undefined) query = query.where('operator_id', '=', String(staff));
    if (kind !== undefined) query = query.where('kind', '=', kind);
    if (action !== undefined) query = query.where(sql<boolean>`starts_with(action, ${action})`);
    if (subject_kind !== undefined) query = query.where('subject_kind', '=', subject_kind);
    if (subject_id !== undefined) query = query.where('subject_id', '=', subject_id);
    if (from !== undefined) query = query.where('at_ms', '>=', String(from));
    if (to !== undefined) query = query.where('at_ms', '<', String(to));
    if (approval === undefined) return query.execute();
    // Votes have the approval as their subject.
    return query
      .where((row) =>
        row.or([
          row('approval_id', '=', String(approval)),
          row.and([row('subject_kind', '=', 'approval'), row('subject_id', '=', String(approval))]),
        ]),
      )
      .execute();
  }
}

function rowOnWire(row: StoredRow, names: ReadonlyMap<StaffId, string>): AuditRow {
  const { action, approval, kind, network, reason, reasonCode, roles, sequence, staff, subject } = entryOfRow(row);
  return {
    id: safeInteger(row.id),
    at: safeInteger(row.at_ms),
    kind,
    by: staff === null ? null : { id: staff, name: names.get(staff) ?? `#${staff}` },
    roles: [...roles],
    action,
    subject_kind: subject?.kind ?? null,
    subject_id: subject?.id ?? null,
    reason_code: reasonCode,
    reason,
    sequence,
    approval,
    network,
  };
}
