import type { ColumnType, GeneratedAlways } from 'kysely';
import type { PrivilegesOn } from '../../../ground/database/index.ts';

/**
 * Tables, made by migration `0742-approvals.ts` and `0787-approval-movements.ts`. Ids and times are `int8` and
 * read as text.
 */
interface ApprovalTables {
  approvals: ApprovalsTable;
  approval_votes: ApprovalVotesTable;
}

declare module '../../../ground/database/schema.ts' {
  interface Schema extends ApprovalTables {}
}

/** The privileges of the logins on these tables. */
export const approvalPrivileges: PrivilegesOn<ApprovalTables> = {
  approvals: { identity: ['select', 'insert', 'update'] },
  approval_votes: { identity: ['select', 'insert'] },
};

type Int8 = ColumnType<string, number, never>;
type Final<Value> = ColumnType<Value, Value, never>;
/** Written as JSON text, read as the parsed value. */
type Json<Update> = ColumnType<unknown, string | null | undefined, Update>;

/**
 * - `open`: waits for votes
 * - `ready`: approved, and about to be carried out
 * - `failed`: approved, but refused when it was carried out
 */
export type ApprovalStage = 'open' | 'ready' | 'carried_out' | 'refused' | 'withdrawn' | 'expired' | 'failed';
export type Verdict = 'approve' | 'refuse';

export interface ApprovalsTable {
  readonly id: GeneratedAlways<string>;
  readonly kind: Final<string>;
  readonly payload: Final<string>;
  readonly payload_hash: Final<Buffer>;
  readonly subject_kind: Final<string | null>;
  readonly subject_id: Final<string | null>;
  readonly before: Json<never>;
  readonly after: Json<never>;
  readonly asked_by: Int8;
  readonly asked_at: Int8;
  readonly reason_code: Final<string>;
  readonly reason: Final<string>;
  readonly needs: Final<number>;
  readonly expires_at: Int8;
  readonly stage: ColumnType<ApprovalStage, ApprovalStage, ApprovalStage>;
  readonly stage_at: ColumnType<string, number, number>;
  readonly result: Json<string | null>;
  /** The request for money under whose number it moves; null for other requests, and those of earlier releases. */
  readonly money_request_id: Final<string | null>;
}

export interface ApprovalVotesTable {
  readonly approval_id: Int8;
  readonly staff_id: Int8;
  readonly verdict: Final<Verdict>;
  readonly payload_hash: Final<Buffer>;
  readonly at_ms: Int8;
  readonly reason: Final<string>;
}
