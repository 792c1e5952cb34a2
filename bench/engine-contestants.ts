import { Orderbook, TRADE_SIDE } from 'orderbook-match-engine';
import { OrderBook, Side } from 'nodejs-order-book';
import { accountType, amount, currencyId, Exchange, lots, marketId, orderId, ticks, userId } from '@bourse/engine';
import type { Command, Event } from '@bourse/engine';
import type { Expected, Operation, Stream } from './engine-stream.ts';

/** One measured run of one engine over one stream. */
export interface Run extends Expected {
  readonly seconds: number;
}

export interface Contestant {
  readonly name: string;
  run(stream: Stream): Run;
}

const market = marketId(1);
const base = currencyId(1);
const quote = currencyId(2);
const firstUser = 100_001;
const timeMs = 1_700_000_000_000;

/** Commands are made in batches outside the measured time, so that they come fresh, as from a queue. */
const commandsPerBatch = 64;

/** The whole exchange: sequence, checks, exact ledger with fees, and a consumer that reads every event. */
export const bourse: Contestant = {
  name: 'bourse',
  run(stream) {
    const exchange = listedExchange();
    const reader = new EventReader();
    for (const operation of stream.opening) reader.apply(exchange, [commandOf(operation)]);
    reader.trades = 0;
    reader.volume = 0;
    let seconds = 0;
    for (let at = 0; at < stream.measured.length; at += commandsPerBatch) {
      const commands = stream.measured.slice(at, at + commandsPerBatch).map(commandOf);
      const before = process.hrtime.bigint();
      reader.apply(exchange, commands);
      seconds += Number(process.hrtime.bigint() - before) / 1e9;
    }
    exchange.audit();
    return { seconds, trades: reader.trades, volume: reader.volume };
  },
};

export const nodejsOrderBook: Contestant = {
  name: 'nodejs-order-book',
  run(stream) {
    const book = new OrderBook();
    const run = { trades: 0, volume: 0 };
    const place = (operation: Operation & { kind: 'place' }): void => {
      const { price, quantity } = operation;
      const id = String(operation.order);
      const side = operation.side === 'buy' ? Side.BUY : Side.SELL;
      const result = book.limit({ id, side, size: quantity, price });
      if (result.err !== null) throw new Error(result.err.message);
      const isDone = result.quantityLeft === 0;
      const isMaker = result.partial !== null && result.partial.id !== id;
      run.trades += result.done.length - (isDone && result.done.length > 0 ? 1 : 0) + (isMaker ? 1 : 0);
      run.volume += quantity - result.quantityLeft;
    };
    const cancel = (order: string): void => {
      if (book.cancel(order) === undefined) throw new Error(`nodejs-order-book does not know order ${order}`);
    };
    return measure(stream, run, place, (operation) => {
      cancel(String(operation.order));
    });
  },
};

export const orderbookMatchEngine: Contestant = {
  name: 'orderbook-match-engine',
  run(stream) {
    const book = new Orderbook();
    const run = { trades: 0, volume: 0 };
    const place = (operation: Operation & { kind: 'place' }): void => {
      const side = operation.side === 'buy' ? TRADE_SIDE.BID : TRADE_SIDE.ASK;
      const { trades } = book.add(operation.order, side, operation.price, operation.quantity);
      run.trades += trades.length;
      for (const trade of trades) run.volume += Number(trade.tradeQuantity.toString());
    };
    return measure(stream, run, place, (operation) => {
      book.cancel(operation.order);
    });
  },
};

function measure(
  stream: Stream,
  run: { trades: number; volume: number },
  place: (operation: Operation & { kind: 'place' }) => void,
  cancel: (operation: Operation) => void,
): Run {
  const apply = (operation: Operation): void => {
    if (operation.kind === 'place') place(operation);
    else cancel(operation);
  };
  for (const operation of stream.opening) apply(operation);
  run.trades = 0;
  run.volume = 0;
  const before = process.hrtime.bigint();
  for (const operation of stream.measured) apply(operation);
  return { seconds: Number(process.hrtime.bigint() - before) / 1e9, ...run };
}

/** Reads every event as a projection would: each type's figures go into sums that are looked at in the end. */
class EventReader {
  trades = 0;
  volume = 0;
  held = 0;
  private sequence: number;

  constructor() {
    this.sequence = openingCommands.length;
  }

  /** Applies a batch, then reads all that happened in it, as a group commit does. */
  apply(exchange: Exchange, commands: readonly Command[]): void {
    const events: Event[] = [];
    for (const command of commands) {
      this.sequence += 1;
      exchange.apply(this.sequence, timeMs + (this.sequence >>> 6), command, events);
    }
    for (const event of events) this.read(event);
  }

  private read(event: Event): void {
    if (event.type === 'order_accepted') this.held += event.held;
    else if (event.type === 'order_ended') this.held -= event.released;
    else if (event.type === 'traded') {
      this.trades += 1;
      this.volume += event.quantity;
    } else if (event.type !== 'candle_closed') throw new Error(`the stream led to ${JSON.stringify(event)}`);
  }
}

/** BTC with 8 decimals against USDT with 6, tick 0.01, lot 0.0001, fees of 10 and 15 basis points, 1 000 rich users. */
const openingCommands: readonly Command[] = [
  { type: 'list_currency', currency: base, code: 'BTC', decimals: 8 },
  { type: 'list_currency', currency: quote, code: 'USDT', decimals: 6 },
  {
    type: 'list_market',
    market,
    base,
    quote,
    priceDecimals: 2,
    tickPoints: 1,
    amountDecimals: 4,
    lotPoints: 1,
    minNotional: amount(1000),
    marketSlippagePpm: 20_000,
    priceBandPpm: null,
    makerFeePpm: 1000,
    takerFeePpm: 1500,
    maxOpenOrders: 1_000_000,
    selfTradePrevention: 'expire_maker',
    sellBlocked: false,
    state: 'open',
  },
  ...Array.from({ length: 1000 }, (_, at) => [creditOf(at, base), creditOf(at, quote)]).flat(),
];

function creditOf(user: number, currency: typeof base): Command {
  return {
    type: 'credit',
    user: userId(firstUser + user),
    accountType: accountType.change,
    currency,
    amount: amount(1_000_000_000_000),
    source: `grant-${currency}`,
    n: user + 1,
  };
}

function listedExchange(): Exchange {
  const exchange = new Exchange();
  const events: Event[] = [];
  openingCommands.forEach((command, at) => {
    exchange.apply(at + 1, timeMs, command, events);
  });
  return exchange;
}

function commandOf(operation: Operation): Command {
  const user = userId(firstUser + operation.user);
  if (operation.kind === 'cancel') {
    return { type: 'cancel_order', user, order: orderId(operation.order), side: null, requestKey: null };
  }
  return {
    type: 'place_order',
    user,
    market,
    side: operation.side,
    orderType: 'limit',
    timeInForce: 'gtc',
    postOnly: false,
    price: ticks(operation.price),
    quantity: lots(operation.quantity),
    selfTradePrevention: null,
    clientOrderId: null,
    requestKey: null,
  };
}
