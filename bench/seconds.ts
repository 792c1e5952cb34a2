import { purchase, seconds, SecondsFloor, tickMs } from './seconds-floor.ts';
import { measurement, numberArgument, report, type Row } from './table.ts';

/**
 * Seconds contracts in the engine, without server and database: buying many, and settling all of them at one tick,
 * beside buying them; an index tick beside one without contracts. Contracts are over 30 seconds with ticks each 500 ms.
 *
 * Options: `--contracts`, `--rounds`, `--json FILE`.
 */
const args = process.argv.slice(2);
const contracts = numberArgument(args, 'contracts', 10_000);
const rounds = numberArgument(args, 'rounds', 5);

interface Times {
  readonly buying: number;
  readonly striking: number;
  readonly settling: number;
  readonly tick: number;
  readonly idleTick: number;
}

// The first round compiles the code and is not counted.
const times = Array.from({ length: rounds + 1 }, round).slice(1);
const median = (of: (one: Times) => number): number =>
  times.map(of).toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
const name = `${contracts} contracts`;
const buying = { name: 'buying them', value: median((one) => one.buying) };
const rows: Row[] = [
  measurement(name, 'bought', buying.value, 'ms'),
  measurement(
    name,
    'struck at one tick',
    median((one) => one.striking),
    'ms',
    buying,
  ),
  measurement(
    name,
    'settled at one tick',
    median((one) => one.settling),
    'ms',
    buying,
  ),
  measurement(
    'index tick',
    name,
    median((one) => one.tick),
    'µs',
    {
      name: 'no contracts',
      value: median((one) => one.idleTick),
    },
  ),
];
report(rows, args);

/** Buys all contracts within a tick, and lets time pass until they are settled. */
function round(): Times {
  const floor = new SecondsFloor(contracts);
  floor.pass(tickMs);
  const idleTick = floor.ticks(40) / 40;
  const buying = floor.run(Array.from({ length: contracts }, (_, at) => purchase(at)));
  floor.ticks(1);
  floor.pass(tickMs);
  const striking = floor.tickAt();
  const left = (seconds * 1000) / tickMs - 3;
  const tick = floor.ticks(left) / left;
  floor.pass(tickMs);
  const settling = floor.tickAt();
  if (floor.closed !== contracts) throw new Error(`${floor.closed} of ${contracts} contracts were settled`);
  floor.exchange.audit();
  return { buying, striking, settling, tick: tick * 1000, idleTick: idleTick * 1000 };
}
