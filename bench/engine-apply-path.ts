import { PerformanceObserver } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { EventsHash } from '@bourse/engine';
import type { Event } from '@bourse/engine';
import { matching } from './engine-matching.ts';
import { apply, commandOf, listedExchange, openingTimeMs } from './engine-own.ts';
import { middle, reach } from './engine-stream.ts';
import type { Contestant, Course } from './engine-contestants.ts';
import type { Operation, Operations, Stream } from './engine-stream.ts';

/** Measured values by metric. */
export type Measurements = Readonly<Record<string, number>>;

/**
 * Latency of single commands in microseconds; each command gets its own event array, which is read. Only the last round
 * counts; earlier ones warm up.
 */
export function measureLatency(stream: Stream, rounds: number): Measurements {
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
    if (last === undefined || last.type === 'rejected') throw new Error(`unexpected events: ${JSON.stringify(events)}`);
    return performance.now() - before;
  };
  for (let at = 0; at < stream.opening.length; at += 1) applyNext(stream.opening.get(at));
  const latencies = new Float64Array(stream.measured.length);
  for (let at = 0; at < latencies.length; at += 1) latencies[at] = applyNext(stream.measured.get(at));
  return latencies;
}

/** The number of commands that the server applies before it processes their events. */
const commandsPerBatch = 64;

/**
 * Nanoseconds per event for the journal's running hash, computed in batches right after each batch is applied: the
 * median of whole rounds, and the sum of each batch's shortest time in any round.
 */
export function measureHash(stream: Stream, rounds: number): Measurements {
  const found = Array.from({ length: rounds + 1 }, () => hashTimesOf(stream)).slice(1);
  const events = found[0]?.events ?? Number.NaN;
  const shortest = found[0]?.batches.map((_, at) => Math.min(...found.map(({ batches }) => batches[at] ?? Infinity)));
  return {
    'hash per event': median(found.map(({ batches }) => sumOf(batches))) / events,
    'hash per event, undisturbed': sumOf(shortest ?? new Float64Array()) / events,
  };
}

/** Nanoseconds for the events of each measured batch, and the number of events. */
function hashTimesOf(stream: Stream): { readonly batches: Float64Array; readonly events: number } {
  const exchange = listedExchange(stream);
  const hash = new EventsHash('');
  const batches = new Float64Array(Math.ceil(stream.measured.length / commandsPerBatch));
  let count = 0;
  for (const operations of [stream.opening, stream.measured]) {
    for (let at = 0; at < operations.length; at += commandsPerBatch) {
      const batch: Event[][] = [];
      for (let index = at; index < Math.min(at + commandsPerBatch, operations.length); index += 1) {
        const events: Event[] = [];
        exchange.apply(exchange.sequence + 1, openingTimeMs, commandOf(operations.get(index)), events);
        batch.push(events);
      }
      let sequence = at;
      const before = process.hrtime.bigint();
      // Iterating over `entries()` would take a quarter of the measured time.
      for (const events of batch) hash.add(sequence++, openingTimeMs, events);
      if (operations !== stream.measured) continue;
      batches[at / commandsPerBatch] = Number(process.hrtime.bigint() - before);
      for (const events of batch) count += events.length;
    }
  }
  return { batches, events: count };
}

/** Heap size per resting order in steady state, and garbage collections per million operations. */
export async function measureMemory(stream: Stream): Promise<Measurements> {
  return {
    'heap bytes per resting order, matching alone': bytesPerRestingOrder(matching, stream),
    'heap bytes per resting order, apply': bytesPerRestingOrder(apply, stream),
    ...(await collections(stream)),
  };
}

const restingOrders = 1000;

/**
 * Brings an engine to its steady state, then repeatedly places and cancels the same number of orders. The heap is
 * measured before and after placing; the median discards the few rounds with a collection in between.
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

/** The garbage collections during a whole run, including the creation of commands, after one warm-up run. */
async function collections(stream: Stream): Promise<Measurements> {
  const warm = apply.begin(stream);
  runThrough(warm, stream.opening);
  runThrough(warm, stream.measured);
  const observed = apply.begin(stream);
  runThrough(observed, stream.opening);
  const observer = new PerformanceObserver(() => undefined);
  observer.observe({ entryTypes: ['gc'] });
  runThrough(observed, stream.measured);
  // Performance entries of collections are delivered in a later turn of the event loop.
  await nextTurn();
  const found = observer.takeRecords();
  observer.disconnect();
  const millions = stream.measured.length / 1_000_000;
  return {
    'collections per million operations': found.length / millions,
    'collection time per million operations': found.reduce((sum, { duration }) => sum + duration, 0) / millions,
  };
}

/** Executes operations one by one and returns the greatest order id among them. */
function runThrough<Input>(course: Course<Input>, operations: Operations): number {
  let order = 0;
  for (let at = 0; at < operations.length; at += 1) {
    const operation = operations.get(at);
    order = Math.max(order, operation.order);
    course.execute([course.prepare(operation)]);
  }
  return order;
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
