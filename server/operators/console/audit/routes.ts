import { auditCalls } from '@bourse/contract/console';
import { csvLine } from '../../../ground/gateway/index.ts';
import { type AuditFilter, AuditReader, type AuditReaderParts } from './audit-reader.ts';
import { answered, refusal } from '../../../ground/console-gateway/index.ts';
import type { With } from '../../../ground/parts.ts';

export type AuditRouteParts = AuditReaderParts & With<'auditWatch' | 'console' | 'now'>;

/** Serves the audit log and the verification of its chain. */
export function registerAudit(parts: AuditRouteParts): void {
  const { auditWatch, console, now } = parts;
  const reader = new AuditReader(parts);
  console.read(auditCalls.audit, async ({ cursor, limit, ...filter }) => {
    const { next, rows } = await reader.page(filter, { cursor, ...(limit !== undefined && { limit: Number(limit) }) });
    return answered({ rows, next, as_of: now() });
  });
  console.read(auditCalls.auditRecord, async ({ id }) => {
    const found = await reader.one(Number(id));
    return found === null ? refusal('not_found') : answered(found);
  });
  console.read(auditCalls.verifyAudit, async () => answered(await auditWatch.verify()));
  console.file(auditCalls.exportAudit, (filter) => ({
    ok: true,
    name: 'audit.csv',
    subject: { kind: 'export', id: 'audit' },
    lines: linesOf(reader, filter),
  }));
}

const columns = [
  'id',
  'time',
  'kind',
  'staff_id',
  'staff_name',
  'roles',
  'action',
  'subject_kind',
  'subject_id',
  'reason_code',
  'reason',
  'sequence',
  'approval',
  'network',
  'before',
  'after',
  'hash',
];

async function* linesOf(reader: AuditReader, filter: AuditFilter): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const rows of reader.all(filter)) {
    for (const row of rows) {
      yield csvLine([
        row.id,
        new Date(row.at).toISOString(),
        row.kind,
        row.by?.id ?? null,
        row.by?.name ?? null,
        row.roles.join(' '),
        row.action,
        row.subject_kind,
        row.subject_id,
        row.reason_code,
        row.reason,
        row.sequence,
        row.approval,
        row.network,
        jsonText(row.before),
        jsonText(row.after),
        row.hash,
      ]);
    }
  }
}

function jsonText(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
