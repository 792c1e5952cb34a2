import { Type, type Static } from 'typebox';
import { Decimal, IntegerInput, Line, Milliseconds } from '../values.ts';
import { decimalRefusal, DecimalText } from './decimals.ts';
import { consoleFourEyes, consoleList } from './declare.ts';

const readers = ['finance', 'risk'] as const;
const OrNull = <Value extends Parameters<typeof Type.Union>[0][number]>(value: Value) =>
  Type.Union([value, Type.Null()]);
const Count = Type.Integer({ minimum: 0 });
const UserId = Type.Integer({ minimum: 1, maximum: 2 ** 30 - 1 });

export const agentStates = ['active', 'removed'] as const;

/** The highest commission of an agent in a currency and UTC day. */
const AgentCurrencyLimit = Type.Object({
  currency_id: Type.Integer(),
  currency_code: Type.String(),
  amount: Decimal,
});

/** An agent. Shares are parts per million of the fees. */
export const AgentRow = Type.Object({
  user_id: Type.Integer(),
  account: Type.String(),
  state: Type.Enum([...agentStates]),
  share_ppm: Count,
  /** After all changes. */
  limits: Type.Array(AgentCurrencyLimit),
  /** Those of the current UTC day; a change counts from the next one on. */
  limits_today: Type.Array(AgentCurrencyLimit),
  version: Type.Integer({ minimum: 1 }),
  users: Count,
  /** Commission of the last 30 days and of all time in dollars at the last prices; without a price it counts as 0. */
  paid_usd_30d: Decimal,
  paid_usd: Decimal,
  /** Days before today whose commission is not paid yet. */
  unpaid_days: Count,
  created_at: Milliseconds,
  changed_at: Milliseconds,
  changed_by: OrNull(Type.String()),
});
export type AgentRow = Static<typeof AgentRow>;

/** A user's attachment to an agent. */
export const AgentUserRow = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  agent_id: Type.Integer(),
  account: Type.String(),
  share_ppm: Count,
  by: Type.Enum(['registration', 'request', 'share']),
  since: Milliseconds,
  until: OrNull(Milliseconds),
  ended: OrNull(Type.Enum(['left', 'removed', 'share', 'document'])),
  /** Whether unpaid commission was dropped, because both have the same document. */
  dropped: Type.Boolean(),
  /** Whether user and agent have logged in with the same device. */
  same_device: Type.Boolean(),
  fees_usd: Decimal,
  paid_usd: Decimal,
});
export type AgentUserRow = Static<typeof AgentUserRow>;

/** The share of a new agent. */
export const usualSharePpm = 200_000;

/** A share above this many parts per million needs a second person. */
const carefulSharePpm = 300_000;

/** Whether a change of an agent needs a second person. */
export function agentNeedsSecond({ share_ppm: share, state }: { share_ppm: number; state: string }): boolean {
  return state === 'active' && share > carefulSharePpm;
}

/** Agents, their users, and what they may earn. */
export const agentCalls = {
  agents: consoleList({
    audience: readers,
    path: 'agents',
    input: { state: Type.Optional(Type.Enum([...agentStates])), user: Type.Optional(IntegerInput) },
    row: AgentRow,
  }),
  agentUsers: consoleList({
    audience: readers,
    path: 'agents/users',
    input: {
      agent: Type.Optional(IntegerInput),
      user: Type.Optional(IntegerInput),
      /** `1` for attachments whose commission was dropped because both have the same document. */
      same_document: Type.Optional(Type.Enum(['1'])),
    },
    row: AgentUserRow,
  }),
  /**
   * Makes a verified user an agent, changes the share or the limits, or removes an agent. `version` is 0 for a new
   * agent. A new share ends the present attachments and begins others; removal ends them. Earnings are still paid. New
   * limits count from the next UTC day on, those of a new agent at once. The agent is notified of each change.
   */
  setAgent: consoleFourEyes({
    audience: ['finance'],
    path: 'agents/set',
    concerns: { kind: 'user', field: 'user_id' },
    input: {
      user_id: UserId,
      version: Count,
      state: Type.Enum([...agentStates]),
      share_ppm: Type.Integer({ minimum: 1, maximum: 500_000 }),
      limits: Type.Array(Type.Object({ currency_code: Line(16, 1), amount: DecimalText }), {
        maxItems: 50,
      }),
    },
    output: Type.Object({ version: Count }),
    refusals: {
      ...decimalRefusal,
      user_unknown: ['user'],
      agent_unknown: [],
      agent_unverified: [],
      agent_attached: [],
      agent_share_maximum: ['maximum'],
      currency_unknown: [],
      setting_unchanged: [],
    },
  }),
} as const;
