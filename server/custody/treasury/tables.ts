import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import { update, type PrivilegesOn } from '../../ground/database/index.ts';

/** Tables, made by migration `0811-treasury.ts`. Ids, times, amounts and limits are read as text. */
interface TreasuryTables {
  sweeps: SweepsTable;
  treasury_limits: TreasuryLimitsTable;
}

declare module '../../ground/database/schema.ts' {
  interface Schema extends TreasuryTables {}
}

/** The privileges of the logins on these tables. */
export const treasuryPrivileges: PrivilegesOn<TreasuryTables> = {
  sweeps: {
    identity: ['select', update('stage', 'top_ups', 'reason', 'changed_at')],
    custody: ['select', 'insert', update('stage', 'top_ups', 'reason', 'changed_at')],
  },
  treasury_limits: { identity: ['select', 'insert', 'update'], custody: ['select', 'insert'] },
};

type Int8 = ColumnType<string, number, number>;
type Numeric = ColumnType<string, string, string>;

/**
 * `planned`: waits for coin for its fee, or for its payment. `gas_sent`: coin for its fee is on its way. `gas_final`:
 * that coin has arrived. `sent`: its payment is ordered. `released`: given up, its deposits can be moved again.
 */
export type SweepStage = 'planned' | 'gas_sent' | 'gas_final' | 'sent' | 'final' | 'failed' | 'released';

interface SweepsTable {
  readonly id: GeneratedAlways<string>;
  readonly chain_id: number;
  readonly protocol_id: number;
  /** The paying wallet, as in `outgoing`, and its address. */
  readonly wallet: string;
  readonly address: string;
  readonly to_address: string;
  readonly asset: string;
  readonly amount: Numeric;
  readonly stage: SweepStage;
  /** Payments of coin for its fee so far. */
  readonly top_ups: Generated<number>;
  readonly reason: ColumnType<string | null, string | null | undefined, string | null>;
  readonly created_at: Int8;
  readonly changed_at: Int8;
}

interface TreasuryLimitsTable {
  readonly chain_id: number;
  readonly asset: string;
  readonly hot_min: Numeric;
  readonly hot_max: Numeric;
  readonly version: Int8;
}
