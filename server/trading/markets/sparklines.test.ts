import { type Event, Exchange, type Command } from '@bourse/engine';
import { describe, expect, test } from 'vitest';
import type { Committed } from '../../ground/core/index.ts';
import { Views } from '../../ground/feed/index.ts';
import { demoListing } from './listing.ts';
import { SparklineReader } from './sparklines.ts';

const minuteMs = 60_000;
const startMs = Date.UTC(2026, 2, 4, 12);

describe('sparklines', () => {
  test('begin with the first trade of a young market', () => {
    const { views, reader } = listed();
    views.recordPast(marketOf(views), [minuteAt(-90), minuteAt(-31), minuteAt(-1)]);
    const { time, lines } = reader.read();
    expect(time).toBe(startMs / 1_000 + 60);
    expect(lines[0]?.closes).toEqual(['10', '10', '69', '99']);
    expect(lines[1]?.closes).toEqual([]);
  });

  test('are recomputed once a minute and when a market is listed', () => {
    const { views, reader, run } = listed(15);
    const first = reader.read();
    run({ type: 'clock' }, 59_999);
    expect(reader.read()).toBe(first);
    const last = demoListing().at(-1);
    if (last === undefined) throw new Error('the demo lists no market');
    run(last, 0);
    expect(reader.read().lines).toHaveLength(first.lines.length + 1);
    run({ type: 'clock' }, 1);
    expect(reader.read().time).toBe(first.time + 60);
    expect(views.timeMs).toBe(startMs + minuteMs);
  });
});

/** An exchange at noon with the first `markets` markets of the demo. */
function listed(markets = 16) {
  const exchange = new Exchange();
  const views = new Views(exchange, new Map(), new Map());
  let timeMs = startMs;
  const run = (command: Command, laterMs: number): void => {
    timeMs += laterMs;
    const events: Event[] = [];
    const outcome = exchange.apply(exchange.sequence + 1, timeMs, command, events);
    const committed: Committed = { sequence: exchange.sequence, timeMs: exchange.timeMs, command, events, outcome };
    views.apply([committed]);
  };
  for (const command of demoListing().slice(0, 14 + markets)) run(command, 0);
  return { views, reader: new SparklineReader(views), run };
}

function marketOf(views: Views) {
  const [first] = views.markets();
  if (first === undefined) throw new Error('the demo lists no market');
  return first.market.id;
}

/** A one-minute candle whose close rises by one whole unit per minute, beginning at 10, 90 minutes before noon. */
function minuteAt(offset: number) {
  const price = 100 + (offset + 90) * 10;
  return { openTimeMs: startMs + offset * minuteMs, open: price, high: price, low: price, close: price, volume: 1 };
}
