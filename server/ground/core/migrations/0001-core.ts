import { coreMigration } from '../../database/index.ts';

/** The journal, its head, snapshots, and the tables that are projected from the events. */
export const core = coreMigration(
  // The fence: one row, updated by every batch. The low fill factor leaves space for updates within the page.
  `create table core_head (
     singleton boolean primary key check (singleton),
     epoch bigint not null,
     batch_id bigint not null,
     sequence bigint not null,
     events_hash text not null
   ) with (fillfactor = 10)`,
  `insert into core_head values (true, 0, 0, 0, '')`,
  `create table journal (
     batch_id bigint primary key,
     epoch bigint not null,
     first_sequence bigint not null,
     last_sequence bigint not null,
     time_ms bigint not null,
     logic_version integer not null,
     encoding_version integer not null,
     commands text not null,
     events_hash text not null
   ) partition by range (batch_id)`,
  `create table journal_default partition of journal default with (toast_tuple_target = 8160)`,
  `create table snapshots (
     batch_id bigint primary key,
     sequence bigint not null,
     time_ms bigint not null,
     events_hash text not null,
     state_hash text not null,
     logic_version integer not null,
     chunks integer not null,
     bytes bigint not null,
     taken_at bigint not null,
     verified boolean not null
   )`,
  `create table snapshot_chunks (
     batch_id bigint not null,
     n integer not null,
     sha256 text not null,
     data bytea not null,
     primary key (batch_id, n)
   )`,
  `create table core_incidents (
     id bigint generated always as identity primary key,
     at_ms bigint not null,
     epoch bigint not null,
     batch_id bigint not null,
     sequence bigint,
     user_id bigint,
     command_type text,
     command text,
     kind text not null,
     error text not null
   )`,
  `create table suspended_commands (
     user_id bigint not null,
     command_type text not null,
     incident_id bigint not null,
     since_ms bigint not null,
     primary key (user_id, command_type)
   )`,
  `create table currencies (
     id integer primary key,
     code text not null,
     decimals smallint not null
   )`,
  `create table markets (
     id integer primary key,
     base_id integer not null,
     quote_id integer not null,
     price_decimals smallint not null,
     tick_points bigint not null,
     amount_decimals smallint not null,
     lot_points bigint not null,
     min_notional bigint not null,
     market_slippage_ppm integer not null,
     price_band_ppm integer,
     maker_fee_ppm integer not null,
     taker_fee_ppm integer not null,
     max_open_orders integer not null,
     self_trade_prevention text not null,
     sell_blocked boolean not null,
     state text not null,
     base_units_per_lot bigint not null,
     quote_units_per_tick_lot bigint not null
   )`,
  // Orders are read by user, newest first.
  `create table orders (
     id bigint not null,
     user_id bigint not null,
     market_id integer not null,
     side smallint not null,
     order_type text not null,
     time_in_force text not null,
     post_only boolean not null,
     price bigint not null,
     quantity bigint not null,
     quote_amount bigint,
     filled bigint not null,
     filled_quote bigint not null,
     fee bigint not null,
     client_order_id text,
     status text not null,
     end_reason text not null,
     accepted_sequence bigint not null,
     accepted_at bigint not null,
     ended_sequence bigint not null,
     ended_at bigint not null,
     primary key (user_id, id)
   ) partition by range (id)`,
  `create table orders_default partition of orders default`,
  // The trades of an order are found by its id for the maker, and by the sequence of the command for the taker.
  `create table trades (
     id bigint not null,
     sequence bigint not null,
     time_ms bigint not null,
     market_id integer not null,
     price bigint not null,
     quantity bigint not null,
     base_amount bigint not null,
     quote_amount bigint not null,
     taker_side smallint not null,
     maker_order bigint not null,
     maker_user bigint not null,
     maker_fee bigint not null,
     taker_order bigint not null,
     taker_user bigint not null,
     taker_fee bigint not null,
     primary key (maker_order, id)
   ) partition by range (id)`,
  `create table trades_default partition of trades default`,
  `create index trades_of_market on trades (market_id, sequence)`,
  // Indexes for the rows that the demo deletes after a day.
  `create index trades_between_demo_traders on trades (id)
     where maker_user between 1001 and 99999 and taker_user between 1001 and 99999`,
  `create index orders_of_demo_traders on orders (id) where user_id between 1001 and 99999`,
  `create table candles (
     market_id integer not null,
     open_time bigint not null,
     open bigint not null,
     high bigint not null,
     low bigint not null,
     close bigint not null,
     volume bigint not null,
     quote_volume bigint not null,
     trades integer not null,
     primary key (market_id, open_time)
   )`,
  // Read by user, newest first, with the primary key only; a second index would add a third to the cost of every
  // commit.
  `create table account_log (
     sequence bigint not null,
     leg integer not null,
     user_id bigint not null,
     account_type smallint not null,
     currency_id integer not null,
     amount bigint not null,
     fee bigint not null,
     cause text not null,
     cause_id bigint not null,
     primary key (user_id, sequence, leg)
   ) partition by range (sequence)`,
  `create table account_log_default partition of account_log default`,
);
