import type { ColumnType } from 'kysely';

/**
 * Tables of `migrations/0001-core.ts` and the core's later steps that the capabilities read. Only the core writes them, hence no column takes a value here.
 * `int8` columns are text when read. Prices are ticks, quantities lots, money smallest units, times epoch milliseconds.
 */
export interface CoreTables {
  core_head: CoreHeadTable;
  orders: OrdersTable;
  trades: TradesTable;
  candles: CandlesTable;
  account_log: AccountLogTable;
  holds: HoldsTable;
  venue_transfers: VenueTransfersTable;
  currencies: CurrenciesTable;
  markets: MarketsTable;
  settings_log: SettingsLogTable;
  index_configurations: IndexConfigurationsTable;
  index_ticks: IndexTicksTable;
}

type ReadOnly<Value> = ColumnType<Value, never, never>;
type Int8 = ReadOnly<string>;
/** 1 sells, 2 buys. */
type SideColumn = ReadOnly<number>;

/** One row: what was committed last. */
export interface CoreHeadTable {
  readonly sequence: Int8;
}

export interface OrdersTable {
  readonly id: Int8;
  readonly user_id: Int8;
  readonly market_id: ReadOnly<number>;
  readonly side: SideColumn;
  readonly order_type: ReadOnly<string>;
  readonly time_in_force: ReadOnly<string>;
  readonly post_only: ReadOnly<boolean>;
  readonly price: Int8;
  readonly quantity: Int8;
  readonly quote_amount: ReadOnly<string | null>;
  readonly stop_price: ReadOnly<string | null>;
  readonly filled: Int8;
  readonly filled_quote: Int8;
  readonly fee: Int8;
  readonly rebate: Int8;
  readonly client_order_id: ReadOnly<string | null>;
  readonly status: ReadOnly<'completed' | 'cancelled'>;
  readonly end_reason: ReadOnly<string>;
  readonly accepted_sequence: Int8;
  readonly accepted_at: Int8;
  readonly ended_sequence: Int8;
  readonly ended_at: Int8;
}

export interface TradesTable {
  readonly id: Int8;
  readonly sequence: Int8;
  readonly time_ms: Int8;
  readonly market_id: ReadOnly<number>;
  readonly price: Int8;
  readonly quantity: Int8;
  readonly base_amount: Int8;
  readonly quote_amount: Int8;
  readonly taker_side: SideColumn;
  readonly maker_order: Int8;
  readonly maker_user: Int8;
  readonly maker_fee: Int8;
  readonly taker_order: Int8;
  readonly taker_user: Int8;
  readonly taker_fee: Int8;
  readonly rebate: Int8;
}

export interface CandlesTable {
  readonly market_id: ReadOnly<number>;
  readonly open_time: Int8;
  readonly open: Int8;
  readonly high: Int8;
  readonly low: Int8;
  readonly close: Int8;
  readonly volume: Int8;
  readonly quote_volume: Int8;
  readonly trades: ReadOnly<number>;
}

export interface AccountLogTable {
  readonly sequence: Int8;
  readonly leg: ReadOnly<number>;
  readonly user_id: Int8;
  readonly account_type: ReadOnly<number>;
  readonly currency_id: ReadOnly<number>;
  readonly amount: Int8;
  readonly fee: Int8;
  readonly cause: ReadOnly<
    'trade' | 'fee' | 'rebate' | 'credit' | 'debit' | 'transfer' | 'venue_transfer' | 'withdrawal' | 'escrow'
  >;
  readonly cause_id: Int8;
}

/** A row for each step of a hold: when it was made, and when it ended. */
export interface HoldsTable {
  readonly source: ReadOnly<string>;
  readonly n: Int8;
  readonly state: ReadOnly<'open' | 'settled' | 'released'>;
  readonly kind: ReadOnly<'withdrawal' | 'escrow'>;
  readonly user_id: Int8;
  readonly account_type: ReadOnly<number>;
  readonly currency_id: ReadOnly<number>;
  readonly amount: Int8;
  readonly fee: ReadOnly<string | null>;
  readonly receiver_id: ReadOnly<string | null>;
  readonly receiver_account_type: ReadOnly<number | null>;
  readonly sequence: Int8;
  readonly time_ms: Int8;
}

export interface VenueTransfersTable {
  readonly source: ReadOnly<string>;
  readonly n: Int8;
  readonly from_account_type: ReadOnly<number>;
  readonly to_user_id: Int8;
  readonly to_account_type: ReadOnly<number>;
  readonly currency_id: ReadOnly<number>;
  readonly amount: Int8;
  readonly operator_id: Int8;
  readonly cause: ReadOnly<string>;
  readonly sequence: Int8;
  readonly time_ms: Int8;
}

export interface CurrenciesTable {
  readonly id: ReadOnly<number>;
  readonly code: ReadOnly<string>;
  readonly decimals: ReadOnly<number>;
}

export interface MarketsTable {
  readonly id: ReadOnly<number>;
  readonly base_id: ReadOnly<number>;
  readonly quote_id: ReadOnly<number>;
  readonly price_decimals: ReadOnly<number>;
  readonly tick_points: Int8;
  readonly amount_decimals: ReadOnly<number>;
  readonly lot_points: Int8;
  readonly base_units_per_lot: Int8;
  readonly quote_units_per_tick_lot: Int8;
}

/** `before` and `after` are JSON in engine units. */
export interface SettingsLogTable {
  readonly sequence: Int8;
  readonly time_ms: Int8;
  readonly operator: Int8;
  readonly cause: ReadOnly<string>;
  readonly change: ReadOnly<string>;
  readonly currency_id: ReadOnly<number | null>;
  readonly market_id: ReadOnly<number | null>;
  readonly user_id: ReadOnly<string | null>;
  readonly tier: ReadOnly<number | null>;
  readonly before: ReadOnly<string | null>;
  readonly after: ReadOnly<string | null>;
}

/** `decimals` is how prices of this index are counted. */
export interface IndexConfigurationsTable {
  readonly asset_id: ReadOnly<number>;
  readonly version: ReadOnly<number>;
  readonly sequence: Int8;
  readonly time_ms: Int8;
  readonly decimals: ReadOnly<number>;
  readonly sources: ReadOnly<readonly string[]>;
  readonly min_sources: ReadOnly<number>;
  readonly max_deviation_ppm: ReadOnly<number>;
  readonly staleness_ms: ReadOnly<number>;
  readonly operator_id: Int8;
  readonly cause: ReadOnly<string>;
}

/** Arrays go by asset. */
export interface IndexTicksTable {
  readonly sequence: Int8;
  readonly n: ReadOnly<number>;
  readonly time_ms: Int8;
  readonly source: ReadOnly<string | null>;
  readonly observed_at: ReadOnly<string | null>;
  readonly asset_ids: ReadOnly<readonly number[]>;
  readonly versions: ReadOnly<readonly number[]>;
  readonly observed: ReadOnly<readonly (string | null)[]>;
  readonly prices: ReadOnly<readonly (string | null)[]>;
  readonly live_sources: ReadOnly<readonly number[]>;
  readonly left_out: ReadOnly<readonly SourceLeftOut[] | null>;
}

export interface SourceLeftOut {
  readonly asset: number;
  readonly source: string;
  readonly reason: 'silent' | 'deviating';
}
