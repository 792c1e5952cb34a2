import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { DemoDecision } from '@bourse/contract/topup';
import { update, type PrivilegesOn } from '../../ground/database/index.ts';

/** Tables, made by `0936-topups.ts` and `0951-topup-cases.ts`. Ids, times and amounts are read as text. */
interface TopupTables {
  topups: TopupsTable;
  topup_events: TopupEventsTable;
  demo_topups: DemoTopupsTable;
}

declare module '../../ground/database/schema.ts' {
  interface Schema extends TopupTables {}
}

/** The privileges of the logins on these tables. */
export const topupPrivileges: PrivilegesOn<TopupTables> = {
  topups: {
    identity: ['select', update('status', 'noticed', 'is_case', 'cleared', 'changed_at')],
    custody: [
      'select',
      'insert',
      update('address', 'redirect_url', 'status', 'noticed', 'is_case', 'cleared', 'changed_at'),
    ],
  },
  topup_events: { identity: ['insert'], custody: ['select', 'insert'] },
  demo_topups: { custody: ['select', 'insert', update('done')] },
};

/** The state as the provider has reported it; whether coins were credited follows from the deposits. */
export type ReportedStatus = 'pending' | 'paid' | 'declined' | 'expired' | 'charged_back';

type Int8 = ColumnType<string, number, number>;

interface TopupsTable {
  readonly id: GeneratedAlways<string>;
  readonly user_id: Int8;
  readonly chain_id: number;
  readonly protocol_id: number;
  readonly currency_id: number;
  /** The card's payment, and the part of it that the provider keeps, in cents of a dollar. */
  readonly cents: Int8;
  readonly fee_cents: Int8;
  /** The coins of the quote, in units of the ledger. */
  readonly number: Int8;
  readonly provider: string;
  readonly request_key: string;
  readonly quote_key: string;
  /** Null until it is assigned, and the same for the page of the provider. */
  readonly address: ColumnType<string | null, never, string>;
  readonly redirect_url: ColumnType<string | null, never, string>;
  readonly status: ReportedStatus;
  /** Whether its owner was notified of a refusal or of a charge back. */
  readonly noticed: Generated<boolean>;
  /** Whether staff must decide about it. */
  readonly is_case: Generated<boolean>;
  /** How much had arrived when staff last closed a case of this order: only coins beyond it make another case. */
  readonly cleared: ColumnType<string, number | undefined, number | string>;
  readonly expires_at: Int8;
  readonly created_at: Int8;
  readonly changed_at: Int8;
}

interface TopupEventsTable {
  readonly provider: string;
  readonly event_id: string;
  readonly topup_id: Int8;
  readonly status: ReportedStatus;
  readonly received_at: Int8;
}

interface DemoTopupsTable {
  readonly topup_id: Int8;
  readonly decision: DemoDecision;
  /** Whether the report was sent and the coins were paid. */
  readonly done: boolean;
  readonly decided_at: Int8;
}
