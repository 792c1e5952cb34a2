import {
  accountType,
  amount,
  type Command,
  currencyId,
  type Event,
  Exchange,
  lots,
  marketId,
  orderId,
  ticks,
  userId,
  type UserId,
  venue,
} from '@bourse/engine';
import { describe, expect, test } from 'vitest';
import type { Committed } from '../core/index.ts';
import { levelChanges, type Level } from './depth.ts';
import { listing, seededBelow } from './testing/played-market.ts';
import { type MinuteCandle, TickerView } from './ticker.ts';
import { Views } from './views.ts';

const minuteMs = 60_000;
const markets = [marketId(1), marketId(2)];
const seeds = [Math.floor(Math.random() * 2 ** 31), 7, 20_261_121];

type OrderFigures = Readonly<Record<'order' | 'quantity' | 'filled' | 'filledQuote' | 'fee', number>>;

test('a command that a view cannot apply is named', () => {
  const views = new Views(new Exchange(), new Map(), new Map());
  views.onCommand(({ sequence }) => {
    if (sequence === 2) throw new Error('the view is wrong');
  });
  const command = (sequence: number): Committed => ({
    sequence,
    timeMs: 1,
    command: { type: 'clock' },
    events: [],
    outcome: { type: 'done' },
  });
  expect(() => {
    views.apply([command(1), command(2), command(3)]);
  }).toThrow(expect.objectContaining({ name: 'CommandNotShown', sequence: 2 }));
});

describe.each(seeds)('views built from the events of a random stream (seed %i)', (seed) => {
  test('equal the state of the exchange and views that are rebuilt from it', () => {
    const { exchange, views, triggered } = play(seed, 4_000);
    expect(balancesOf(views)).toEqual(
      sorted(exchange.balances(), (row) => [row.user, row.accountType, row.currency, row.available, row.locked]),
    );
    const figures = ({ order, quantity, filled, filledQuote, fee }: OrderFigures) =>
      [order, quantity, filled, filledQuote, fee].map(Number);
    expect(sorted(views.orders.all(), figures)).toEqual(sorted(exchange.openOrders(), figures));
    const fresh = new Views(exchange, new Map(), new Map());
    const waiting = (seen: Views) =>
      [...seen.orders.all()].filter((order) => order.isWaiting).map(({ order }) => order);
    expect(waiting(views)).toEqual(waiting(fresh));
    expect(triggered).toBeGreaterThan(20);
    for (const id of markets) {
      const book = views.market(id).depth.top(1_000_000);
      expect(book).toEqual(fresh.market(id).depth.top(1_000_000));
      expect(book.bids).toEqual(book.bids.toSorted((a, b) => b[0] - a[0]));
      expect(book.asks).toEqual(book.asks.toSorted((a, b) => a[0] - b[0]));
      expect((book.bids[0]?.[0] ?? 0) < (book.asks[0]?.[0] ?? Number.MAX_VALUE)).toBe(true);
    }
  });

  test('report the same rolling day and candles as a plain recount of all trades', () => {
    const { views, trades } = play(seed, 3_000);
    for (const id of markets) {
      const own = trades.filter((trade) => trade.market === id);
      const nowMinute = Math.floor(views.timeMs / minuteMs);
      const day = own.filter((trade) => Math.floor(trade.timeMs / minuteMs) > nowMinute - 1_440);
      const before = own.filter((trade) => Math.floor(trade.timeMs / minuteMs) <= nowMinute - 1_440);
      const close = own.at(-1)?.price ?? 0;
      expect(views.market(id).ticker.read()).toEqual({
        close,
        reference: before.at(-1)?.price ?? own[0]?.price ?? 0,
        high: day.length === 0 ? close : Math.max(...day.map((trade) => trade.price)),
        low: day.length === 0 ? close : Math.min(...day.map((trade) => trade.price)),
        volume: day.reduce((sum, trade) => sum + trade.quantity, 0),
      });
      const now = Math.floor(views.timeMs / 1_000);
      const span = views.market(id).candles.span('60min', { from: 0, to: now + 1 }, now);
      const candles = span === null ? [] : views.market(id).candles.read('60min', span.first, span.last);
      for (const candle of candles) {
        const inside = own
          .filter((trade) => Math.floor(trade.timeMs / 3_600_000) * 3_600 === candle.time)
          .map((trade) => trade.price);
        const last = own.findLast((trade) => trade.timeMs < candle.time * 1_000)?.price ?? 0;
        expect([candle.open, candle.high, candle.low, candle.close]).toEqual(
          inside.length === 0
            ? [last, last, last, last]
            : [inside[0], Math.max(...inside), Math.min(...inside), inside.at(-1)],
        );
      }
      const moments = Array.from({ length: 49 }, (_, n) => (nowMinute + 1) * 60 - (48 - n) * 1_800);
      expect(views.market(id).candles.closesBefore(moments)).toEqual(
        moments.flatMap((time) => own.findLast((trade) => trade.timeMs < time * 1_000)?.price ?? []),
      );
      expect(candles.map((candle) => candle.time)).toEqual(
        candles.map((_candle, index) => (candles[0]?.time ?? 0) + index * 3_600),
      );
      expect(
        views
          .market(id)
          .tape.latest()
          .map((row) => row.trade),
      ).toEqual(
        own
          .slice(-30)
          .map((trade) => trade.trade)
          .toReversed(),
      );
    }
  });

  test('publish book changes that lead a reader to the same book', () => {
    const levels = 5;
    const shown: { bids: Level[]; asks: Level[] } = { bids: [], asks: [] };
    let before = { bids: [] as readonly Level[], asks: [] as readonly Level[] };
    play(seed, 1_500, (views) => {
      const after = views.findMarket(1)?.depth.top(levels);
      if (after === undefined) return;
      shown.bids = merge(shown.bids, levelChanges(before.bids, after.bids, 'buy'), -1);
      shown.asks = merge(shown.asks, levelChanges(before.asks, after.asks, 'sell'), 1);
      before = after;
      expect(shown).toEqual(after);
    });
  });
});

describe('the rolling day', () => {
  const candle = (minute: number, price: number, volume = 1): MinuteCandle => ({
    openTimeMs: minute * minuteMs,
    open: price,
    high: price + 2,
    low: price - 2,
    close: price + 1,
    volume,
  });

  test('keeps the high and low of 24 hours and drops expired minutes one by one', () => {
    const ticker = new TickerView([candle(0, 100), candle(1, 50), candle(2, 70)]);
    expect(ticker.read()).toEqual({ close: 71, reference: 100, high: 102, low: 48, volume: 3 });
    ticker.expire(1_439 * minuteMs);
    expect(ticker.read().high).toBe(102);
    ticker.expire(1_440 * minuteMs);
    expect(ticker.read()).toEqual({ close: 71, reference: 101, high: 72, low: 48, volume: 2 });
    ticker.expire(1_442 * minuteMs);
    expect(ticker.read()).toEqual({ close: 71, reference: 71, high: 71, low: 71, volume: 0 });
  });

  test('is all zero before the first trade', () => {
    expect(new TickerView([]).read()).toEqual({ close: 0, reference: 0, high: 0, low: 0, volume: 0 });
  });
});

interface PlayedTrade {
  readonly market: number;
  readonly trade: number;
  readonly timeMs: number;
  readonly price: number;
  readonly quantity: number;
}

/** Applies random commands to a real exchange; the views see only its events. */
function play(seed: number, count: number, look?: (views: Views) => void) {
  const exchange = new Exchange({ dueWorkPerCommand: 2 });
  const views = new Views(new Exchange(), new Map(), new Map());
  const trades: PlayedTrade[] = [];
  let triggered = 0;
  const random = seededBelow(seed);
  let timeMs = Date.UTC(2026, 0, 1);
  const run = (command: Command): void => {
    const events: Event[] = [];
    const outcome = exchange.apply(exchange.sequence + 1, timeMs, command, events);
    const committed: Committed = { sequence: exchange.sequence, timeMs: exchange.timeMs, command, events, outcome };
    for (const event of events) {
      if (event.type === 'order_triggered') triggered += 1;
      if (event.type !== 'traded') continue;
      const { market, trade, price, quantity } = event;
      trades.push({ market, trade, timeMs: exchange.timeMs, price, quantity });
    }
    views.apply([committed]);
    look?.(views);
  };
  for (const command of listing(['BTC', 'ETH'], 5)) run(command);
  for (let i = 0; i < count; i += 1) {
    timeMs += random(100) === 0 ? random(4 * 3_600_000) : random(20_000);
    run(randomCommand(random));
  }
  return { exchange, views, trades, triggered };
}

function randomCommand(random: (below: number) => number): Command {
  const user = userId(100_001 + random(5));
  if (random(20) === 0) return { type: 'clock' };
  if (random(4) === 0)
    return { type: 'cancel_order', user, order: orderId(1 + random(2_000)), side: null, requestKey: null };
  if (random(8) === 0) return randomMovement(random, user);
  const [selfTradePrevention, clientOrderId] = [null, null];
  const named = { user, order: orderId(1 + random(2_000)), side: null, requestKey: null };
  const quantity = lots(1 + random(5_000));
  if (random(8) === 0) return { type: 'reduce_order', ...named, quantity };
  if (random(8) === 0) {
    const terms = { timeInForce: 'gtc', postOnly: null, price: ticks(900 + random(200)), quantity } as const;
    return { type: 'replace_order', ...named, ...terms, selfTradePrevention, clientOrderId };
  }
  const side = random(2) === 0 ? 'buy' : 'sell';
  if (random(10) === 0) {
    const [market, size] = [
      marketId(1 + random(2)),
      { by: 'quote_amount', quoteAmount: amount(1 + random(10 ** 9)) } as const,
    ];
    const terms = { market, side, price: null, size, selfTradePrevention, clientOrderId, requestKey: null } as const;
    return { type: 'place_market_order', user, ...terms };
  }
  if (random(8) === 0) {
    const [market, stopPrice, price] = [marketId(1 + random(2)), ticks(900 + random(200)), ticks(900 + random(200))];
    const limit = {
      orderType: 'limit',
      timeInForce: 'gtc',
      postOnly: false,
      price,
      quantity: lots(1 + random(5_000)),
    } as const;
    const size = { by: 'quantity', quantity: lots(1 + random(5_000)) } as const;
    const becomes = random(2) === 0 ? limit : ({ orderType: 'market', size } as const);
    const terms = { market, side, stopPrice, becomes, selfTradePrevention, clientOrderId, requestKey: null } as const;
    return { type: 'place_stop_order', user, ...terms };
  }
  const timesInForce = ['gtc', 'gtc', 'gtc', 'ioc', 'fok'] as const;
  return {
    type: 'place_order',
    user,
    market: marketId(1 + random(2)),
    side,
    orderType: 'limit',
    timeInForce: timesInForce[random(5)] ?? 'gtc',
    postOnly: random(5) === 0,
    price: ticks(900 + random(200)),
    quantity,
    selfTradePrevention,
    clientOrderId,
    requestKey: random(10) === 0 ? `key-${random(50)}` : null,
  };
}

/** Movements outside the order books, including repeated causes and releases of holds that do not exist. */
function randomMovement(random: (below: number) => number, user: UserId): Command {
  const types = [accountType.change, accountType.legal, accountType.lever] as const;
  const [from, to] = [types[random(3)] ?? 1, types[random(3)] ?? 1];
  const currency = currencyId(1 + random(3));
  const movement = { currency, amount: amount(2 + random(10 ** 6)) };
  const cause = { source: 'random', n: 1 + random(150) };
  const [fee, operator] = [amount(random(2)), user];
  const receiver = { user: userId(100_001 + random(5)), accountType: to };
  const { external, treasury } = accountType;
  const commands: readonly Command[] = [
    { type: 'transfer', user, from, to, ...movement, requestKey: null },
    {
      type: 'venue_transfer',
      from: external,
      toUser: venue,
      to: treasury,
      ...movement,
      operator,
      cause: 'funding',
      ...cause,
    },
    { type: 'venue_transfer', from: treasury, toUser: user, to, ...movement, operator, cause: 'funding', ...cause },
    { type: 'hold', kind: random(2) === 0 ? 'escrow' : 'withdrawal', user, accountType: from, ...movement, ...cause },
    { type: 'hold', kind: 'escrow', user, accountType: accountType.change, ...movement, ...cause },
    { type: 'settle_hold', ...cause, receiver: random(3) === 0 ? null : receiver, fee },
    { type: 'release_hold', ...cause },
  ];
  return commands[random(commands.length)] ?? { type: 'clock' };
}

function balancesOf(views: Views): number[][] {
  const used = [...views.balances.all()].filter((row) => row.available !== 0 || row.locked !== 0);
  return sorted(used, (row) => [row.user, row.accountType, row.currency, row.available, row.locked]);
}

function sorted<Row>(rows: Iterable<Row>, columns: (row: Row) => number[]): number[][] {
  return Array.from(rows, columns).toSorted(
    (a, b) => (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0) || (a[2] ?? 0) - (b[2] ?? 0),
  );
}

function merge(levels: readonly Level[], changes: readonly Level[], direction: 1 | -1): Level[] {
  const rows = new Map(levels);
  for (const [price, quantity] of changes) {
    if (quantity === 0) rows.delete(price);
    else rows.set(price, quantity);
  }
  return [...rows].toSorted((a, b) => direction * (a[0] - b[0]));
}
