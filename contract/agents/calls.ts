import { Type, type Static } from 'typebox';
import { fileCall, readCall, writeCall } from '../call.ts';
import { Decimal, Empty, Flag, IntegerInput, Line, Milliseconds, Nothing, Page } from '../values.ts';

/** The number of rows of a page when `limit` is absent. */
export const agentRows = 10;

const OrNull = <Value extends Parameters<typeof Type.Union>[0][number]>(value: Value) =>
  Type.Union([value, Type.Null()]);

/** A UTC day, such as `2026-01-31`. */
export const Day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', maxLength: 10 });

/** Net trading fees in a currency and the commission that was paid for them. */
export const AgentSum = Type.Object({
  currency_id: Type.Integer(),
  currency_code: Type.String(),
  fees: Decimal,
  commission: Decimal,
});
export type AgentSum = Static<typeof AgentSum>;

/** The highest commission of a day in a currency. */
export const AgentLimit = Type.Object({ currency_id: Type.Integer(), currency_code: Type.String(), amount: Decimal });
export type AgentLimit = Static<typeof AgentLimit>;

/** The caller as an agent. */
export const AgentInfo = Type.Object({
  state: Type.Enum(['active', 'removed']),
  /** The share of the fees of users who join now. */
  share: Decimal,
  since: Milliseconds,
  invite_code: Type.String(),
  /** Users who have the caller as agent now. */
  users: Type.Integer({ minimum: 0 }),
  /** Those of the current UTC day. */
  limits: Type.Array(AgentLimit),
  /** Those from the next UTC day on, if they are others; null if not. */
  next_limits: OrNull(Type.Array(AgentLimit)),
  /** Fees and commission of the current UTC day so far, before any limit. */
  today: Type.Array(AgentSum),
  /** All days that were paid. */
  total: Type.Array(AgentSum),
  /** The commission of `total` in dollars at the last prices, without currencies that have none. */
  total_usd: Decimal,
});
export type AgentInfo = Static<typeof AgentInfo>;

/** A user of an agent. A user whose share has changed or who came back has a row for each time. */
export const AgentUser = Type.Object({
  id: Type.Integer(),
  /** The e-mail address or phone number, masked. */
  account: Type.String(),
  share: Decimal,
  since: Milliseconds,
  /** Null while the user has the agent. */
  until: OrNull(Milliseconds),
  sums: Type.Array(AgentSum),
  /** The commission of the user in dollars at the last prices, without currencies that have none. */
  commission_usd: Decimal,
});
export type AgentUser = Static<typeof AgentUser>;

/** The commission of a UTC day in a currency, for the fees of one user. */
export const AgentPayout = Type.Object({
  n: Type.Integer(),
  day: Day,
  account: Type.String(),
  currency_id: Type.Integer(),
  currency_code: Type.String(),
  fees: Decimal,
  share: Decimal,
  /** The share of the fees, with the fractions of a unit that earlier days have left. */
  earned: Decimal,
  /** The part of it that the limit of the day allows. */
  paid: Decimal,
  paid_at: Milliseconds,
});
export type AgentPayout = Static<typeof AgentPayout>;

/** A request of an agent, which its user has not answered. */
export const AgentRequest = Type.Object({
  id: Type.Integer(),
  /** The agent's e-mail address or phone number, masked. */
  agent: Type.String(),
  share: Decimal,
  created_at: Milliseconds,
  expires_at: Milliseconds,
});
export type AgentRequest = Static<typeof AgentRequest>;

/** The agent of a user. */
export const OwnAgent = Type.Object({
  /** Masked; empty without an agent. */
  agent: Type.String(),
  share: OrNull(Decimal),
  /** With all shares that the agent has had since then. */
  since: OrNull(Milliseconds),
  /** From when a user who has left an agent can have another one; null if that is now. */
  available_at: OrNull(Milliseconds),
  /** Whether the caller was an agent, who still reads figures and payouts. */
  was_agent: Type.Boolean(),
});
export type OwnAgent = Static<typeof OwnAgent>;

const byAgent = { access: 'agent', rate: 'private' } as const;
const byUser = { access: 'user', rate: 'private' } as const;
const owned = { access: 'owner', rate: 'private' } as const;
const paging = { page: Type.Optional(IntegerInput), limit: Type.Optional(IntegerInput) };
const Code = Line(32, 1);

/** Why an agent cannot take in a user. */
const attachRefusals = [
  'authorization_code_unknown',
  'agent_self',
  'agent_same_document',
  'agent_declined',
  'agent_left_recently',
] as const;

export const agentInfo = readCall(byAgent, 'agent/info', Empty, AgentInfo, { topics: ['account'] });

export const agentUsers = readCall(byAgent, 'agent/users', Type.Object(paging), Page(AgentUser), {
  topics: ['account'],
});

/** The newest day first. */
export const agentPayouts = readCall(byAgent, 'agent/payouts', Type.Object(paging), Page(AgentPayout), {
  topics: ['account'],
});

/** The payouts of days from `from` to `to`, both included, at most a year. */
export const agentExport = fileCall(byAgent, 'agent/export', Type.Object({ from: Day, to: Day }), {
  refusals: ['agent_period', 'export_running'],
});

/** The account that an authorization code belongs to. */
export const agentCheck = readCall(
  byAgent,
  'agent/check',
  Type.Object({ code: Code }),
  Type.Object({ account: Type.String() }),
  { refusals: ['authorization_code_unknown', 'agent_self'] },
);

/** Requests to take in the user with this authorization code, which is used up. */
export const agentAttach = writeCall(
  byAgent,
  'agent/attach',
  Type.Object({ code: Code }),
  Type.Object({ id: Type.Integer(), account: Type.String(), share: Decimal, expires_at: Milliseconds }),
  { message: 'agent_requested', refusals: attachRefusals },
);

export const ownAgent = readCall(byUser, 'user/agent', Empty, OwnAgent, { topics: ['account'] });

/** Requests that can be answered, the newest first. */
export const agentRequests = readCall(byUser, 'user/agent_requests', Empty, Type.Array(AgentRequest), {
  topics: ['account'],
});

export const agentAnswer = writeCall(
  owned,
  'user/agent_answer',
  Type.Object({ id: IntegerInput, accept: Flag }),
  Nothing,
  {
    message: 'agent_answered',
    refusals: [
      'agent_request_unknown',
      'agent_attached',
      'agent_self',
      'agent_left_recently',
      'agent_same_document',
      'agent_share_changed',
    ],
  },
);

/** Ends the attachment at once. Another agent is possible after 30 days. */
export const leaveAgent = writeCall(byUser, 'user/leave_agent', Empty, Nothing, {
  message: 'agent_left',
  refusals: ['agent_absent'],
});
