import { operatorRoles } from '@bourse/contract';
import { reasonCodes } from '@bourse/contract/console';
import type { Selectable } from 'kysely';
import { type Schema, safeInteger } from '../../../ground/database/index.ts';
import type { AuditEntry } from '../../../ground/console-gateway/index.ts';

/** A row of the audit log without the columns that the database sets. */
export function entryOfRow(row: Selectable<Schema['operator_log']>): AuditEntry {
  const { subject_kind: kind, subject_id: subject } = row;
  const held = row.role?.split(',') ?? [];
  return {
    kind: row.kind,
    staff: numberOf(row.operator_id),
    roles: operatorRoles.filter((role) => held.includes(role)),
    action: row.action,
    subject: kind === null || subject === null ? null : { kind, id: subject },
    before: row.before,
    after: row.after,
    reasonCode: reasonCodes.find((code) => code === row.reason_code) ?? null,
    reason: row.reason,
    sequence: numberOf(row.sequence),
    approval: numberOf(row.approval_id),
    intent: numberOf(row.intent_id),
    network: row.network,
    requestId: row.request_id,
  };
}

function numberOf(text: string | null): number | null {
  return text === null ? null : safeInteger(text);
}
