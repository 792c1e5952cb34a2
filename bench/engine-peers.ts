import { Orderbook, TRADE_SIDE } from 'orderbook-match-engine';
import { OrderBook, Side } from 'nodejs-order-book';
import { reach } from './engine-stream.ts';
import type { Contestant } from './engine-contestants.ts';

/** The parameters of `OrderBook.limit`, or the id of an order to cancel. */
type NodejsInput = { id: string; side: Side; size: number; price: number } | string;

/** Order books from npm. Both match in memory and have no accounts. */
export const nodejsOrderBook: Contestant<NodejsInput> = {
  name: 'nodejs-order-book',
  begin() {
    const book = new OrderBook();
    return {
      trades: 0,
      volume: 0,
      prepare(operation) {
        const id = String(operation.order);
        if (operation.kind === 'cancel') return id;
        const side = operation.side === 'buy' ? Side.BUY : Side.SELL;
        return { id, side, size: operation.quantity, price: operation.price };
      },
      execute(inputs) {
        for (const input of inputs) {
          if (typeof input === 'string') {
            if (book.cancel(input) === undefined) throw new Error(`nodejs-order-book cannot find order ${input}`);
            continue;
          }
          const result = book.limit(input);
          if (result.err !== null) throw new Error(result.err.message);
          const isDone = result.quantityLeft === 0;
          const isMaker = result.partial !== null && result.partial.id !== input.id;
          this.trades += result.done.length - (isDone && result.done.length > 0 ? 1 : 0) + (isMaker ? 1 : 0);
          this.volume += input.size - result.quantityLeft;
        }
      },
      restingLots: () => sum(book.depth().flatMap((side) => side.map(([, size]) => size))),
    };
  },
};

interface MatchInput {
  readonly order: number;
  /** The side of the order, null for a cancel. */
  readonly side: TRADE_SIDE | null;
  readonly price: number;
  readonly quantity: number;
}

export const orderbookMatchEngine: Contestant<MatchInput> = {
  name: 'orderbook-match-engine',
  begin() {
    const book = new Orderbook({ limit: 2 * reach });
    return {
      trades: 0,
      volume: 0,
      prepare(operation) {
        const { order } = operation;
        if (operation.kind === 'cancel') return { order, side: null, price: 0, quantity: 0 };
        const side = operation.side === 'buy' ? TRADE_SIDE.BID : TRADE_SIDE.ASK;
        return { order, side, price: operation.price, quantity: operation.quantity };
      },
      execute(inputs) {
        for (const { order, side, price, quantity } of inputs) {
          if (side === null) {
            book.cancel(order);
            continue;
          }
          const { trades } = book.add(order, side, price, quantity);
          this.trades += trades.length;
          for (const trade of trades) this.volume += Number(trade.tradeQuantity.toString());
        }
      },
      restingLots: () => {
        const { asks, bids } = book.getOrderbook();
        return sum([...asks, ...bids].map(({ quantity }) => Number(quantity)));
      },
    };
  },
};

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
