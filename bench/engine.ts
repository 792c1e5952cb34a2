import { bourse, nodejsOrderBook, orderbookMatchEngine } from './engine-contestants.ts';
import { buildStream } from './engine-stream.ts';
import { numberArgument, report } from './table.ts';
import type { Contestant, Run } from './engine-contestants.ts';
import type { Stream } from './engine-stream.ts';
import type { Row } from './table.ts';

/**
 * `node bench/engine.ts [--operations N] [--live N] [--seed S] [--rounds N] [--json FILE]`
 *
 * One seeded stream on one market through the whole exchange (`apply`: checks, exact ledger, fees, events that are read)
 * and through two order books from npm, which match and keep no accounts. Every engine must come to the same trades and
 * volume as the stream's own book before any figure is printed. The median of the rounds counts.
 */
const args = process.argv.slice(2);
const operations = numberArgument(args, 'operations', 1_000_000);
const liveOrders = numberArgument(args, 'live', 10_000);
const seed = numberArgument(args, 'seed', 1);
const rounds = numberArgument(args, 'rounds', 5);

const stream = buildStream({ seed, operations, liveOrders, users: 1000 });
const contestants: readonly Contestant[] = [bourse, nodejsOrderBook, orderbookMatchEngine];
const figures = contestants.map((contestant) => ({ name: contestant.name, value: operationsPerSecond(contestant) }));
const own = figures[0]?.value ?? 0;
const rows: Row[] = figures.map(({ name, value }) => ({
  name: `engine, ${liveOrders.toLocaleString('en')} live orders`,
  metric: name,
  value,
  unit: 'operations/s',
  peer: name === bourse.name ? null : name,
  ratio: name === bourse.name ? null : own / value,
}));
report(rows, args);

/** The median over the rounds, of a contestant that agrees with the stream every time. The first round only warms up. */
function operationsPerSecond(contestant: Contestant): number {
  const seconds: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const run = contestant.run(stream);
    verify(contestant, run, stream);
    if (round > 0) seconds.push(run.seconds);
  }
  const median = seconds.toSorted((a, b) => a - b)[Math.floor(seconds.length / 2)] ?? Number.NaN;
  return operations / median;
}

function verify({ name }: Contestant, run: Run, { expected }: Stream): void {
  if (run.trades === expected.trades && run.volume === expected.volume) return;
  const said = `${run.trades} trades of ${run.volume}`;
  throw new Error(`${name} came to ${said}, the stream to ${expected.trades} trades of ${expected.volume}`);
}
