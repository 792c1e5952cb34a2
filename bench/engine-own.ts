import {
  accountType,
  amount,
  currencyId,
  Exchange,
  lots,
  marketId,
  orderId,
  ticks,
  userId,
  venue,
} from '@bourse/engine';
import type { Command, CurrencyId, Event } from '@bourse/engine';
import type { Contestant } from './engine-contestants.ts';
import type { Operation, Stream } from './engine-stream.ts';

const quote = currencyId(1);
const firstBase = 2;
export const firstMarket = 1;
const firstUser = 100_001;
export const openingTimeMs = 1_700_000_000_000;

/** The whole exchange: sequence, checks, exact ledger with fees, and a consumer that reads every event. */
export const apply: Contestant<Command> = {
  name: 'apply',
  begin(stream) {
    const exchange = listedExchange(stream);
    let { sequence } = exchange;
    let held = 0;
    return {
      trades: 0,
      volume: 0,
      prepare: commandOf,
      /** Applies a batch, then reads all its events as a projection would, like a group commit. */
      execute(commands) {
        const events: Event[] = [];
        // As in the server, a batch has one time.
        const timeMs = openingTimeMs + (sequence >>> 6);
        for (const command of commands) {
          sequence += 1;
          exchange.apply(sequence, timeMs, command, events);
        }
        // The totals are local, because a sum in a field or in a variable of a closure is boxed at every change.
        let change = 0;
        let trades = 0;
        let volume = 0;
        for (const event of events) {
          if (event.type === 'order_accepted') change += event.held;
          else if (event.type === 'order_ended') change -= event.released;
          else if (event.type === 'traded') {
            change -= event.takerSide === 'buy' ? event.baseAmount : event.quoteAmount;
            change -= event.takerSide === 'buy' ? event.quoteAmount + event.buyerReleased : event.baseAmount;
            trades += 1;
            volume += event.quantity;
          } else if (event.type !== 'candle_closed') throw new Error(`unexpected event: ${JSON.stringify(event)}`);
        }
        held += change;
        this.trades += trades;
        this.volume += volume;
      },
      restingLots() {
        exchange.audit();
        let remaining = 0;
        for (const order of exchange.openOrders()) {
          remaining += order.remaining;
          held -= order.held;
        }
        if (held !== 0) throw new Error(`according to the events, orders hold ${held} too much`);
        return remaining;
      },
    };
  },
};

/** The exchange with currencies, markets and funded users, before the first order. */
export function listedExchange({ options }: Stream): Exchange {
  const exchange = new Exchange();
  const events: Event[] = [];
  for (const command of openingCommands(options.markets, options.users)) {
    exchange.apply(exchange.sequence + 1, openingTimeMs, command, events);
  }
  return exchange;
}

const setup = { operator: venue, cause: 'setup' } as const;

/**
 * USDT with 6 decimals and one base currency with 8 decimals per market: tick 0.01, lot 0.0001, fees of 10 and 15 basis
 * points.
 */
function* openingCommands(markets: number, users: number): Generator<Command> {
  yield { type: 'list_currency', currency: quote, code: 'USDT', decimals: 6, ...setup };
  yield* credits(quote, users);
  for (let at = 0; at < markets; at += 1) {
    const base = currencyId(firstBase + at);
    yield { type: 'list_currency', currency: base, code: `C${at}`, decimals: 8, ...setup };
    yield {
      type: 'list_market',
      market: marketId(firstMarket + at),
      base,
      quote,
      priceDecimals: 2,
      tickPoints: 1,
      amountDecimals: 4,
      lotPoints: 1,
      priceStep: ticks(1),
      quantityStep: lots(1),
      minNotional: amount(1000),
      marketSlippagePpm: 20_000,
      priceBandPpm: null,
      makerFeePpm: 1000,
      takerFeePpm: 1500,
      maxOpenOrders: 1_000_000,
      selfTradePrevention: 'expire_maker',
      sellBlocked: false,
      state: 'open',
      ...setup,
    };
    yield* credits(base, users);
  }
}

function* credits(currency: CurrencyId, users: number): Generator<Command> {
  for (let user = 0; user < users; user += 1) {
    yield {
      type: 'credit',
      user: userId(firstUser + user),
      accountType: accountType.change,
      currency,
      amount: amount(1_000_000_000_000),
      source: `grant-${currency}`,
      n: user + 1,
    };
  }
}

export function commandOf(operation: Operation): Command {
  const user = userId(firstUser + operation.user);
  if (operation.kind === 'cancel') {
    return { type: 'cancel_order', user, order: orderId(operation.order), side: null, requestKey: null };
  }
  return {
    type: 'place_order',
    user,
    market: marketId(firstMarket + operation.market),
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
