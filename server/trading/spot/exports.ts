import type { CallInput, RefusalOf } from '@bourse/contract';
import type { Order, ordersFile, OwnTrade } from '@bourse/contract/spot';
import type { UserId } from '@bourse/engine';
import { orderOnWire, ownTradeOnWire } from '../../ground/feed/index.ts';
import { type Answer, csvLine, done, type Member, refused, type TextFile } from '../../ground/gateway/index.ts';
import { timesIn } from './csv.ts';
import type { FinishedOrders } from './finished-orders.ts';
import type { OwnTrades } from './own-trades.ts';
import { readFilter, type HistoryFilter } from './read-filter.ts';
import type { With } from '../../ground/parts.ts';

interface ExportParts extends With<'views'> {
  readonly finished: FinishedOrders;
  readonly trades: OwnTrades;
}

type Input = CallInput<typeof ordersFile>;

/** Rows in wire format, in chunks. */
type Rows<Row> = AsyncIterable<readonly Row[]>;

/**
 * A user's orders and trades as CSV files. All rows that match the filter are read and sent in chunks, so that neither
 * large files nor slow readers affect others. Each user can run one export at a time.
 */
export class Exports {
  readonly #parts: ExportParts;
  readonly #running = new Set<UserId>();

  constructor(parts: ExportParts) {
    this.#parts = parts;
  }

  orders(input: Input, member: Member): Answer<TextFile, RefusalOf<typeof ordersFile>> {
    return this.#file('orders', input, member, orderColumns, (which) => this.#orders(which, member));
  }

  trades(input: Input, member: Member): Answer<TextFile, RefusalOf<typeof ordersFile>> {
    return this.#file('trades', input, member, tradeColumns, (which) => this.#trades(which, member));
  }

  #file<Row>(
    name: string,
    input: Input,
    { user }: Member,
    columns: Columns<Row>,
    read: (which: HistoryFilter) => Rows<Row>,
  ): Answer<TextFile, RefusalOf<typeof ordersFile>> {
    const which = readFilter(input, this.#parts.views);
    if ('ok' in which) return which;
    const time = timesIn(input.time_zone ?? 'UTC');
    if (time === null) return refused('invalid_request', { field: 'time_zone', problem: 'enum' });
    if (this.#running.has(user)) return refused('export_running');
    this.#running.add(user);
    return done({
      name: `${name}.csv`,
      pieces: table(columns(time), read(which)),
      ended: () => this.#running.delete(user),
    });
  }

  async *#orders(which: HistoryFilter, { user, language }: Member): Rows<Order> {
    const { views, finished } = this.#parts;
    const { listings } = views;
    const market = which.market?.id ?? null;
    const open = (which.side === null ? (['buy', 'sell'] as const) : [which.side])
      .flatMap((side) => views.orders.ofUser(user, side, market))
      .filter(({ acceptedAtMs }) => acceptedAtMs >= (which.fromMs ?? 0) && acceptedAtMs < (which.toMs ?? Infinity))
      .toSorted((a, b) => b.order - a.order);
    yield open.map((order) => orderOnWire(order, listings.market(order.market), language));
    // Orders that end during the export are already in the file.
    const written = new Set(open.map(({ order }) => order));
    for await (const orders of finished.all({ ...which, user, market })) {
      yield orders
        .filter(({ order }) => !written.has(order))
        .map((order) => orderOnWire(order, listings.market(order.market), language));
    }
  }

  async *#trades(which: HistoryFilter, { user, language }: Member): Rows<OwnTrade> {
    const { listings } = this.#parts.views;
    for await (const trades of this.#parts.trades.all(user, which)) {
      yield trades.map((trade) => ownTradeOnWire(trade, listings.market(trade.market), language));
    }
  }
}

async function* table<Row>(columns: ReturnType<Columns<Row>>, rows: Rows<Row>): AsyncGenerator<string> {
  yield csvLine(Object.keys(columns));
  const cells = Object.values(columns);
  for await (const some of rows) yield some.map((row) => csvLine(cells.map((cell) => cell(row)))).join('');
}

/** The columns of a file by name, in order. Names and values are the wire's, independent of the language. */
type Columns<Row> = (
  time: (timeMs: number) => string,
) => Readonly<Record<string, (row: Row) => string | number | boolean | null>>;

const orderColumns: Columns<Order> = (time) => ({
  id: ({ id }) => id,
  client_order_id: (order) => order.client_order_id,
  market: (order) => order.currency_match.symbol,
  side: ({ way }) => sideName(way),
  order_type: (order) => order.order_type,
  time_in_force: (order) => order.time_in_force,
  post_only: (order) => order.post_only,
  stop_price: (order) => order.stop_price,
  price: ({ price }) => price,
  number: ({ number }) => number,
  quote_amount: (order) => order.quote_amount,
  transacted_amount: (order) => order.transacted_amount,
  transacted_volume: (order) => order.transacted_volume,
  average_price: (order) => order.average_price,
  fee: ({ fee }) => fee,
  fee_currency: (order) => order.fee_currency,
  rebate: ({ rebate }) => rebate,
  rebate_currency: (order) => order.rebate_currency,
  status: ({ status }) => status,
  created_at: (order) => time(order.created_at),
  updated_at: (order) => time(order.updated_at),
});

const tradeColumns: Columns<OwnTrade> = (time) => ({
  id: ({ id }) => id,
  order_id: (trade) => trade.order_id,
  market: (trade) => trade.currency_match.symbol,
  side: ({ way }) => sideName(way),
  role: ({ role }) => role,
  price: ({ price }) => price,
  amount: ({ amount }) => amount,
  volume: ({ volume }) => volume,
  fee: ({ fee }) => fee,
  fee_currency: (trade) => trade.fee_currency,
  rebate: ({ rebate }) => rebate,
  rebate_currency: (trade) => trade.rebate_currency,
  time: (trade) => time(trade.time),
});

function sideName(way: Order['way']): string {
  return way === 2 ? 'buy' : 'sell';
}
