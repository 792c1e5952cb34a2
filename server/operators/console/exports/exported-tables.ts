import type { ConsoleInput, exportCalls } from '@bourse/contract/console';
import { accountType } from '@bourse/engine';
import { type Kysely, type Selectable, sql } from 'kysely';
import { safeInteger, type Schema } from '../../../ground/database/index.ts';
import { lotsText, type Market, priceText, unitsText, type Views } from '../../../ground/feed/index.ts';
import { maskedAccount } from '../../../people/identity/index.ts';
import { inChunks, rowsAtOnce } from './chunks.ts';
import type { With } from '../../../ground/parts.ts';

export interface ExportSources extends With<'db' | 'identityDb'> {
  readonly views: Pick<Views, 'listings'>;
}

type Cell = string | number | boolean | null;

/** A table of a file: the names of its columns, then its rows. */
export interface ExportedTable {
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<readonly Cell[]>;
}

type Input<Name extends keyof typeof exportCalls> = ConsoleInput<(typeof exportCalls)[Name]>;

/** The trades of one market or of all, by market in the order of time. */
export function tradesTable({ db, views }: ExportSources, input: Input<'exportTrades'>): ExportedTable {
  const { fromMs, toMs } = periodOf(input);
  const markets = views.listings
    .markets()
    .filter(({ id }) => input.market === undefined || id === Number(input.market));
  return {
    columns: [
      'id',
      'time',
      'sequence',
      'market',
      'taker_side',
      'price',
      'quantity',
      'total',
      'maker_user',
      'maker_order',
      'maker_fee',
      'maker_rebate',
      'taker_user',
      'taker_order',
      'taker_fee',
    ],
    rows: (async function* () {
      for (const market of markets) {
        const first = await firstTradeSince(db, market, fromMs);
        for await (const row of tradesOf(db, market, first)) {
          if (safeInteger(row.time_ms) >= toMs) break;
          yield tradeCells(row, market);
        }
      }
    })(),
  };
}

type TradeRow = Selectable<Schema['trades']>;

function tradesOf(db: Kysely<Schema>, { id }: Market, firstSequence: string): AsyncGenerator<TradeRow> {
  return inChunks<TradeRow>(async (last) => {
    const query = db.selectFrom('trades').selectAll().where('market_id', '=', id);
    const after =
      last === null
        ? query.where('sequence', '>=', firstSequence)
        : query.where(sql<boolean>`(sequence, id) > (${last.sequence}::bigint, ${last.id}::bigint)`);
    return after.orderBy('sequence').orderBy('id').limit(rowsAtOnce).execute();
  });
}

/** The sequence from which on the trades of a market have this time or a later one; found by binary search. */
async function firstTradeSince(db: Kysely<Schema>, { id }: Market, fromMs: number): Promise<string> {
  if (fromMs === 0) return '0';
  const { rows } = await sql<{ low: string }>`
    with recursive search (low, high) as (
      select 1::bigint, sequence + 2 from core_head
      union all
      select case when found.time_ms < ${fromMs} then found.sequence + 1 else search.low end,
             case when found.time_ms < ${fromMs} then search.high else (search.low + search.high) / 2 end
        from search left join lateral
          (select sequence, time_ms from trades
            where market_id = ${id} and sequence >= (search.low + search.high) / 2 and sequence < search.high
            order by sequence limit 1) found on true
       where search.low < search.high)
    select low from search where low = high`.execute(db);
  return rows[0]?.low ?? '0';
}

/** A side receives base or quote currency, and its fee is in what it receives. */
function tradeCells(row: TradeRow, market: Market): readonly Cell[] {
  const takerSells = row.taker_side === 1;
  const [ofTaker, ofMaker] = takerSells ? [market.quote, market.base] : [market.base, market.quote];
  return [
    row.id,
    timeText(row.time_ms),
    row.sequence,
    market.symbol,
    takerSells ? 'sell' : 'buy',
    priceText(market, safeInteger(row.price)),
    lotsText(market, safeInteger(row.quantity)),
    unitsText(market.quote, safeInteger(row.quote_amount)),
    row.maker_user,
    row.maker_order,
    unitsText(ofMaker, safeInteger(row.maker_fee)),
    unitsText(ofTaker, safeInteger(row.rebate)),
    row.taker_user,
    row.taker_order,
    unitsText(ofTaker, safeInteger(row.taker_fee)),
  ];
}

/** The orders that have ended, by user in the order of their ids. */
export function ordersTable({ db, views }: ExportSources, input: Input<'exportOrders'>): ExportedTable {
  const { fromMs, toMs } = periodOf(input);
  const found = inChunks<Selectable<Schema['orders']>>(async (last) => {
    let query = db.selectFrom('orders').selectAll();
    if (input.user !== undefined) query = query.where('user_id', '=', String(input.user));
    if (last !== null) query = query.where(sql<boolean>`(user_id, id) > (${last.user_id}::bigint, ${last.id}::bigint)`);
    return query.orderBy('user_id').orderBy('id').limit(rowsAtOnce).execute();
  });
  return {
    columns: [
      'id',
      'user',
      'market',
      'side',
      'order_type',
      'time_in_force',
      'post_only',
      'price',
      'stop_price',
      'quantity',
      'quote_amount',
      'filled',
      'filled_total',
      'fee',
      'rebate',
      'status',
      'end_reason',
      'accepted_at',
      'ended_at',
    ],
    rows: (async function* () {
      for await (const row of found) {
        const acceptedAtMs = safeInteger(row.accepted_at);
        if (acceptedAtMs < fromMs || acceptedAtMs >= toMs) continue;
        const market = views.listings.markets().find(({ id }) => id === row.market_id);
        if (market === undefined) throw new Error(`Order ${row.id} is on a market that is not listed.`);
        const sells = row.side === 1;
        const [received, paid] = sells ? [market.quote, market.base] : [market.base, market.quote];
        const price = (ticks: string | null): Cell => (ticks === null ? null : priceText(market, safeInteger(ticks)));
        yield [
          row.id,
          row.user_id,
          market.symbol,
          sells ? 'sell' : 'buy',
          row.order_type,
          row.time_in_force,
          row.post_only,
          price(row.price),
          price(row.stop_price),
          lotsText(market, safeInteger(row.quantity)),
          row.quote_amount === null ? null : unitsText(market.quote, safeInteger(row.quote_amount)),
          lotsText(market, safeInteger(row.filled)),
          unitsText(market.quote, safeInteger(row.filled_quote)),
          unitsText(received, safeInteger(row.fee)),
          unitsText(paid, safeInteger(row.rebate)),
          row.status,
          row.end_reason,
          timeText(row.accepted_at),
          timeText(row.ended_at),
        ];
      }
    })(),
  };
}

/** The changes of balances: of users, by user, or of the fee accounts of the venue. */
export function accountLogTable(
  { db, views }: ExportSources,
  { first, last: end, user }: Input<'exportAccountLog'>,
  whose: 'users' | 'fees',
): ExportedTable {
  const currencies = new Map(views.listings.currencies().map((currency) => [Number(currency.id), currency]));
  const found = inChunks<Selectable<Schema['account_log']>>(async (last) => {
    let query = db.selectFrom('account_log').selectAll();
    if (whose === 'fees') query = query.where('user_id', '=', '0').where('account_type', '=', accountType.fees);
    else if (user === undefined) query = query.where('user_id', '>', '0');
    else query = query.where('user_id', '=', String(user));
    if (first !== undefined) query = query.where('sequence', '>=', String(first));
    if (end !== undefined) query = query.where('sequence', '<=', String(end));
    if (last !== null) {
      const { leg, sequence, user_id } = last;
      query = query.where(
        sql<boolean>`(user_id, sequence, leg) > (${user_id}::bigint, ${sequence}::bigint, ${leg}::integer)`,
      );
    }
    return query.orderBy('user_id').orderBy('sequence').orderBy('leg').limit(rowsAtOnce).execute();
  });
  return {
    columns: ['sequence', 'leg', 'user', 'account', 'currency', 'amount', 'fee', 'cause', 'cause_id'],
    rows: (async function* () {
      for await (const row of found) {
        const currency = currencies.get(row.currency_id);
        if (currency === undefined) throw new Error(`Currency ${row.currency_id} is not listed.`);
        yield [
          row.sequence,
          row.leg,
          row.user_id,
          accountName(row.account_type),
          currency.code,
          unitsText(currency, safeInteger(row.amount)),
          unitsText(currency, safeInteger(row.fee)),
          row.cause,
          row.cause_id,
        ];
      }
    })(),
  };
}

/** The transfers of the venue's own money. */
export function venueTransfersTable({ db, views }: ExportSources, input: Input<'exportVenueTransfers'>): ExportedTable {
  const { fromMs, toMs } = periodOf(input);
  const currencies = new Map(views.listings.currencies().map((currency) => [Number(currency.id), currency]));
  const found = inChunks<Selectable<Schema['venue_transfers']>>(async (last) => {
    let query = db.selectFrom('venue_transfers').selectAll().where('time_ms', '>=', String(fromMs));
    query = query.where('time_ms', '<', String(toMs));
    if (last !== null) query = query.where(sql<boolean>`(source, n) > (${last.source}, ${last.n}::bigint)`);
    return query.orderBy('source').orderBy('n').limit(rowsAtOnce).execute();
  });
  return {
    columns: [
      'sequence',
      'time',
      'source',
      'n',
      'from_account',
      'to_user',
      'to_account',
      'currency',
      'amount',
      'operator',
      'cause',
    ],
    rows: (async function* () {
      for await (const row of found) {
        const currency = currencies.get(row.currency_id);
        if (currency === undefined) throw new Error(`Currency ${row.currency_id} is not listed.`);
        yield [
          row.sequence,
          timeText(row.time_ms),
          row.source,
          row.n,
          accountName(row.from_account_type),
          row.to_user_id,
          accountName(row.to_account_type),
          currency.code,
          unitsText(currency, safeInteger(row.amount)),
          row.operator_id,
          row.cause,
        ];
      }
    })(),
  };
}

/** The accounts of users, with masked addresses. */
export function usersTable({ identityDb }: ExportSources, input: Input<'exportUsers'>): ExportedTable {
  const { fromMs, toMs } = periodOf(input);
  const columns = ['id', 'email', 'mobile_key', 'invited_by', 'is_seller', 'created_at'] as const;
  const found = inChunks<Pick<Selectable<Schema['users']>, (typeof columns)[number]>>(async (last) => {
    let query = identityDb.selectFrom('users').select(columns).where('created_at', '>=', String(fromMs));
    query = query.where('created_at', '<', String(toMs));
    if (last !== null) query = query.where('id', '>', last.id);
    return query.orderBy('id').limit(rowsAtOnce).execute();
  });
  return {
    columns: ['id', 'email', 'mobile', 'invited_by', 'is_seller', 'registered_at'],
    rows: (async function* () {
      for await (const { created_at, email, id, invited_by, is_seller, mobile_key } of found) {
        yield [
          id,
          email === '' ? null : maskedAccount(email),
          mobile_key === null ? null : maskedAccount(mobile_key),
          invited_by,
          is_seller,
          timeText(created_at),
        ];
      }
    })(),
  };
}

function periodOf(input: Input<'exportUsers'>): { readonly fromMs: number; readonly toMs: number } {
  return { fromMs: Number(input.from ?? 0), toMs: Number(input.to ?? Number.MAX_SAFE_INTEGER) };
}

function timeText(timeMs: string): string {
  return new Date(safeInteger(timeMs)).toISOString();
}

/** The engine's name of an account type. */
function accountName(type: number): string {
  return Object.entries(accountType).find(([, number]) => number === type)?.[0] ?? String(type);
}
