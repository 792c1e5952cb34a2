import { type MarketId, marketId, type UserId } from '@bourse/engine';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { Market, OrderState, TradeOfOne } from '../../ground/feed/index.ts';
import type { HistoryFilter } from './read-filter.ts';
import { sequenceOfTaking } from './taking.ts';

/** A position between trades: pages continue with lower sequences, and with lower ids in this sequence. */
export interface Cursor {
  readonly sequence: number;
  readonly id: number;
}

export interface OwnTradeFound extends TradeOfOne, Cursor {
  readonly market: MarketId;
}

/** Selects a user's trades. */
export interface TradeFilter extends Omit<HistoryFilter, 'market'> {
  readonly market: Pick<Market, 'id' | 'base'> | null;
}

/** Newest first; `next` is the position of the following page, null at the end. */
export interface OwnTradesFound {
  readonly trades: readonly OwnTradeFound[];
  readonly next: Cursor | null;
}

/** Max commands that one request searches; a page may therefore contain fewer matches and a `next`. */
const commandsInRequest = 4_000;
/** Commands per database query. */
const commandsAtOnce = 500;

const newest: Cursor = { sequence: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

/**
 * Reads the trades of one user. Trades have no index by user; the user's account log gives the commands with trades,
 * newest first, and trades are indexed by market and sequence.
 */
export class OwnTrades {
  readonly #db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  /** Up to `limit` trades before a position, or the newest. A page with a `next` may be shorter if matches are rare. */
  async page(user: UserId, which: TradeFilter, before: Cursor | null, limit: number): Promise<OwnTradesFound> {
    let place = before ?? (await this.#beginning(user, which));
    const trades: OwnTradeFound[] = [];
    for (let looked = 0; looked < commandsInRequest;) {
      // Every command has at least one trade. One extra command shows whether more follow, and another is needed
      // because the trades of the first may all have been on the previous page.
      const commands = Math.min(commandsAtOnce, looked === 0 ? limit + 2 : commandsAtOnce);
      const found = await this.#before(user, which, place, commands);
      trades.push(...found.trades);
      const last = trades[limit - 1];
      if (last !== undefined && trades.length > limit) return { trades: trades.slice(0, limit), next: cursorOf(last) };
      if (found.next === null) return { trades, next: null };
      place = found.next;
      looked += commands;
    }
    return { trades, next: place };
  }

  /** All matching trades, newest first, in chunks. */
  async *all(user: UserId, which: TradeFilter): AsyncGenerator<readonly OwnTradeFound[]> {
    let place: Cursor | null = await this.#beginning(user, which);
    while (place !== null) {
      const found: OwnTradesFound = await this.#before(user, which, place, commandsAtOnce);
      yield found.trades;
      place = found.next;
    }
  }

  /** The trades of one order before a position, or its newest. */
  async ofOrder(order: OrderState, before: Cursor | null, limit: number): Promise<OwnTradesFound> {
    if (order.filled === 0) return { trades: [], next: null };
    const { sequence, id } = before ?? newest;
    const earlier = this.#db
      .selectFrom('trades')
      .selectAll()
      .where('id', '<', String(id))
      .orderBy('id', 'desc')
      .limit(limit + 1);
    const taken = earlier
      .where('market_id', '=', order.market)
      .where('sequence', '=', sequenceOfTaking(this.#db, order, sequence))
      .where('taker_order', '=', String(order.order));
    const made = earlier.where('maker_order', '=', String(order.order));
    const rows = await this.#db
      .selectFrom(taken.as('taken'))
      .selectAll()
      .unionAll(this.#db.selectFrom(made.as('made')).selectAll())
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const trades = rows.slice(0, limit).map((row) => ownTrade(row, order.user));
    const last = trades.at(-1);
    return { trades, next: last !== undefined && rows.length > limit ? cursorOf(last) : null };
  }

  async #beginning(user: UserId, { toMs }: TradeFilter): Promise<Cursor> {
    if (toMs === null) return newest;
    const { rows } = await sql<{ sequence: string }>`select ${sequenceTradedAt(user, toMs)} as sequence`.execute(
      this.#db,
    );
    return { sequence: safeInteger(rows[0]?.sequence ?? '0'), id: 0 };
  }

  /** The matching trades of the newest `commands` commands before a position. */
  async #before(user: UserId, which: TradeFilter, place: Cursor, commands: number): Promise<OwnTradesFound> {
    const { market, side } = which;
    const one = String(user);
    const { rows } = await sql<{ command: string } & ({ id: null } | TradeRow)>`
      with commands as (
        select sequence as command, array_agg(currency_id) as currencies from account_log
         where user_id = ${one} and cause = 'trade' and sequence <= ${place.sequence}
               ${market === null ? sql`` : sql`and currency_id = ${market.base.id}`}
         group by sequence order by sequence desc limit ${commands})
      select command, trades.* from commands left join lateral
        (select trades.* from markets join trades on trades.market_id = markets.id and trades.sequence = command
          where ${market === null ? pairOf('currencies') : sql`markets.id = ${market.id}`}
            and ${madeBy(one, side)}
            and (trades.sequence < ${place.sequence} or trades.id < ${place.id})) trades on true
       order by command desc, trades.id desc`.execute(this.#db);
    const trades: OwnTradeFound[] = [];
    for (const row of rows) {
      if (row.id === null) continue;
      const trade = ownTrade(row, user);
      if (trade.timeMs < (which.fromMs ?? 0)) return { trades, next: null };
      trades.push(trade);
    }
    const last = rows.at(-1);
    const more = last !== undefined && new Set(rows.map(({ command }) => command)).size === commands;
    return { trades, next: more ? { sequence: safeInteger(last.command), id: 0 } : null };
  }
}

/** `sequence.id`, which callers send back. */
export function cursorText({ sequence, id }: Cursor): string {
  return `${sequence}.${id}`;
}

/** Parses a position of a page of trades; null if it is invalid. */
export function readCursor(text: string): Cursor | null {
  const [sequence = NaN, id = NaN] = text.split('.').map(Number);
  return Number.isSafeInteger(sequence) && Number.isSafeInteger(id) ? { sequence, id } : null;
}

function cursorOf({ sequence, id }: Cursor): Cursor {
  return { sequence, id };
}

/** Markets whose currencies are both in the list. */
function pairOf(currencies: string): RawBuilder<boolean> {
  const known = sql.ref(currencies);
  return sql<boolean>`markets.base_id = any(${known}) and markets.quote_id = any(${known})`;
}

function madeBy(user: string, side: HistoryFilter['side']): RawBuilder<boolean> {
  if (side === null) return sql<boolean>`(trades.taker_user = ${user} or trades.maker_user = ${user})`;
  const [taking, making] = side === 'sell' ? [1, 2] : [2, 1];
  return sql<boolean>`(trades.taker_user = ${user} and trades.taker_side = ${taking}
    or trades.maker_user = ${user} and trades.taker_side = ${making})`;
}

/**
 * The sequence that splits a user's trades by time: earlier ones were made before `timeMs`, the others at or after it.
 * Found by binary search.
 */
function sequenceTradedAt(user: UserId, timeMs: number): RawBuilder<string> {
  return sql<string>`(with recursive search (low, high) as (
    select 1::bigint, sequence + 2 from core_head
    union all
    select case when found.time_ms < ${timeMs} then found.sequence + 1 else search.low end,
           case when found.time_ms < ${timeMs} then search.high else (search.low + search.high) / 2 end
      from search left join lateral
        (select command.sequence, trade.time_ms
           from (select sequence, array_agg(currency_id) as currencies from account_log
                  where user_id = ${String(user)} and cause = 'trade'
                    and sequence >= (search.low + search.high) / 2 and sequence < search.high
                  group by sequence order by sequence limit 1) command
           cross join lateral (select time_ms from markets join trades on trades.market_id = markets.id
                  where trades.sequence = command.sequence and ${pairOf('command.currencies')} limit 1) trade) found on true
     where search.low < search.high)
  select low from search where low = high)`;
}

interface TradeRow {
  readonly id: string;
  readonly sequence: string;
  readonly time_ms: string;
  readonly market_id: number;
  readonly price: string;
  readonly quantity: string;
  readonly quote_amount: string;
  readonly taker_side: number;
  readonly maker_order: string;
  readonly maker_user: string;
  readonly maker_fee: string;
  readonly taker_order: string;
  readonly taker_fee: string;
  readonly rebate: string;
}

function ownTrade(row: TradeRow, user: UserId): OwnTradeFound {
  const makes = safeInteger(row.maker_user) === user;
  return {
    id: safeInteger(row.id),
    sequence: safeInteger(row.sequence),
    market: marketId(row.market_id),
    order: safeInteger(makes ? row.maker_order : row.taker_order),
    side: (row.taker_side === 1) === makes ? 'buy' : 'sell',
    role: makes ? 'maker' : 'taker',
    price: safeInteger(row.price),
    quantity: safeInteger(row.quantity),
    quoteAmount: safeInteger(row.quote_amount),
    fee: safeInteger(makes ? row.maker_fee : row.taker_fee),
    rebate: makes ? safeInteger(row.rebate) : 0,
    timeMs: safeInteger(row.time_ms),
  };
}
