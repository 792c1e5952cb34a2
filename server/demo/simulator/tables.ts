import type { ColumnType } from 'kysely';
import type { PrivilegesOn } from '../../ground/database/index.ts';

/**
 * Tables, made by migration `0300-market-history.ts` and `0860-path-secret.ts`. Times, prices in ticks and
 * volumes in lots are `int8` and read as text.
 */
interface MarketHistoryTables {
  market_history: MarketHistoryTable;
  market_history_imports: MarketHistoryImportsTable;
  simulator_state: SimulatorStateTable;
}

declare module '../../ground/database/schema.ts' {
  interface Schema extends MarketHistoryTables {}
}

/** The privileges of the logins on these tables. */
export const marketHistoryPrivileges: PrivilegesOn<MarketHistoryTables> = {
  market_history: { app: ['select', 'insert'] },
  market_history_imports: { app: ['select', 'insert', 'update'] },
  simulator_state: { app: ['select', 'insert', 'update'] },
};

type Int8 = ColumnType<string, number, number>;

export interface MarketHistoryTable {
  readonly market_id: number;
  readonly resolution: '1min' | '1day';
  readonly open_time: Int8;
  readonly open: Int8;
  readonly high: Int8;
  readonly low: Int8;
  readonly close: Int8;
  readonly volume: Int8;
}

export interface MarketHistoryImportsTable {
  readonly market_id: number;
  readonly until_ms: Int8;
}

export interface SimulatorStateTable {
  readonly singleton: boolean;
  readonly anchored_at_ms: Int8;
  readonly fund_number: Int8;
  readonly path_key: string | null;
  readonly keyed_from_ms: Int8 | null;
}
