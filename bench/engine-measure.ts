import { measureHash, measureLatency, measureMemory } from './engine-apply-path.ts';
import { runOnce } from './engine-contestants.ts';
import { matching } from './engine-matching.ts';
import { apply } from './engine-own.ts';
import { nodejsOrderBook, orderbookMatchEngine } from './engine-peers.ts';
import { buildStream } from './engine-stream.ts';
import { numberArgument, textArgument } from './table.ts';
import type { Figures } from './engine-apply-path.ts';
import type { Contestant } from './engine-contestants.ts';
import type { Stream, StreamOptions } from './engine-stream.ts';

/**
 * `node engine-measure.ts operations|latency|hash|memory --contestant NAME --kind mixed|inserts --operations N …`
 * prints figures as JSON: one measurement, in a process of its own so that no other's garbage or compiled code comes
 * into it.
 */
const [measured = '', ...args] = process.argv.slice(2);
const rounds = numberArgument(args, 'rounds', 5);
/** A slow contestant is given no further round once its rounds have taken this many seconds together. */
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

async function measure(what: string, stream: Stream): Promise<Figures> {
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
      throw new Error(`there is no measure "${what}"`);
  }
}

function contestantOf(name: string | null): Contestant {
  const contestants: Contestant[] = [apply, matching, nodejsOrderBook, orderbookMatchEngine];
  const found = contestants.find((contestant) => contestant.name === name);
  if (found === undefined) throw new Error(`there is no contestant "${name}"`);
  return found;
}

/**
 * Operations a second: the median over the rounds, each verified, and `undisturbed`, the sum of the shortest time of
 * each batch in any round. The first round only warms up, unless it is the only one that there is time for.
 */
function operationsPerSecond(contestant: Contestant, stream: Stream): Figures {
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
