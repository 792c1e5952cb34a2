import type { OperatorRole } from '@bourse/contract';
import type { ConsoleCall, ReasonCode } from '@bourse/contract/console';
import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../database/index.ts';
import type { ConsoleRefused } from './answer.ts';
import type { ConcernRefusal } from './concerns.ts';

/** A member of staff: 1 to 999, never the id of a user. */
export type StaffId = number;

/** A member of staff with a live session, as of this request. */
export interface StaffMember {
  readonly id: StaffId;
  readonly name: string;
  readonly email: string;
  /** Read from the database for each request. */
  readonly roles: readonly OperatorRole[];
  /** The session's number; not its token. */
  readonly session: number;
  /** When the one-time password was last entered, in epoch milliseconds. */
  readonly steppedUpAtMs: number;
  readonly address: string;
  readonly requestId: string;
}

export interface StaffRequest {
  readonly address: string;
  readonly requestId: string;
  /** Whether a page asks again on its own, which is no activity of a person. */
  readonly background: boolean;
  readonly nowMs: number;
}

/** Finds the session of a cookie. */
export interface StaffSessionSource {
  /**
   * The member of staff of a session; null if the session has ended, is idle for too long, or is used from another
   * network than it was started from. A use counts as activity unless the request is made in the background.
   */
  of(token: string, request: StaffRequest): Promise<StaffMember | null>;
  /**
   * The member of staff as of now, for an action in this transaction: until it ends, the session and the roles remain.
   * Null if the session has ended.
   */
  within(transaction: Transaction<Schema>, call: ConsoleCall, staff: StaffMember): Promise<StaffMember | null>;
}

/** An active member of staff. */
export type EnrolledStaff = Pick<StaffMember, 'id' | 'name' | 'email' | 'roles'>;

/** The members of staff who can log in at present, with their current roles. */
export interface StaffRoll {
  /** Null if there is none with this id, or if they are disabled or not enrolled. */
  of(id: StaffId, transaction?: Transaction<Schema>): Promise<EnrolledStaff | null>;
  /** Keeps these members of staff and their roles as they are until a transaction ends, in which this call acts. */
  keep(transaction: Transaction<Schema>, call: Pick<ConsoleCall, 'path'>, staff: readonly StaffId[]): Promise<void>;
  all(): Promise<readonly EnrolledStaff[]>;
  /** The names of all who ever were members of staff. */
  names(transaction?: Transaction<Schema>): Promise<ReadonlyMap<StaffId, string>>;
}

/** The object of an action. */
export interface Subject {
  readonly kind: string;
  readonly id: string;
}

/**
 * - `login`: an event of a session: login, failure, lock, end
 * - `look`: something confidential was read
 * - `export`: a table was exported
 * - `change`: tables were changed, in the transaction of this row
 * - `intent`: a command is about to be submitted
 * - `outcome`: the result of an intent
 * - `refusal`: an action was refused
 */
export type AuditKind = 'login' | 'look' | 'export' | 'change' | 'intent' | 'outcome' | 'refusal';

/** A row of the audit log, without its number, time and hashes. */
export interface AuditEntry {
  readonly kind: AuditKind;
  /** Null for commands that are run on the machine itself. */
  readonly staff: StaffId | null;
  /** The roles that the person held. */
  readonly roles: readonly OperatorRole[];
  /** The path of the call, or the name of a command of the machine. */
  readonly action: string;
  readonly subject: Subject | null;
  /** JSON values; undefined fields are left out. */
  readonly before: unknown;
  readonly after: unknown;
  readonly reasonCode: ReasonCode | null;
  readonly reason: string | null;
  /** The sequence of the command in the journal. */
  readonly sequence: number | null;
  readonly approval: number | null;
  /** For an outcome: the row of its intent. */
  readonly intent: number | null;
  readonly network: string | null;
  readonly requestId: string | null;
}

/** Writes the audit log. */
export interface AuditPort {
  /** Writes a row within the transaction of its cause and returns its number. */
  write(transaction: Transaction<Schema>, entry: AuditEntry): Promise<number>;
  /** Writes a row in a transaction of its own. */
  record(entry: AuditEntry): Promise<number>;
}

/** Why an action may not take place, as of its transaction; null if it may. */
export type Admit = (transaction: Transaction<Schema>) => Promise<ConsoleRefused | null>;

/** A request for the approval of others. */
export interface ApprovalRequest {
  readonly call: ConsoleCall;
  /** The validated input without the reason. */
  readonly payload: unknown;
  readonly by: StaffMember;
  readonly reasonCode: ReasonCode;
  readonly reason: string;
  readonly subject: Subject | null;
  /** The change as the voters see it. */
  readonly before: unknown;
  readonly after: unknown;
  /** The number of the request under its idempotency key; null for requests that move no money. */
  readonly moneyRequest: number | null;
}

/** An approved request that is carried out. */
export interface ApprovedRequest {
  readonly id: number;
  /** Why it may not be carried out any more, asked in the transaction that does it; null if it may. */
  readonly admit: Admit;
  readonly moneyRequest: number | null;
  readonly payload: unknown;
  /** The member of staff who asked, with the roles held now. */
  readonly by: StaffMember;
  readonly reasonCode: ReasonCode;
  readonly reason: string;
}

export type ExecutionResult =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: string; readonly details: Readonly<Record<string, string | number>> };

/**
 * Carries out an approved request. A change of tables calls `settle` in its transaction, a command in the transaction
 * of its outcome row, so that the approval and its effect are stored together.
 */
export type ApprovalExecutor = (
  approved: ApprovedRequest,
  settle: (transaction: Transaction<Schema>, result: ExecutionResult) => Promise<void>,
) => Promise<void>;

/** Why a request with this payload is not for one of these members of staff; null if it is. */
export type OwnAffair = (
  db: Kysely<Schema> | Transaction<Schema>,
  payload: unknown,
  staff: readonly StaffId[],
) => Promise<ConcernRefusal | null>;

export interface ApprovalPort {
  /** Whether requests of this kind wait for a second person at present. */
  isRequired(): Promise<boolean>;
  /** Opens a request and returns its number. Writes its audit row. */
  open(transaction: Transaction<Schema>, request: ApprovalRequest): Promise<number>;
  /**
   * Registers how approved requests of a call are carried out, and why such a request is not for some members of
   * staff.
   */
  carryOutBy(path: string, executor: ApprovalExecutor, concern: OwnAffair): void;
}
