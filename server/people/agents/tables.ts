import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import { all, type PrivilegesOn, update } from '../../ground/database/index.ts';

/**
 * Tables, made by the migrations `0940-agents.ts` and `0942-dated-limits.ts`, and `authorization_codes` by
 * `0761-account-security.ts`. Ids and times are `int8` and read as text.
 */
interface AgentTables {
  agents: AgentsTable;
  agent_limits: AgentLimitsTable;
  attachments: AttachmentsTable;
  agent_requests: AgentRequestsTable;
  commission_payouts: CommissionPayoutsTable;
  agent_totals: AgentTotalsTable;
  attachment_totals: AttachmentTotalsTable;
  authorization_codes: AuthorizationCodesTable;
}

declare module '../../ground/database/schema.ts' {
  interface Schema extends AgentTables {}
}

/** The privileges of the logins on these tables. */
export const agentPrivileges: PrivilegesOn<AgentTables> = {
  agents: { identity: ['select', 'insert', update('state', 'share_ppm', 'version', 'changed_at', 'changed_by')] },
  agent_limits: { identity: ['select', 'insert', update('amount')] },
  attachments: { identity: ['select', 'insert', update('stage', 'closed_at', 'ended', 'dropped')] },
  agent_requests: { identity: all },
  commission_payouts: { identity: ['select', 'insert', update('paid', 'noticed', 'void')] },
  agent_totals: { identity: ['select', 'insert', update('fees', 'paid')] },
  attachment_totals: { identity: ['select', 'insert', update('fees', 'paid')] },
  authorization_codes: { identity: all },
};

type Int8 = ColumnType<string, number, number>;
type NullableInt8 = ColumnType<string | null, number | null | undefined, number | null>;

export type AgentState = 'active' | 'removed';
/** How an attachment began. `share`: in place of one with another share. */
export type AttachedBy = 'registration' | 'request' | 'share';
/** Why an attachment ended. `document`: user and agent have the same document. */
export type AttachmentEnd = 'left' | 'removed' | 'share' | 'document';

interface AgentsTable {
  readonly user_id: Int8;
  readonly state: AgentState;
  readonly share_ppm: number;
  readonly version: Generated<number>;
  readonly created_at: Int8;
  readonly changed_at: Int8;
  readonly changed_by: number | null;
}

interface AgentLimitsTable {
  readonly agent_id: Int8;
  readonly currency_id: number;
  /** The first UTC day for which it counts. */
  readonly from_day: number;
  /** Null ends the limit before. */
  readonly amount: ColumnType<string | null, number | null, number | null>;
}

interface AttachmentsTable {
  readonly id: GeneratedAlways<string>;
  readonly user_id: Int8;
  readonly agent_id: Int8;
  readonly share_ppm: number;
  readonly via: AttachedBy;
  /** The next command to the exchange, until it is carried out. */
  readonly stage: 'attaching' | 'open' | 'detaching' | 'dropping' | 'ended';
  readonly opened_at: Int8;
  readonly closed_at: NullableInt8;
  readonly ended: ColumnType<AttachmentEnd | null, AttachmentEnd | null | undefined, AttachmentEnd | null>;
  /** Whether its unpaid commission is dropped. */
  readonly dropped: Generated<boolean>;
}

interface AgentRequestsTable {
  readonly id: GeneratedAlways<string>;
  readonly agent_id: Int8;
  readonly user_id: Int8;
  readonly code_hash: Buffer;
  readonly share_ppm: number;
  readonly state: 'open' | 'accepted' | 'declined' | 'closed';
  readonly created_at: Int8;
  readonly expires_at: Int8;
  readonly decided_at: NullableInt8;
}

interface CommissionPayoutsTable {
  readonly n: Int8;
  readonly attachment_id: Int8;
  readonly agent_id: Int8;
  readonly currency_id: number;
  readonly day: number;
  readonly maximum: NullableInt8;
  /** Null until the exchange has carried out the command. */
  readonly paid: NullableInt8;
  readonly noticed: Generated<boolean>;
  /** The exchange has refused it. */
  readonly void: Generated<boolean>;
  readonly created_at: Int8;
}

/** The sums that an agent was paid on all days. */
interface AgentTotalsTable {
  readonly agent_id: Int8;
  readonly currency_id: number;
  readonly fees: Int8;
  readonly paid: Int8;
}

interface AttachmentTotalsTable {
  readonly attachment_id: Int8;
  readonly currency_id: number;
  readonly fees: Int8;
  readonly paid: Int8;
}

interface AuthorizationCodesTable {
  readonly user_id: Int8;
  readonly code_hash: Buffer;
  readonly sealed: Buffer;
  readonly expires_at: Int8;
}
