import { Type, type Static } from 'typebox';
import { IntegerInput, Milliseconds } from '../values.ts';
import { consoleList, consoleRead, consoleWrite, reasonCodes } from './declare.ts';

/**
 * - `open`: waits for votes
 * - `ready`: approved, and about to be carried out
 * - `failed`: approved, but refused when it was carried out
 */
export const approvalStages = ['open', 'ready', 'carried_out', 'refused', 'withdrawn', 'expired', 'failed'] as const;
export type ApprovalStage = (typeof approvalStages)[number];

export const approvalViews = ['waiting', 'mine', 'history'] as const;
export type ApprovalView = (typeof approvalViews)[number];

const verdicts = ['approve', 'refuse'] as const;
export type Verdict = (typeof verdicts)[number];

/** Those who may approve the requests of others. */
export const votingRoles = ['finance', 'risk', 'admin'] as const;

/** A member of staff; the name stays known after they are disabled. */
export const StaffName = Type.Object({ id: Type.Integer({ minimum: 1 }), name: Type.String() });
export type StaffName = Static<typeof StaffName>;

/** Anything that JSON can express; the page shows it field by field. */
const Json = Type.Unknown();

const summary = {
  id: Type.Integer({ minimum: 1 }),
  /** The path of the call. */
  call: Type.String(),
  subject_kind: Type.Union([Type.String(), Type.Null()]),
  subject_id: Type.Union([Type.String(), Type.Null()]),
  asked_by: StaffName,
  asked_at: Milliseconds,
  reason_code: Type.Enum(reasonCodes),
  reason: Type.String(),
  /** The number of votes for it that it needs, and that it has. */
  needs: Type.Integer({ minimum: 1 }),
  approved: Type.Integer({ minimum: 0 }),
  expires_at: Milliseconds,
  stage: Type.Enum(approvalStages),
  stage_at: Milliseconds,
};

export const ApprovalSummary = Type.Object(summary);
export type ApprovalSummary = Static<typeof ApprovalSummary>;

const ApprovalVote = Type.Object({
  by: StaffName,
  verdict: Type.Enum(verdicts),
  at: Milliseconds,
  reason: Type.String(),
});

export const Approval = Type.Object({
  ...summary,
  /** The input of the call, which never changes, and its sha256. */
  payload: Json,
  payload_hash: Type.String(),
  /** The change as it was when it was requested. */
  before: Json,
  after: Json,
  votes: Type.Array(ApprovalVote),
  /** The answer of the call, or its refusal; null until it was carried out. */
  result: Json,
  /** Whether the caller may vote on it. */
  may_vote: Type.Boolean(),
  /** Whether the caller may withdraw it. */
  may_withdraw: Type.Boolean(),
});
export type Approval = Static<typeof Approval>;

const closed = { approval_closed: ['stage'] } as const;

export const approvalCalls = {
  /** `waiting` (default): those that the caller may vote on, oldest first. `mine`, `history`: the caller's, and all. */
  approvals: consoleList({
    audience: 'staff',
    path: 'approvals',
    input: { view: Type.Optional(Type.Enum(approvalViews)) },
    row: ApprovalSummary,
  }),
  approval: consoleRead({ audience: 'staff', path: 'approvals/one', input: { id: IntegerInput }, output: Approval }),
  /** `payload_hash` is that of the request as the voter saw it. */
  voteOnApproval: consoleWrite({
    audience: votingRoles,
    path: 'approvals/vote',
    stepUp: true,
    input: {
      id: Type.Integer({ minimum: 1 }),
      verdict: Type.Enum(verdicts),
      payload_hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    },
    output: Type.Object({ stage: Type.Enum(approvalStages) }),
    refusals: { ...closed, own_approval: [], already_voted: [] },
  }),
  withdrawApproval: consoleWrite({
    audience: 'staff',
    path: 'approvals/withdraw',
    input: { id: Type.Integer({ minimum: 1 }) },
    output: Type.Object({ stage: Type.Enum(approvalStages) }),
    refusals: closed,
  }),
} as const;
