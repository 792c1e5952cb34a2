import { type ConsoleCall, votingRoles } from '@bourse/contract/console';
import type { Transaction } from 'kysely';
import { inTransaction, safeInteger, type Schema } from '../../../ground/database/index.ts';
import type { Verdict } from '../tables/approvals.ts';
import { networkOf } from '../../../ground/gateway/index.ts';
import { ApprovalRunner, type RunnerLog } from './approval-runner.ts';
import {
  askAction,
  hashOfPayload,
  moveStage,
  readApproval,
  readVotes,
  type StoredApproval,
} from './stored-approval.ts';
import {
  type ApprovalExecutor,
  type ApprovalPort,
  type ApprovalRequest,
  type AuditEntry,
  type AuditPort,
  type ConsoleRefused,
  type ExecutionResult,
  type OwnAffair,
  refusal,
  type StaffId,
  type StaffMember,
  type StaffRoll,
} from '../../../ground/console-gateway/index.ts';
import type { With } from '../../../ground/parts.ts';

/** How long a request can be approved and carried out. */
export const approvalLifetimeMs = 24 * 60 * 60 * 1_000;

const votesNeeded = 1;

export interface ApprovalsParts extends With<'background' | 'db' | 'now'> {
  readonly audit: AuditPort;
  readonly staff: StaffRoll;
  readonly calls: Readonly<Record<string, ConsoleCall>>;
  /** Whether requests wait for a second person at present. */
  readonly fourEyes: () => boolean;
  readonly log: RunnerLog;
}

/** A vote on a request; `payloadHash` is that of the payload that the voter saw. */
export interface Vote {
  readonly approval: number;
  readonly by: StaffMember;
  readonly verdict: Verdict;
  readonly payloadHash: Buffer;
  readonly reason: string;
}

/** The new stage of a request, with its old state for the audit log. */
export interface Moved {
  readonly ok: true;
  readonly stage: StoredApproval['stage'];
  readonly was: StoredApproval;
}

export type VoteRefusal =
  | 'not_found'
  | 'approval_closed'
  | 'own_account'
  | 'account_undeclared'
  | 'own_approval'
  | 'already_voted'
  | 'changed_meanwhile';

/**
 * Requests of staff that need a second person. A request never changes; the person who asked does not vote; the last
 * vote makes it ready, and it is then carried out once.
 */
export class Approvals implements ApprovalPort {
  readonly #parts: ApprovalsParts;
  readonly #runner: ApprovalRunner;

  constructor(parts: ApprovalsParts) {
    this.#parts = parts;
    this.#runner = new ApprovalRunner(parts, votingRoles, () => this.expire());
  }

  isRequired(): Promise<boolean> {
    return Promise.resolve(this.#parts.fourEyes());
  }

  async open(transaction: Transaction<Schema>, request: ApprovalRequest): Promise<number> {
    const { audit, now } = this.#parts;
    const { call, payload, by, reasonCode, reason, subject, before, after, moneyRequest } = request;
    const atMs = now();
    const text = JSON.stringify(payload);
    const payload_hash = hashOfPayload(text);
    const row = await transaction
      .insertInto('approvals')
      .values({
        kind: call.path,
        payload: text,
        payload_hash,
        subject_kind: subject?.kind ?? null,
        subject_id: subject?.id ?? null,
        before: json(before),
        after: json(after),
        asked_by: by.id,
        asked_at: atMs,
        reason_code: reasonCode,
        reason,
        needs: votesNeeded,
        expires_at: atMs + approvalLifetimeMs,
        stage: 'open',
        stage_at: atMs,
        money_request_id: moneyRequest === null ? null : String(moneyRequest),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const id = safeInteger(row.id);
    await audit.write(transaction, {
      kind: 'change',
      staff: by.id,
      roles: by.roles,
      action: askAction,
      approval: id,
      reasonCode,
      reason,
      subject: subject ?? { kind: 'approval', id: String(id) },
      before: null,
      after: { kind: call.path, payload_hash: payload_hash.toString('hex'), change: { before, after } },
      sequence: null,
      intent: null,
      network: networkOf(by.address),
      requestId: by.requestId,
    });
    return id;
  }

  carryOutBy(path: string, executor: ApprovalExecutor, concern: OwnAffair = () => Promise.resolve(null)): void {
    this.#runner.register(path, executor, concern);
  }

  /** Adds a vote within the transaction of its audit row. The caller has checked the voter's role. */
  async vote(transaction: Transaction<Schema>, vote: Vote): Promise<Moved | ConsoleRefused<VoteRefusal>> {
    const atMs = this.#parts.now();
    const was = await readApproval(transaction, vote.approval, { lock: true });
    if (was === null) return refusal('not_found');
    const refused = refusalOfVote(was, vote, atMs);
    if (refused !== null) return refused;
    const concern = await this.#runner.concernOf(transaction, was, [vote.by.id]);
    if (concern !== null) return refusal(concern);
    const votes = await readVotes(transaction, was.id);
    if (votes.some(({ staff }) => staff === vote.by.id)) return refusal('already_voted');
    await transaction
      .insertInto('approval_votes')
      .values({
        approval_id: was.id,
        staff_id: vote.by.id,
        verdict: vote.verdict,
        payload_hash: vote.payloadHash,
        at_ms: atMs,
        reason: vote.reason,
      })
      .execute();
    const approved = votes.filter(({ verdict }) => verdict === 'approve').length + 1;
    if (vote.verdict === 'approve' && approved < was.needs) return { ok: true, stage: 'open', was };
    const stage = vote.verdict === 'approve' ? 'ready' : 'refused';
    if (!(await moveStage(transaction, was.id, 'open', stage, { atMs }))) return closed(was.stage);
    return { ok: true, stage, was };
  }

  /** Whether a request is not for this member of staff, for example because it is about them. */
  async isClosedTo(id: number, staff: StaffId): Promise<boolean> {
    const { db } = this.#parts;
    const found = await readApproval(db, id);
    return found !== null && (await this.#runner.concernOf(db, found, [staff])) !== null;
  }

  /** Withdraws a request of one's own that is still open. */
  async withdraw(
    transaction: Transaction<Schema>,
    id: number,
    by: StaffMember,
  ): Promise<Moved | ConsoleRefused<'not_found' | 'approval_closed'>> {
    const was = await readApproval(transaction, id, { lock: true });
    if (was === null || was.askedBy !== by.id) return refusal('not_found');
    const moved = await moveStage(transaction, id, 'open', 'withdrawn', { atMs: this.#parts.now() });
    return moved ? { ok: true, stage: 'withdrawn', was } : closed(was.stage);
  }

  /** Ends requests that were not approved in time. */
  async expire(): Promise<void> {
    const { audit, db, now } = this.#parts;
    const atMs = now();
    const late = await db
      .selectFrom('approvals')
      .select(['id', 'subject_kind', 'subject_id'])
      .where('stage', '=', 'open')
      .where('expires_at', '<=', String(atMs))
      .orderBy('id')
      .execute();
    for (const row of late) {
      const id = safeInteger(row.id);
      await inTransaction(db, async (transaction) => {
        if (!(await moveStage(transaction, id, 'open', 'expired', { atMs }))) return;
        await audit.write(transaction, expiryOf(id));
      });
    }
  }

  /** Carries out requests that are ready, and returns when none is left that can be carried out now. */
  async carryOutReady(): Promise<void> {
    await this.#runner.carryOutReady();
  }

  /** Stores the result of a request that was carried out, within the transaction of its audit row. */
  async settle(transaction: Transaction<Schema>, id: number, result: ExecutionResult): Promise<void> {
    await this.#runner.settle(transaction, id, result);
  }
}

function refusalOfVote(was: StoredApproval, vote: Vote, nowMs: number): ConsoleRefused<VoteRefusal> | null {
  if (was.stage !== 'open') return closed(was.stage);
  if (was.expiresAtMs <= nowMs) return closed('expired');
  if (was.askedBy === vote.by.id) return refusal('own_approval');
  const seen = vote.payloadHash.equals(was.payloadHash) && vote.payloadHash.equals(hashOfPayload(was.payload));
  return seen ? null : refusal('changed_meanwhile');
}

function closed(stage: string): ConsoleRefused<'approval_closed'> {
  return refusal('approval_closed', { stage });
}

function expiryOf(id: number): AuditEntry {
  return {
    kind: 'change',
    staff: null,
    roles: [],
    action: 'approvals/expire',
    approval: id,
    subject: { kind: 'approval', id: String(id) },
    before: { stage: 'open' },
    after: { stage: 'expired' },
    reasonCode: null,
    reason: null,
    sequence: null,
    intent: null,
    network: null,
    requestId: null,
  };
}

function json(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}

declare module '../../../ground/parts.ts' {
  interface Parts {
    /** Requests that a second person decides. */
    readonly approvals: Approvals;
  }
}
