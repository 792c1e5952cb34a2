import { measureHash, measureLatency, measureMemory } from './engine-apply-path.ts';
import { runOnce } from './engine-contestants.ts';
import { matching } from './engine-matching.ts';
import { apply } from './engine-own.ts';
import { nodejsOrderBook, orderbookMatchEngine } from './engine-peers.ts';
import { buildStream } from './engine-stream.ts';
import { numberArgument, textArgument } from './table.ts';
import type { Measurements } from './engine-apply-path.ts';
import type { Contestant } from './engine-contestants.ts';
import type { Stream, StreamOptions } from './engine-stream.ts';

/**
 * `node engine-measure.ts operations|latency|hash|memory --contestant NAME --kind mixed|inserts --operations N …` makes
 * one measurement and prints the values as JSON. Each runs in a separate process, so that garbage and compiled code of
 * others do not affect it.
 */
const [measured = '', ...args] = process.argv.slice(2);
const rounds = numberArgument(args, 'rounds', 5);
/** No further rounds start once the rounds of a contestant have taken this many seconds in total. */
const enough = 12;
process.stdout.write(JSON.stringify(await measure(measured, buildStream(streamOptions()))));

function streamOptions(): StreamOptions {
  return {
    kind: textArgument(args, 'kind') === 'inserts' ? 'inserts' : 'mixed',
    operations: numberArgument(args, 'operations', 1_000_000),
    liveOrders: numberArgument(args, 'liveOrders', 0),
    users: numberArgument(args, 'users', 1000),
    markets: numberArgument(args, 'markets', 1),
    seed: numberArgument(args, 'seed', 1),
  };
}

async function measure(what: string, stream: Stream): Promise<Measurements> {
  switch (what) {
    case 'operations':
      return operationsPerSecond(contestantOf(textArgument(args, 'contestant')), stream);
    case 'latency':
      return measureLatency(stream, rounds);
    case 'hash':
      return measureHash(stream, rounds);
    case 'memory':
      return measureMemory(stream);
    default:
      throw new Error(`unknown measurement "${what}"`);
  }
}

function contestantOf(name: string | null): Contestant {
  const contestants: Contestant[] = [apply, matching, nodejsOrderBook, orderbookMatchEngine];
  const found = contestants.find((contestant) => contestant.name === name);
  if (found === undefined) throw new Error(`unknown contestant "${name}"`);
  return found;
}

/**
 * Operations per second: the median of the verified rounds, and `undisturbed`, from the sum of each batch's shortest
 * time in any round. The first round only warms up, unless there is time for just one.
 */
function operationsPerSecond(contestant: Contestant, stream: Stream): Measurements {
  const runs = [runOnce(contestant, stream)];
  let total = runs[0]?.seconds ?? 0;
  while (runs.length <= rounds && total < enough) {
    const run = runOnce(contestant, stream);
    runs.push(run);
    total += run.seconds;
  }
  const counted = (runs.length === 1 ? runs : runs.slice(1)).toSorted((a, b) => a.seconds - b.seconds);
  const { length } = stream.measured;
  const shortest = counted[0]?.batches.map((_, at) =>
    Math.min(...counted.map(({ batches }) => batches[at] ?? Infinity)),
  );
  return {
    operations: length / (counted[Math.floor(counted.length / 2)]?.seconds ?? Number.NaN),
    undisturbed: (length * 1e9) / (shortest?.reduce((sum, batch) => sum + batch, 0) ?? Number.NaN),
  };
}
