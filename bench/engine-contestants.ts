import type { Expected, Operation, Operations, Stream } from './engine-stream.ts';

/** One measured run of an engine over a stream. */
export interface Run extends Expected {
  readonly seconds: number;
  /** Nanoseconds of each batch of operations, in order. */
  readonly batches: Float64Array;
}

/** An engine to measure: `begin` creates a new one with the listings and empty books. */
export interface Contestant<Input = unknown> {
  readonly name: string;
  begin(stream: Stream): Course<Input>;
}

/** One run of an engine through a stream. */
export interface Course<Input> {
  /** The engine's input for an operation. Created outside the measured time, as if it came from a queue. */
  prepare(operation: Operation): Input;
  execute(inputs: readonly Input[]): void;
  trades: number;
  volume: number;
  /** The number of lots resting in the books; called at the end. */
  restingLots(): number;
}

const operationsPerBatch = 64;

/** Runs a contestant through a stream. Throws when its results differ from those of the stream's own book. */
export function runOnce(contestant: Contestant, stream: Stream): Run {
  const course = contestant.begin(stream);
  execute(course, stream.opening);
  course.trades = 0;
  course.volume = 0;
  const batches = execute(course, stream.measured);
  const seconds = batches.reduce((sum, batch) => sum + batch, 0) / 1e9;
  const { trades, volume } = course;
  const run = { seconds, batches, trades, volume, restingLots: course.restingLots() };
  verify(contestant, run, stream);
  return run;
}

/** Nanoseconds per batch of operations, without the creation of inputs. */
function execute<Input>(course: Course<Input>, operations: Operations): Float64Array {
  const batches = new Float64Array(Math.ceil(operations.length / operationsPerBatch));
  for (let at = 0; at < operations.length; at += operationsPerBatch) {
    const inputs: Input[] = [];
    const end = Math.min(at + operationsPerBatch, operations.length);
    for (let index = at; index < end; index += 1) inputs.push(course.prepare(operations.get(index)));
    const before = process.hrtime.bigint();
    course.execute(inputs);
    batches[at / operationsPerBatch] = Number(process.hrtime.bigint() - before);
  }
  return batches;
}

function verify({ name }: Contestant, run: Run, { expected }: Stream): void {
  for (const metric of ['trades', 'volume', 'restingLots'] as const) {
    if (run[metric] === expected[metric]) continue;
    throw new Error(`${name}: ${metric} is ${run[metric]}, but ${expected[metric]} in the stream's own book`);
  }
}
