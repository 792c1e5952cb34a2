import { focusOf, simulate } from './simulate.ts';

/**
 * `node engine/simulation/run.ts [--commands N] [--seed S] [--focus CAPABILITY]`: simulates runs of at most 20 000
 * commands, with the seeds S, S + 1, …, until N commands agree with the model. With a focus it takes only the seeds
 * whose runs consist mostly of commands of that capability. Exits with 1 at the first difference.
 */
const commandsPerRun = 20_000;

const commands = argument('commands', 100_000);
const firstSeed = argument('seed', Date.now() % 1_000_000_000);
const focus = text('focus');
/** Focuses repeat after this many seeds. */
const focusPeriod = 60;
process.stdout.write(`Simulating ${commands} commands from seed ${firstSeed}.\n`);

const totals = new Map<string, number>();
let restarts = 0;
for (let done = 0, seed = fitting(firstSeed); done < commands; done += commandsPerRun, seed = fitting(seed + 1)) {
  const outcome = simulate(seed, Math.min(commandsPerRun, commands - done));
  restarts += outcome.restarts;
  for (const [name, count] of outcome.counts) totals.set(name, (totals.get(name) ?? 0) + count);
  process.stdout.write(`seed ${seed}: ${outcome.commands} commands agree, events hash ${outcome.eventsHash}\n`);
}
for (const [name, count] of [...totals].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
  process.stdout.write(`${String(count).padStart(9)}  ${name}\n`);
}
process.stdout.write(`${String(restarts).padStart(9)}  restarts from a snapshot\n`);

/** The first seed from this one on whose run has the focus. */
function fitting(from: number): number {
  if (focus === null) return from;
  const ahead = Array.from({ length: focusPeriod }, (_, at) => focusOf(from + at)).indexOf(focus);
  if (ahead < 0) throw new Error(`No run has the focus ${focus}.`);
  return from + ahead;
}

function text(name: string): string | null {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? null : (process.argv[at + 1] ?? '');
}

function argument(name: string, otherwise: number): number {
  const given = text(name);
  if (given === null) return otherwise;
  const value = given === '' ? Number.NaN : Number(given);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} requires a non-negative whole number`);
  return value;
}
