import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import { update, type PrivilegesOn } from '../../ground/database/index.ts';

/**
 * Tables, made by the migrations `0805-deposits.ts` and `0935-topup-addresses.ts`. Ids, times, heights and amounts are
 * read as text.
 */
interface DepositTables {
  deposit_addresses: DepositAddressesTable;
  scan_blocks: ScanBlocksTable;
  scan_cursors: ScanCursorsTable;
  deposits: DepositsTable;
  chain_inflows: ChainInflowsTable;
}

declare module '../../ground/database/schema.ts' {
  interface Schema extends DepositTables {}
}

/** The privileges of the logins on these tables. */
export const depositPrivileges: PrivilegesOn<DepositTables> = {
  deposit_addresses: { custody: ['select', 'insert'] },
  scan_blocks: { custody: ['select', 'insert', 'delete'] },
  scan_cursors: { identity: ['select', update('halted', 'changed_at')], custody: ['select', 'insert', 'update'] },
  deposits: {
    identity: ['select', update('stage', 'user_id', 'n', 'noticed', 'sweep_id', 'changed_at')],
    custody: ['select', 'insert', 'update'],
  },
  chain_inflows: { identity: ['select', update('is_spent')], custody: ['select', 'insert', 'update', 'delete'] },
};

type Int8 = ColumnType<string, number, number>;
type Numeric = ColumnType<string, string, never>;

interface DepositAddressesTable {
  readonly user_id: Int8;
  readonly chain_id: number;
  readonly key_index: number;
  readonly address: string;
  /** The order of a card top-up that it was made for; null for the address of a person. */
  readonly topup_id: ColumnType<string | null, number | null | undefined, never>;
  readonly created_at: Int8;
}

interface ScanBlocksTable {
  readonly chain_id: number;
  readonly height: Int8;
  readonly hash: string;
}

interface ScanCursorsTable {
  readonly chain_id: number;
  readonly height: Int8;
  readonly hash: string;
  /** Why the chain is no longer read; null while it is. */
  readonly halted: string | null;
  readonly changed_at: Int8;
}

export type DepositStage = 'seen' | 'creditable' | 'below_minimum' | 'unattributed' | 'orphaned' | 'gone';

interface DepositsTable {
  readonly id: GeneratedAlways<string>;
  readonly chain_id: number;
  readonly protocol_id: number;
  readonly tx: string;
  readonly ordinal: number;
  /** Null if the memo belongs to no user. */
  readonly user_id: ColumnType<string | null, number | null, number>;
  readonly address: string;
  readonly memo: string | null;
  readonly chain_amount: Numeric;
  /** In units of the ledger, rounded down. */
  readonly amount: Int8;
  readonly stage: DepositStage;
  /** The number of its credit, from 1 without gaps. */
  readonly n: ColumnType<string | null, number | null, number>;
  /** The state of the credit of which the owner was notified last. */
  readonly noticed: Generated<'none' | 'credited' | 'matured' | 'reversed'>;
  /** The sweep that moves it to the hot wallet; null before one is planned. */
  readonly sweep_id: ColumnType<string | null, number | null | undefined, number | null>;
  readonly height: Int8;
  readonly block_hash: string;
  readonly created_at: Int8;
  readonly changed_at: Int8;
}

interface ChainInflowsTable {
  readonly chain_id: number;
  readonly height: Int8;
  readonly tx: string;
  readonly ordinal: number;
  readonly address: string;
  readonly asset: string;
  readonly amount: Numeric;
  /** Whether a payment spends it, on chains with outputs. */
  readonly is_spent: Generated<boolean>;
}
