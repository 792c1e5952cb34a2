import { createHash } from 'node:crypto';
import { type ReasonCode, reasonCodes } from '@bourse/contract/console';
import type { Kysely, Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../../ground/database/index.ts';
import type { ApprovalStage, Verdict } from '../tables/approvals.ts';
import type { StaffId, Subject } from '../../../ground/console-gateway/index.ts';

/** A request for the approval of others, as it is stored. */
export interface StoredApproval {
  readonly id: number;
  /** The path of its call. */
  readonly kind: string;
  /** The input of the call as JSON text. */
  readonly payload: string;
  readonly payloadHash: Buffer;
  readonly subject: Subject | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly askedBy: StaffId;
  readonly askedAtMs: number;
  readonly reasonCode: ReasonCode;
  readonly reason: string;
  readonly needs: number;
  readonly expiresAtMs: number;
  readonly stage: ApprovalStage;
  readonly stageAtMs: number;
  readonly result: unknown;
  readonly moneyRequest: number | null;
}

export interface StoredVote {
  readonly staff: StaffId;
  readonly verdict: Verdict;
  readonly payloadHash: Buffer;
  readonly atMs: number;
  readonly reason: string;
}

/** The action of the row in the audit log that a new request leaves. */
export const askAction = 'approvals/ask';

export function hashOfPayload(payload: string): Buffer {
  return createHash('sha256').update(payload).digest();
}

/** Reads a request; `lock` keeps others from changing its stage until the transaction ends. */
export async function readApproval(
  db: Kysely<Schema> | Transaction<Schema>,
  id: number,
  { lock = false } = {},
): Promise<StoredApproval | null> {
  const query = db.selectFrom('approvals').selectAll().where('id', '=', String(id));
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row === undefined ? null : approvalOf(row);
}

export async function readVotes(db: Kysely<Schema> | Transaction<Schema>, id: number): Promise<StoredVote[]> {
  const rows = await db
    .selectFrom('approval_votes')
    .selectAll()
    .where('approval_id', '=', String(id))
    .orderBy('at_ms')
    .orderBy('staff_id')
    .execute();
  return rows.map((row) => ({
    staff: safeInteger(row.staff_id),
    verdict: row.verdict,
    payloadHash: row.payload_hash,
    atMs: safeInteger(row.at_ms),
    reason: row.reason,
  }));
}

/** Moves a request from one stage to another; false if it is not in that stage any more. */
export async function moveStage(
  transaction: Transaction<Schema>,
  id: number,
  from: ApprovalStage,
  to: ApprovalStage,
  { atMs, result = null }: { readonly atMs: number; readonly result?: unknown },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('approvals')
    .set({ stage: to, stage_at: atMs, result: result === null ? null : JSON.stringify(result) })
    .where('id', '=', String(id))
    .where('stage', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export interface ApprovalRow {
  readonly id: string;
  readonly kind: string;
  readonly payload: string;
  readonly payload_hash: Buffer;
  readonly subject_kind: string | null;
  readonly subject_id: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly asked_by: string;
  readonly asked_at: string;
  readonly reason_code: string;
  readonly reason: string;
  readonly needs: number;
  readonly expires_at: string;
  readonly stage: ApprovalStage;
  readonly stage_at: string;
  readonly result: unknown;
  readonly money_request_id: string | null;
}

export function approvalOf(row: ApprovalRow): StoredApproval {
  const { subject_kind: kind, subject_id: id } = row;
  return {
    id: safeInteger(row.id),
    kind: row.kind,
    payload: row.payload,
    payloadHash: row.payload_hash,
    subject: kind === null || id === null ? null : { kind, id },
    before: row.before,
    after: row.after,
    askedBy: safeInteger(row.asked_by),
    askedAtMs: safeInteger(row.asked_at),
    reasonCode: reasonCodeOf(row.reason_code),
    reason: row.reason,
    needs: row.needs,
    expiresAtMs: safeInteger(row.expires_at),
    stage: row.stage,
    stageAtMs: safeInteger(row.stage_at),
    result: row.result,
    moneyRequest: row.money_request_id === null ? null : safeInteger(row.money_request_id),
  };
}

function reasonCodeOf(text: string): ReasonCode {
  const code = reasonCodes.find((known) => known === text);
  if (code === undefined) throw new Error(`${text} is not the code of a reason.`);
  return code;
}
