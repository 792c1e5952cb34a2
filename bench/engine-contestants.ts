import type { Expected, Operation, Operations, Stream } from './engine-stream.ts';

/** One measured run of one engine over one stream. */
export interface Run extends Expected {
  readonly seconds: number;
  /** Nanoseconds of each batch of operations, in order. */
  readonly batches: Float64Array;
}

/** An engine that can be measured: `begin` makes a fresh one that knows the listings and stands empty. */
export interface Contestant<Input = unknown> {
  readonly name: string;
  begin(stream: Stream): Course<Input>;
}

/** One engine on its way through one stream. */
export interface Course<Input> {
  /** What it is given for an operation. Made outside the measured time, so that it comes fresh, as from a queue. */
  prepare(operation: Operation): Input;
  execute(inputs: readonly Input[]): void;
  trades: number;
  volume: number;
  /** Lots that stand in the books. Called in the end. */
  standing(): number;
}

const operationsPerBatch = 64;

/** Runs a contestant through a stream. Throws when it does not come to what the stream's own book says. */
export function runOnce(contestant: Contestant, stream: Stream): Run {
  const course = contestant.begin(stream);
  execute(course, stream.opening);
  course.trades = 0;
  course.volume = 0;
  const batches = execute(course, stream.measured);
  const seconds = batches.reduce((sum, batch) => sum + batch, 0) / 1e9;
  const { trades, volume } = course;
  const run = { seconds, batches, trades, volume, standing: course.standing() };
  verify(contestant, run, stream);
  return run;
}

/** Nanoseconds that each batch of operations took, without making their inputs. */
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
  for (const figure of ['trades', 'volume', 'standing'] as const) {
    if (run[figure] === expected[figure]) continue;
    throw new Error(`${name}: ${figure} came to ${run[figure]}, by the stream's own book to ${expected[figure]}`);
  }
}
