import { Type, type Static } from 'typebox';
import { operatorRoles } from '../policy.ts';
import { IntegerInput, Line, Milliseconds } from '../values.ts';
import { StaffName } from './approvals.ts';
import { consoleFile, consoleList, consoleRead, reasonCodes } from './declare.ts';

/**
 * - `login`: an event of a session: login, failure, lock, end
 * - `look`: something confidential was read
 * - `export`: a table was exported
 * - `change`: tables were changed, in the transaction of this row
 * - `intent`: a command is about to be submitted
 * - `outcome`: the result of an intent
 * - `refusal`: an action was refused
 */
export const auditKinds = ['login', 'look', 'export', 'change', 'intent', 'outcome', 'refusal'] as const;
export type AuditKind = (typeof auditKinds)[number];

const Text = Type.Union([Type.String(), Type.Null()]);
const Number = Type.Union([Type.Integer(), Type.Null()]);
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });

const row = {
  id: Type.Integer({ minimum: 1 }),
  at: Milliseconds,
  kind: Type.Enum(auditKinds),
  /** Null for the exchange itself and for commands that are run on the machine. */
  by: Type.Union([StaffName, Type.Null()]),
  roles: Type.Array(Type.Enum(operatorRoles)),
  /** The path of the call, or the name of a command of the machine. */
  action: Type.String(),
  subject_kind: Text,
  subject_id: Text,
  reason_code: Type.Union([Type.Enum(reasonCodes), Type.Null()]),
  reason: Text,
  /** The sequence of the command in the journal. */
  sequence: Number,
  approval: Number,
  network: Text,
};

export const AuditRow = Type.Object(row);
export type AuditRow = Static<typeof AuditRow>;

export const AuditRecord = Type.Object({
  ...row,
  before: Type.Unknown(),
  after: Type.Unknown(),
  request_id: Text,
  /** For an outcome its intent, for an intent its outcome. */
  intent: Number,
  outcome: Number,
  prev_hash: Hash,
  hash: Hash,
  /** Whether the row has the hash of its content, and refers to that of the row before it. */
  intact: Type.Boolean(),
});
export type AuditRecord = Static<typeof AuditRecord>;

/** The last complete verification of the chain. */
export const AuditVerification = Type.Object({
  verified_at: Milliseconds,
  rows: Type.Integer({ minimum: 0 }),
  /** The row up to which the chain was verified, as it is mailed: its number and hash. Null for an empty log. */
  head: Type.Union([Type.Object({ id: Type.Integer(), hash: Hash, text: Type.String() }), Type.Null()]),
  /** The first row that differs from what was written: `content`, or its `link` to the row before it. */
  broken: Type.Union([
    Type.Object({ id: Type.Integer(), problem: Type.Enum(['content', 'link', 'head'] as const) }),
    Type.Null(),
  ]),
});
export type AuditVerification = Static<typeof AuditVerification>;

/** Who, what, whom, when; all of them optional. */
const filter = {
  staff: Type.Optional(IntegerInput),
  kind: Type.Optional(Type.Enum(auditKinds)),
  /** The beginning of an action. */
  action: Type.Optional(Line(100, 1)),
  subject_kind: Type.Optional(Line(40, 1)),
  subject_id: Type.Optional(Line(100, 1)),
  approval: Type.Optional(IntegerInput),
  /** Epoch milliseconds: from this time on, and before that one. */
  from: Type.Optional(IntegerInput),
  to: Type.Optional(IntegerInput),
};

const audience = ['risk', 'admin'] as const;

export const auditCalls = {
  /** Newest first. */
  audit: consoleList({ audience, path: 'audit', input: filter, row: AuditRow }),
  auditRecord: consoleRead({ audience, path: 'audit/one', input: { id: IntegerInput }, output: AuditRecord }),
  /** Verifies the whole chain now. */
  verifyAudit: consoleRead({ audience, path: 'audit/verify', output: AuditVerification }),
  exportAudit: consoleFile({ audience, path: 'audit/export', input: filter }),
} as const;
