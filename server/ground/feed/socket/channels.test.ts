import type { ServerMessage } from '@bourse/contract/capabilities';
import { type Command, type Event, Exchange, lots, marketId, orderId, ticks, userId } from '@bourse/engine';
import { describe, expect, test } from 'vitest';
import { listing, seededBelow } from '../testing/played-market.ts';
import { Views } from '../views.ts';
import type { Channel } from './channel.ts';
import { textFrame } from './frame.ts';
import { DayMarketChannel, KlineChannel } from '../../../trading/markets/channels.ts';
import { DepthChannel, TradesChannel } from '../../../trading/spot/channels.ts';
import { quotationOnWire } from '../wire.ts';
import { Recent } from './recent.ts';

const seeds = [Math.floor(Math.random() * 2 ** 31), 11];
const levels = 60;

describe.each(seeds)('a client that resumes a channel (seed %i)', (seed) => {
  const { depth, trades, day, candles, told } = played(seed);

  test('receives the changes of the book since then merged into one, and so the current book, or a snapshot', () => {
    const books = told.get(depth) ?? [];
    const now = books.at(-1)?.state;
    let merged = 0;
    for (const { sequence, state } of books) {
      const missed = messages(depth.since(sequence));
      const [message] = missed ?? [];
      if (missed === null) continue;
      if (message === undefined) expect(state).toBe(now);
      else {
        expect(missed).toHaveLength(1);
        expect(message).toMatchObject({
          snapshot: false,
          previous_sequence: sequence,
          sequence: books.at(-1)?.sequence,
        });
        expect(JSON.stringify(follow(JSON.parse(state) as Sides, [message]))).toBe(now);
        merged += 1;
      }
      // Nothing was published at a sequence in between, so no client can have it.
      if (books.every((other) => other.sequence !== sequence + 1)) expect(depth.since(sequence + 1)).toBeNull();
    }
    expect(merged).toBeGreaterThan(5);
    const [whole] = messages(depth.greeting) ?? [];
    expect(whole).toMatchObject({ snapshot: true, previous_sequence: null, sequence: books.at(-1)?.sequence });
    expect(JSON.stringify(follow(nothing(), whole === undefined ? [] : [whole]))).toBe(now);
  });

  test('receives every trade since then exactly once, or a snapshot if there were too many', () => {
    const all = (told.get(trades) ?? []).flatMap(({ news, sequence }) =>
      news.flatMap((message) =>
        tradesOf(message)
          .toReversed()
          .map((id) => ({ id, sequence })),
      ),
    );
    expect(all.map(({ id }) => id)).toEqual(all.map((_, index) => (all[0]?.id ?? 0) + index));
    expect(all.length).toBeGreaterThan(100);
    for (const [index, { sequence }] of (told.get(trades) ?? []).entries()) {
      if (index % 10 > 0) continue;
      const missed = messages(trades.since(sequence));
      const ids = all.filter((trade) => trade.sequence > sequence).map(({ id }) => id);
      if (ids.length > 200) expect(missed).toBeNull();
      else expect(missed?.flatMap((message) => tradesOf(message).toReversed())).toEqual(ids);
    }
  });

  test('receives the newest day quotation and the candles that changed since then', () => {
    for (const channel of [day, candles]) {
      const news = told.get(channel) ?? [];
      const last = news.at(-1);
      expect(messages(channel.since(last?.sequence ?? 0))).toEqual([]);
      const missed = messages(channel.since(news.at(-2)?.sequence ?? 0)) ?? [];
      expect(missed.map(unsequenced)).toEqual((last?.news ?? []).map(unsequenced));
    }
  });

  test('receives a cached snapshot between two updates, which the next update continues', () => {
    const { views, run, random, days, market } = opened(seed);
    const first = days.greeting;
    for (let n = 0; n < 40; n += 1) run(randomOrder(random));
    expect(views.sequence).toBeGreaterThan(sequenceOf(first));
    expect(days.greeting).toBe(first);
    days.publish();
    expect(quotationOf(days.update)).toEqual(quotationOnWire(market));
    expect(days.greeting).not.toBe(first);
    expect(quotationOf(days.greeting)).toEqual(quotationOnWire(market));
    expect(quotationOf(days.since(sequenceOf(first)))).toEqual(quotationOnWire(market));
  });

  test('is refused sequences that are unknown or in the future', () => {
    for (const channel of told.keys()) {
      expect(channel.since(3)).toBeNull();
      expect(channel.since(10 ** 9)).toBeNull();
      expect(channel.since(-1)).toBeNull();
    }
  });
});

describe('the list of recent items', () => {
  test('is complete back to the last dropped item, and never splits a sequence', () => {
    const recent = new Recent<{ sequence: number; n: number }>(4, 10);
    for (let n = 0; n < 8; n += 1) recent.add({ sequence: 11 + Math.floor(n / 2), n });
    // The last four of the eight are kept, those with sequences 13 and 14.
    expect(recent.after(11)).toBeNull();
    expect(recent.after(12)?.map(({ n }) => n)).toEqual([4, 5, 6, 7]);
    expect(recent.after(13)?.map(({ n }) => n)).toEqual([6, 7]);
    expect(recent.after(20)).toEqual([]);
    expect([11, 12, 13, 14, 15].map((sequence) => recent.has(sequence))).toEqual([false, true, true, true, false]);
  });
});

describe('a frame', () => {
  test.each([0, 125, 126, 65_535, 65_536])('of %i bytes has the header of RFC 6455', (length) => {
    const frame = textFrame('x'.repeat(length));
    const [kind, short = 0] = frame;
    expect(kind).toBe(0x81);
    const start = short === 127 ? 10 : short === 126 ? 4 : 2;
    const said = start === 2 ? short : start === 4 ? frame.readUInt16BE(2) : Number(frame.readBigUInt64BE(2));
    expect([said, frame.length - start, start]).toEqual([length, length, length < 126 ? 2 : length < 65_536 ? 4 : 10]);
  });
});

type Sides = Record<'in' | 'out', [price: string, amount: string][]>;

function nothing(): Sides {
  return { in: [], out: [] };
}

/** The messages that a channel published at a sequence, and the state of the book then. */
interface Told {
  readonly sequence: number;
  readonly news: readonly ServerMessage[];
  readonly state: string;
}

function sequenceOf(frame: Buffer): number {
  return messages(frame)?.find((message) => 'sequence' in message)?.sequence ?? 0;
}

function quotationOf(frame: Buffer | null): unknown {
  return (messages(frame) ?? []).map((message) => ('quotation' in message ? message.quotation : null))[0];
}

/** A real exchange with one market that accepts orders. */
function opened(seed: number) {
  const exchange = new Exchange();
  const views = new Views(new Exchange(), new Map(), new Map());
  const random = seededBelow(seed);
  let timeMs = Date.UTC(2026, 0, 1);
  const run = (command: Command): void => {
    timeMs += random(400);
    const events: Event[] = [];
    const outcome = exchange.apply(exchange.sequence + 1, timeMs, command, events);
    views.apply([{ sequence: exchange.sequence, timeMs: exchange.timeMs, command, events, outcome }]);
  };
  for (const command of listing(['BTC'], 3)) run(command);
  const market = views.market(marketId(1));
  const days = new DayMarketChannel('DAY_MARKET', views);
  days.begin();
  return { views, run, random, market, days };
}

/** Plays random orders and publishes channels from time to time. */
function played(seed: number) {
  const { views, run, random, market, days: day } = opened(seed);
  const depth = new DepthChannel('MARKET_DEPTH.BTC/USDT', views, market, levels);
  const trades = new TradesChannel('GLOBAL_TX.BTC/USDT', views, market);
  const candles = new KlineChannel('KLINE.BTC/USDT', views, market, '1min');
  const told = new Map<Channel, Told[]>();
  let book = nothing();
  for (const channel of [depth, trades, day, candles]) {
    if (channel !== day) channel.begin();
    told.set(channel, []);
  }
  for (let n = 0; n < 1_500; n += 1) {
    run(randomOrder(random));
    if (random(4) > 0 && n < 1_499) continue;
    for (const [channel, past] of told) {
      channel.publish();
      const news = messages(channel.update) ?? [];
      if (news.length === 0) continue;
      if (channel === depth) book = follow(book, news);
      past.push({ sequence: views.sequence, news, state: JSON.stringify(book) });
    }
  }
  return { depth, trades, day, candles, told };
}

function randomOrder(random: (below: number) => number): Command {
  const user = userId(100_001 + random(3));
  if (random(4) === 0)
    return { type: 'cancel_order', user, order: orderId(1 + random(1_000)), side: null, requestKey: null };
  return {
    type: 'place_order',
    user,
    market: marketId(1),
    side: random(2) === 0 ? 'buy' : 'sell',
    orderType: 'limit',
    timeInForce: 'gtc',
    postOnly: false,
    price: ticks(940 + random(120)),
    quantity: lots(1 + random(500)),
    selfTradePrevention: null,
    clientOrderId: null,
    requestKey: null,
  };
}

/** The messages in concatenated frames. */
function messages(frame: Buffer | null): ServerMessage[] | null {
  if (frame === null) return null;
  const found: ServerMessage[] = [];
  for (let at = 0; at < frame.length;) {
    const short = frame[at + 1] ?? 0;
    const start = at + (short === 127 ? 10 : short === 126 ? 4 : 2);
    const length =
      short === 127 ? Number(frame.readBigUInt64BE(at + 2)) : short === 126 ? frame.readUInt16BE(at + 2) : short;
    at = start + length;
    found.push(JSON.parse(frame.toString('utf8', start, at)) as ServerMessage);
  }
  return found;
}

/** The book of a client after these messages. */
function follow(before: Sides, news: readonly ServerMessage[]): Sides {
  const book: Sides = { in: [...before.in], out: [...before.out] };
  for (const message of news) {
    if (!('depth' in message)) continue;
    for (const side of ['in', 'out'] as const) {
      const rows = new Map(book[side]);
      for (const { price, amount: left } of message.depth[side]) {
        if (left === '0') rows.delete(price);
        else rows.set(price, left);
      }
      book[side] = [...rows].toSorted(([a], [b]) => (Number(a) - Number(b)) * (side === 'in' ? -1 : 1));
    }
  }
  return book;
}

function tradesOf(message: ServerMessage): number[] {
  return 'completes' in message ? message.completes.map(({ id }) => id) : [];
}

function unsequenced(message: ServerMessage): unknown {
  return { ...message, sequence: 0 };
}
