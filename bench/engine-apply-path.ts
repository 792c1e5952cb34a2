import { PerformanceObserver } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { EventsHash } from '@bourse/engine';
import type { Event } from '@bourse/engine';
import { matching } from './engine-matching.ts';
import { apply, commandOf, listedExchange, openingTimeMs } from './engine-own.ts';
import { middle, reach } from './engine-stream.ts';
import type { Contestant, Course } from './engine-contestants.ts';
import type { Operation, Operations, Stream } from './engine-stream.ts';

/** Figures by metric. */
export type Figures = Readonly<Record<string, number>>;

/**
 * Microseconds of single commands, each with an array of its own for its events, which are read. The last run counts;
 * those before warm up.
 */
export function measureLatency(stream: Stream, rounds: number): Figures {
  let latencies = new Float64Array();
  for (let round = 0; round < rounds; round += 1) latencies = latenciesOf(stream);
  latencies.sort();
  const at = (part: number): number => (latencies[Math.floor(part * (latencies.length - 1))] ?? Number.NaN) * 1000;
  return { p50: at(0.5), p99: at(0.99), 'p99.99': at(0.9999), max: at(1) };
}

function latenciesOf(stream: Stream): Float64Array<ArrayBuffer> {
  const exchange = listedExchange(stream);
  let { sequence } = exchange;
  const applyNext = (operation: Operation): number => {
    const command = commandOf(operation);
    sequence += 1;
    const before = performance.now();
    const events: Event[] = [];
    exchange.apply(sequence, openingTimeMs + (sequence >>> 6), command, events);
    const last = events.at(-1);
    if (last === undefined || last.type === 'rejected') throw new Error(`the stream led to ${JSON.stringify(events)}`);
    return performance.now() - before;
  };
  for (let at = 0; at < stream.opening.length; at += 1) applyNext(stream.opening.get(at));
  const latencies = new Float64Array(stream.measured.length);
  for (let at = 0; at < latencies.length; at += 1) latencies[at] = applyNext(stream.measured.get(at));
  return latencies;
}

/** As many commands as the server applies before it goes on with their events. */
const commandsPerBatch = 64;

/**
 * Nanoseconds that the running hash of the journal takes for each event of the stream, a batch at a time right after
 * the batch was applied.
 */
export function measureHash(stream: Stream, rounds: number): Figures {
  const found: number[] = [];
  for (let round = 0; round <= rounds; round += 1) found.push(hashTimeOf(stream));
  return { 'hash of an event': median(found.slice(1)) };
}

function hashTimeOf(stream: Stream): number {
  const exchange = listedExchange(stream);
  const hash = new EventsHash('');
  let nanoseconds = 0n;
  let count = 0;
  for (const operations of [stream.opening, stream.measured]) {
    for (let at = 0; at < operations.length; at += commandsPerBatch) {
      const batch: Event[][] = [];
      for (let index = at; index < Math.min(at + commandsPerBatch, operations.length); index += 1) {
        const events: Event[] = [];
        exchange.apply(exchange.sequence + 1, openingTimeMs, commandOf(operations.get(index)), events);
        batch.push(events);
      }
      const before = process.hrtime.bigint();
      for (const [index, events] of batch.entries()) hash.add(at + index, openingTimeMs, events);
      if (operations !== stream.measured) continue;
      nanoseconds += process.hrtime.bigint() - before;
      for (const events of batch) count += events.length;
    }
  }
  return Number(nanoseconds) / count;
}

/**
 * What of the heap goes into a resting order in steady state, and what the garbage collector does in a million
 * operations.
 */
export async function measureMemory(stream: Stream): Promise<Figures> {
  return {
    'heap bytes a resting order, matching alone': bytesPerRestingOrder(matching, stream),
    'heap bytes a resting order, apply': bytesPerRestingOrder(apply, stream),
    ...(await collections(stream)),
  };
}

const restingOrders = 1000;

/**
 * Brings an engine to its steady state, then lets it take and cancel the same number of orders again and again. The
 * heap is read around the taking; the median passes over the few times when a collection came between.
 */
function bytesPerRestingOrder<Input>(contestant: Contestant<Input>, stream: Stream): number {
  const course = contestant.begin(stream);
  let order = Math.max(runThrough(course, stream.opening), runThrough(course, stream.measured));
  const grown: number[] = [];
  for (let turn = 0; turn < 300; turn += 1) {
    const placed = Array.from({ length: restingOrders }, (_unused, at): Operation => {
      const terms = {
        user: at % stream.options.users,
        side: 'buy',
        price: middle - 1 - (at % reach),
        quantity: 1,
      } as const;
      return { kind: 'place', market: 0, order: order + 1 + at, ...terms };
    });
    const cancelled = placed.map(({ market, order: id, user }): Operation => ({
      kind: 'cancel',
      market,
      order: id,
      user,
    }));
    order += restingOrders;
    const inputs = placed.map((operation) => course.prepare(operation));
    const before = process.memoryUsage().heapUsed;
    course.execute(inputs);
    grown.push(process.memoryUsage().heapUsed - before);
    course.execute(cancelled.map((operation) => course.prepare(operation)));
  }
  return median(grown) / restingOrders;
}

/** The collections of a whole run through the stream, commands included, after one run that warms up. */
async function collections(stream: Stream): Promise<Figures> {
  const warm = apply.begin(stream);
  runThrough(warm, stream.opening);
  runThrough(warm, stream.measured);
  const observed = apply.begin(stream);
  runThrough(observed, stream.opening);
  const observer = new PerformanceObserver(() => undefined);
  observer.observe({ entryTypes: ['gc'] });
  runThrough(observed, stream.measured);
  // The entries of collections are handed over in a later turn.
  await nextTurn();
  const found = observer.takeRecords();
  observer.disconnect();
  const millions = stream.measured.length / 1_000_000;
  return {
    'collections a million operations': found.length / millions,
    'collecting a million operations': found.reduce((sum, { duration }) => sum + duration, 0) / millions,
  };
}

/** Executes operations in small batches and answers the greatest order id among them. */
function runThrough<Input>(course: Course<Input>, operations: Operations): number {
  let order = 0;
  for (let at = 0; at < operations.length; at += 1) {
    const operation = operations.get(at);
    order = Math.max(order, operation.order);
    course.execute([course.prepare(operation)]);
  }
  return order;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
