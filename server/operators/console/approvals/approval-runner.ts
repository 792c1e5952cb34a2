import { AsyncLocalStorage } from 'node:async_hooks';
import type { OperatorRole } from '@bourse/contract';
import type { ConsoleCall } from '@bourse/contract/console';
import type { Kysely, Transaction } from 'kysely';
import type { Work } from '../../../ground/background/index.ts';
import { inTransaction, safeInteger, type Schema } from '../../../ground/database/index.ts';
import {
  askAction,
  hashOfPayload,
  moveStage,
  readApproval,
  readVotes,
  type StoredApproval,
} from './stored-approval.ts';
import {
  type Admit,
  type ApprovalExecutor,
  type ApprovedRequest,
  type AuditPort,
  type ConcernRefusal,
  type ConsoleRefused,
  type EnrolledStaff,
  type ExecutionResult,
  type OwnAffair,
  refusal,
  type StaffId,
  type StaffRoll,
} from '../../../ground/console-gateway/index.ts';
import type { With } from '../../../ground/parts.ts';

export interface RunnerLog {
  readonly warn: (details: object, message: string) => void;
  readonly error: (details: object, message: string) => void;
}

export interface RunnerParts extends With<'background' | 'db' | 'now'> {
  readonly audit: AuditPort;
  readonly staff: StaffRoll;
  readonly calls: Readonly<Record<string, ConsoleCall>>;
  readonly log: RunnerLog;
}

/** Why an approved request is not carried out. */
type Obstacle = 'approval_altered' | 'asker_lost_role' | 'voter_lost_role' | ConcernRefusal;

/** Refusals of the exchange that end by themselves: the request stays ready and is tried again. */
const temporary: ReadonlySet<string> = new Set([
  'exchange_busy',
  'exchange_closed',
  'cancels_only',
  'outcome_pending',
  'command_suspended',
]);

const intervalMs = 10_000;

/** Carries out approved requests, one after the other and each once. */
export class ApprovalRunner {
  readonly #parts: RunnerParts;
  readonly #votingRoles: readonly OperatorRole[];
  readonly #executors = new Map<string, { readonly execute: ApprovalExecutor; readonly concern: OwnAffair }>();
  readonly #audiences: ReadonlyMap<string, ConsoleCall['audience']>;
  /** Leaves the transaction in which a caller wakes the runner: commands must not be submitted inside one. */
  readonly #outside = AsyncLocalStorage.snapshot();
  readonly #work: Work;

  /** @param expire lets requests expire, before each round */
  constructor(parts: RunnerParts, votingRoles: readonly OperatorRole[], expire: () => Promise<void>) {
    this.#parts = parts;
    const terms = { everyMs: intervalMs, atOnce: true };
    this.#work = parts.background.work('console: carry out approved requests', terms, (signal) =>
      this.#outside(async () => {
        await expire();
        await this.#carryOutAll(signal);
      }),
    );
    this.#votingRoles = votingRoles;
    this.#audiences = new Map(Object.values(parts.calls).map(({ path, audience }) => [path, audience]));
  }

  register(path: string, execute: ApprovalExecutor, concern: OwnAffair): void {
    if (this.#executors.has(path)) throw new Error(`Approved requests of ${path} are carried out already.`);
    this.#executors.set(path, { execute, concern });
  }

  /** Why a request is not for one of these members of staff; null if it is. */
  async concernOf(
    db: Kysely<Schema>,
    { kind, payload }: StoredApproval,
    staff: readonly StaffId[],
  ): Promise<ConcernRefusal | null> {
    const input: unknown = JSON.parse(payload);
    return (await this.#executors.get(kind)?.concern(db, input, staff)) ?? null;
  }

  async carryOutReady(): Promise<void> {
    await this.#work.run();
  }

  async #carryOutAll(signal: AbortSignal): Promise<void> {
    const ready = await this.#parts.db
      .selectFrom('approvals')
      .select('id')
      .where('stage', '=', 'ready')
      .orderBy('id')
      .execute();
    for (const row of ready) {
      if (signal.aborted) return;
      const id = safeInteger(row.id);
      try {
        await this.#carryOut(id);
      } catch (error) {
        this.#parts.log.error(
          { err: error, approval: id },
          'an approved request failed unexpectedly; it is tried again',
        );
      }
    }
  }

  async #carryOut(id: number): Promise<void> {
    const { db, now } = this.#parts;
    const approval = await readApproval(db, id);
    // A command without a known outcome: the next start finds out whether it was carried out.
    if (approval?.stage !== 'ready' || (await this.#hasOpenIntent(id))) return;
    if (approval.expiresAtMs <= now()) return this.#end(approval, 'expired', 'approval_expired');
    const asker = await this.#parts.staff.of(approval.askedBy);
    const obstacle = await this.#obstacleOf(approval, asker);
    if (obstacle !== null || asker === null) return this.#end(approval, 'failed', obstacle ?? 'asker_lost_role');
    const executor = this.#executors.get(approval.kind);
    if (executor === undefined) throw new Error(`The call ${approval.kind} does not exist.`);
    const admit: Admit = (transaction) => this.#refusalWithin(transaction, approval);
    await executor.execute({ ...requestOf(approval, asker), admit }, (transaction, result) =>
      this.settle(transaction, id, result),
    );
  }

  async #hasOpenIntent(id: number): Promise<boolean> {
    const found = await this.#parts.db
      .selectFrom('operator_log as intent')
      .leftJoin('operator_log as outcome', 'outcome.intent_id', 'intent.id')
      .select('intent.id')
      .where('intent.approval_id', '=', String(id))
      .where('intent.kind', '=', 'intent')
      .where('outcome.id', 'is', null)
      .executeTakeFirst();
    return found !== undefined;
  }

  /** Asks everything again in the transaction of the action, until whose end the asker and voters keep their roles. */
  async #refusalWithin(transaction: Transaction<Schema>, approval: StoredApproval): Promise<ConsoleRefused | null> {
    const { staff } = this.#parts;
    const voters = (await readVotes(transaction, approval.id)).map((vote) => vote.staff);
    await staff.keep(transaction, { path: approval.kind }, [approval.askedBy, ...voters]);
    const obstacle = await this.#obstacleOf(approval, await staff.of(approval.askedBy, transaction), transaction);
    return obstacle === null ? null : refusal(obstacle);
  }

  async #obstacleOf(
    approval: StoredApproval,
    asker: EnrolledStaff | null,
    transaction?: Transaction<Schema>,
  ): Promise<Obstacle | null> {
    const { staff } = this.#parts;
    const db = transaction ?? this.#parts.db;
    const votes = await readVotes(db, approval.id);
    const payloadHash = hashOfPayload(approval.payload);
    const hashes = [approval.payloadHash, ...votes.map((vote) => vote.payloadHash)];
    if (!hashes.every((hash) => hash.equals(payloadHash)) || !(await this.#wasAsked(db, approval, payloadHash))) {
      return 'approval_altered';
    }
    const audience = this.#audiences.get(approval.kind) ?? 'anyone';
    if (asker === null || !mayCall(audience, asker.roles)) return 'asker_lost_role';
    const voters = votes.filter(({ verdict }) => verdict === 'approve').map((vote) => vote.staff);
    const concern = await this.concernOf(db, approval, [approval.askedBy, ...voters]);
    if (concern !== null) return concern;
    let approved = 0;
    for (const vote of votes) {
      if (vote.verdict !== 'approve' || vote.staff === approval.askedBy) continue;
      const roles = (await staff.of(vote.staff, transaction))?.roles ?? [];
      if (roles.some((role) => this.#votingRoles.includes(role))) approved += 1;
    }
    return approved < approval.needs ? 'voter_lost_role' : null;
  }

  /** Whether the audit log has this payload and person for the request. */
  async #wasAsked(db: Kysely<Schema>, { id, askedBy }: StoredApproval, payloadHash: Buffer): Promise<boolean> {
    const row = await db
      .selectFrom('operator_log')
      .select(['operator_id', 'after'])
      .where('approval_id', '=', String(id))
      .where('action', '=', askAction)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    const after = row?.after;
    if (typeof after !== 'object' || after === null || !('payload_hash' in after)) return false;
    return row?.operator_id === String(askedBy) && after.payload_hash === payloadHash.toString('hex');
  }

  /** Stores the result of a request, within the transaction of its effect or of its audit row. */
  async settle(transaction: Transaction<Schema>, id: number, result: ExecutionResult): Promise<void> {
    if (!result.ok && temporary.has(result.error)) return;
    const stage = result.ok ? 'carried_out' : 'failed';
    const { ok: _ok, ...content } = result;
    const moved = await moveStage(transaction, id, 'ready', stage, { atMs: this.#parts.now(), result: content });
    if (!moved) throw new Error(`The approval ${id} is not ready any more.`);
  }

  /** Ends a request that may not be carried out. */
  async #end(approval: StoredApproval, stage: 'failed' | 'expired', error: string): Promise<void> {
    const { audit, db, log, now } = this.#parts;
    const { askedBy, id, kind, reason, reasonCode, subject } = approval;
    log.warn({ approval: id, call: kind, error }, 'an approved request is not carried out');
    await inTransaction(db, async (transaction) => {
      if (!(await moveStage(transaction, id, 'ready', stage, { atMs: now(), result: { error, details: {} } }))) return;
      await audit.write(transaction, {
        kind: 'refusal',
        staff: askedBy,
        roles: [],
        action: kind,
        subject,
        before: null,
        after: { refused: error },
        reasonCode,
        reason,
        sequence: null,
        approval: id,
        intent: null,
        network: null,
        requestId: null,
      });
    });
  }
}

function mayCall(audience: ConsoleCall['audience'], roles: readonly OperatorRole[]): boolean {
  if (typeof audience === 'string') return audience === 'staff';
  return roles.some((role) => audience.includes(role));
}

/** The person who asked is not present, so there is no session or address. */
function requestOf(approval: StoredApproval, asker: EnrolledStaff): Omit<ApprovedRequest, 'admit'> {
  const { id, moneyRequest, payload, reason, reasonCode } = approval;
  const by = { ...asker, session: 0, steppedUpAtMs: 0, address: '', requestId: `approval-${id}` };
  const input: unknown = JSON.parse(payload);
  return { id, moneyRequest, payload: input, by, reasonCode, reason };
}
