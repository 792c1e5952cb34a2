import { type MarketId, marketId, type UserId } from '@bourse/engine';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { safeInteger, type Schema } from '../database/index.ts';
import type { Market, OrderState, TradeOfOne } from '../feed/index.ts';
import type { Which } from './read-which.ts';
import { sequenceOfTaking } from './taking.ts';

/**
 * A place between trades: before all of a later sequence, and before those of this one with this id or a higher one.
 */
export interface Place {
  readonly sequence: number;
  readonly id: number;
}

export interface OwnTradeFound extends TradeOfOne, Place {
  readonly market: MarketId;
}

/** Which of them are wanted. */
export interface TradesWanted extends Omit<Which, 'market'> {
  readonly market: Pick<Market, 'id' | 'base'> | null;
}

/** Newest first; `next` is where the following ones begin, null when there are none. */
export interface OwnTradesFound {
  readonly trades: readonly OwnTradeFound[];
  readonly next: Place | null;
}

/** In how many commands one request looks for trades; whoever looks for rarer ones asks again from where it stopped. */
const commandsInRequest = 4_000;
/** In how many one question to the database does. */
const commandsAtOnce = 500;

const newest: Place = { sequence: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

/**
 * Reads what one person has traded. No index of trades knows people: a person's account log has the commands in which
 * something was traded for them, newest first, and trades are found by market and command.
 */
export class OwnTrades {
  readonly #db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  /** At most `limit` trades from before a place, or the newest. Fewer, with a `next`, when they are rare. */
  async page(user: UserId, which: TradesWanted, before: Place | null, limit: number): Promise<OwnTradesFound> {
    let place = before ?? (await this.#beginning(user, which));
    const trades: OwnTradeFound[] = [];
    for (let looked = 0; looked < commandsInRequest;) {
      // Every command has a trade at least; one more tells whether others follow, and of the first all may have been
      // shown.
      const commands = Math.min(commandsAtOnce, looked === 0 ? limit + 2 : commandsAtOnce);
      const found = await this.#before(user, which, place, commands);
      trades.push(...found.trades);
      const last = trades[limit - 1];
      if (last !== undefined && trades.length > limit) return { trades: trades.slice(0, limit), next: placeOf(last) };
      if (found.next === null) return { trades, next: null };
      place = found.next;
      looked += commands;
    }
    return { trades, next: place };
  }

  /** All trades, newest first, some at a time. */
  async *all(user: UserId, which: TradesWanted): AsyncGenerator<readonly OwnTradeFound[]> {
    let place: Place | null = await this.#beginning(user, which);
    while (place !== null) {
      const found: OwnTradesFound = await this.#before(user, which, place, commandsAtOnce);
      yield found.trades;
      place = found.next;
    }
  }

  /** What an order has traded, from before a place, or the newest of it. */
  async ofOrder(order: OrderState, before: Place | null, limit: number): Promise<OwnTradesFound> {
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
    return { trades, next: last !== undefined && rows.length > limit ? placeOf(last) : null };
  }

  async #beginning(user: UserId, { toMs }: TradesWanted): Promise<Place> {
    if (toMs === null) return newest;
    const { rows } = await sql<{ sequence: string }>`select ${sequenceTradedAt(user, toMs)} as sequence`.execute(
      this.#db,
    );
    return { sequence: safeInteger(rows[0]?.sequence ?? '0'), id: 0 };
  }

  /** The trades of the newest so many commands from before a place. */
  async #before(user: UserId, which: TradesWanted, place: Place, commands: number): Promise<OwnTradesFound> {
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

/** `sequence.id`, as callers hand it back. */
export function placeText({ sequence, id }: Place): string {
  return `${sequence}.${id}`;
}

/** Null for what cannot be a place. */
export function readPlace(text: string): Place | null {
  const [sequence = NaN, id = NaN] = text.split('.').map(Number);
  return Number.isSafeInteger(sequence) && Number.isSafeInteger(id) ? { sequence, id } : null;
}

function placeOf({ sequence, id }: Place): Place {
  return { sequence, id };
}

/** The markets that trade one of these currencies for another. */
function pairOf(currencies: string): RawBuilder<boolean> {
  const known = sql.ref(currencies);
  return sql<boolean>`markets.base_id = any(${known}) and markets.quote_id = any(${known})`;
}

function madeBy(user: string, side: Which['side']): RawBuilder<boolean> {
  if (side === null) return sql<boolean>`(trades.taker_user = ${user} or trades.maker_user = ${user})`;
  const [taking, making] = side === 'sell' ? [1, 2] : [2, 1];
  return sql<boolean>`(trades.taker_user = ${user} and trades.taker_side = ${taking}
    or trades.maker_user = ${user} and trades.taker_side = ${making})`;
}

/**
 * A sequence that splits a person's trades by time: those before it were made before `timeMs`, the others then or
 * later. Found by halving.
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
