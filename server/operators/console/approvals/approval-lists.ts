import {
  type Approval,
  type approvalCalls,
  type ApprovalSummary,
  type ConsoleInput,
  type ConsoleOutput,
  type StaffName,
  votingRoles,
} from '@bourse/contract/console';
import type { Kysely } from 'kysely';
import { safeInteger, type Schema } from '../../../ground/database/index.ts';
import { approvalOf, readApproval, readVotes, type StoredApproval } from './stored-approval.ts';
import type { StaffId, StaffMember, StaffRoll } from '../../../ground/console-gateway/index.ts';
import type { With } from '../../../ground/parts.ts';

export interface ApprovalListParts extends With<'identityDb' | 'now'> {
  readonly roll: StaffRoll;
}

type List = typeof approvalCalls.approvals;

const defaultLimit = 50;

/** The requests that a member of staff sees. */
export class ApprovalLists {
  readonly #parts: ApprovalListParts;

  constructor(parts: ApprovalListParts) {
    this.#parts = parts;
  }

  async page(
    { view = 'waiting', cursor, limit: wanted }: ConsoleInput<List>,
    by: StaffMember,
  ): Promise<ConsoleOutput<List>> {
    const { identityDb: db, now, roll } = this.#parts;
    const as_of = now();
    if (view === 'waiting' && !mayApprove(by)) return { rows: [], next: null, as_of };
    const limit = Number(wanted ?? defaultLimit);
    const isOldestFirst = view === 'waiting';
    const after = readCursor(cursor);
    let query = view === 'waiting' ? waitingFor(db, by.id, as_of) : db.selectFrom('approvals').selectAll('approvals');
    if (view === 'mine') query = query.where('asked_by', '=', String(by.id));
    if (after !== null) query = query.where('id', isOldestFirst ? '>' : '<', after);
    const found = await query
      .select((row) =>
        row
          .selectFrom('approval_votes')
          .whereRef('approval_id', '=', 'approvals.id')
          .where('verdict', '=', 'approve')
          .select((votes) => votes.fn.countAll<string>().as('votes'))
          .as('approved'),
      )
      .orderBy('id', isOldestFirst ? 'asc' : 'desc')
      .limit(limit + 1)
      .execute();
    const names = await roll.names();
    const rows = found.slice(0, limit).map((row) => summaryOf(approvalOf(row), Number(row.approved ?? 0), names));
    return { rows, next: found.length > limit ? String(rows.at(-1)?.id ?? '') : null, as_of };
  }

  async one(id: number, by: StaffMember): Promise<Approval | null> {
    const { identityDb: db, now, roll } = this.#parts;
    const found = await readApproval(db, id);
    if (found === null) return null;
    const votes = await readVotes(db, id);
    const names = await roll.names();
    const isOpen = found.stage === 'open' && found.expiresAtMs > now();
    const isOwn = found.askedBy === by.id;
    const hasVoted = votes.some(({ staff }) => staff === by.id);
    return {
      ...summaryOf(found, votes.filter(({ verdict }) => verdict === 'approve').length, names),
      payload: JSON.parse(found.payload) as unknown,
      payload_hash: found.payloadHash.toString('hex'),
      before: found.before,
      after: found.after,
      votes: votes.map(({ atMs, reason, staff, verdict }) => ({ by: named(staff, names), verdict, at: atMs, reason })),
      result: found.result,
      may_vote: isOpen && !isOwn && !hasVoted && mayApprove(by),
      may_withdraw: isOpen && isOwn,
    };
  }

  /** How many requests a member of staff may vote on, and since when the oldest of them waits. */
  async waiting(by: Pick<StaffMember, 'id' | 'roles'>): Promise<{ count: number; oldestMs: number | null }> {
    if (!mayApprove(by)) return { count: 0, oldestMs: null };
    const { identityDb: db, now } = this.#parts;
    const rows = await waitingFor(db, by.id, now()).orderBy('id').execute();
    const oldest = rows[0]?.asked_at;
    return { count: rows.length, oldestMs: oldest === undefined ? null : safeInteger(oldest) };
  }
}

/** The open requests of others on which a member of staff has not voted. */
function waitingFor(db: Kysely<Schema>, staff: StaffId, nowMs: number) {
  return db
    .selectFrom('approvals')
    .selectAll('approvals')
    .where('stage', '=', 'open')
    .where('expires_at', '>', String(nowMs))
    .where('asked_by', '<>', String(staff))
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('approval_votes')
            .select('staff_id')
            .whereRef('approval_id', '=', 'approvals.id')
            .where('staff_id', '=', String(staff)),
        ),
      ),
    );
}

function mayApprove({ roles }: Pick<StaffMember, 'roles'>): boolean {
  return votingRoles.some((role) => roles.includes(role));
}

function summaryOf(found: StoredApproval, approved: number, names: ReadonlyMap<StaffId, string>): ApprovalSummary {
  return {
    id: found.id,
    call: found.kind,
    subject_kind: found.subject?.kind ?? null,
    subject_id: found.subject?.id ?? null,
    asked_by: named(found.askedBy, names),
    asked_at: found.askedAtMs,
    reason_code: found.reasonCode,
    reason: found.reason,
    needs: found.needs,
    approved,
    expires_at: found.expiresAtMs,
    stage: found.stage,
    stage_at: found.stageAtMs,
  };
}

function named(id: StaffId, names: ReadonlyMap<StaffId, string>): StaffName {
  return { id, name: names.get(id) ?? `#${id}` };
}

/** A position in a list: the id of its last row. */
function readCursor(text: string | undefined): string | null {
  return text !== undefined && /^[1-9][0-9]{0,15}$/.test(text) ? text : null;
}
