import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { mutationsOf, type Mutation } from './mutants/mutations.ts';
import { scratchFolder } from './scratch-folder.ts';

/**
 * `npm run mutants -- FOLDER [--file NAME] [--limit N] [--part K/N] [--focus NAME] [--seed S] [--workers W]
 * [--without-simulation]` changes the programs of a folder of the engine one place at a time, and runs the tests of the
 * folder and a short simulation on each changed copy. Prints the changes that neither noticed. Exits with 1 if there
 * are any. With `--part` it takes every N-th mutant from the K-th on, so that N runs take all of them. With `--focus` a
 * brief simulation of mostly such commands comes first, which notices most of them soonest.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    file: { type: 'string' },
    limit: { type: 'string' },
    part: { type: 'string' },
    focus: { type: 'string' },
    seed: { type: 'string' },
    workers: { type: 'string' },
    'without-simulation': { type: 'boolean' },
  },
});
const [folder = ''] = positionals;
const seed = Number(values.seed ?? 1);

interface Mutant extends Mutation {
  readonly file: string;
}

const copied = ['engine', 'contract', 'scripts', 'package.json', 'vitest.config.ts', 'tsconfig.json'];
/** A mutant that still runs after this time never ends. */
const longestMs = 120_000;

const files = tracked(folder);
const tests = files.filter((file) => file.endsWith('.test.ts'));
const sources = new Map(
  files
    .filter((file) => !file.endsWith('.test.ts') && !file.includes('/simulation/') && file.endsWith('.ts'))
    .filter((file) => values.file === undefined || file.endsWith(`/${values.file}`))
    .map((file) => [file, readFileSync(file, 'utf8')]),
);
if (sources.size === 0 || tests.length === 0) throw new Error(`${folder} has no programs with tests.`);
const mutants = chosen(
  [...sources].flatMap(([file, text]) => mutationsOf(file, text).map((one) => ({ ...one, file }))),
);
console.log(`${mutants.length} mutants of ${sources.size} files, tested by ${tests.join(', ')}.`);

const survivors: Mutant[] = [];
let finished = 0;
const scratch = mkdtempSync(join(scratchFolder(), 'bourse-mutants-'));
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) endGroup(child);
  rmSync(scratch, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const waiting = [...mutants];
await Promise.all(
  Array.from({ length: Number(values.workers ?? availableParallelism()) }, async (_, n) => work(copy(n))),
);
console.log(`${mutants.length - survivors.length} of ${mutants.length} mutants were noticed.`);
for (const mutant of survivors.toSorted((a, b) => a.file.localeCompare(b.file) || a.start - b.start)) {
  console.log(described(mutant));
}
process.exitCode = survivors.length === 0 ? 0 : 1;

async function work(root: string): Promise<void> {
  if (await isNoticed(root)) throw new Error('The tests or the simulation fail without any change.');
  for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
    const { file, start, end, replacement } = mutant;
    const text = sources.get(file) ?? '';
    writeFileSync(join(root, file), text.slice(0, start) + replacement + text.slice(end));
    if (!(await isNoticed(root))) survivors.push(mutant);
    writeFileSync(join(root, file), text);
    finished += 1;
    if (finished % 50 === 0) console.log(`${finished} tested, ${survivors.length} not noticed`);
  }
}

/** Whether a test or the simulation fails in this copy. */
async function isNoticed(root: string): Promise<boolean> {
  const { focus } = values;
  const simulated = ['engine/simulation/run.ts', '--seed', String(seed), '--commands'];
  if (focus !== undefined && !(await succeeds(root, [...simulated, '2000', '--focus', focus]))) return true;
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const ofTests = [vitest, 'run', '--project', 'unit', '--bail', '1', '--maxWorkers', '1', ...tests];
  if (!(await succeeds(root, ofTests))) return true;
  if (values['without-simulation'] === true) return false;
  return !(await succeeds(root, [...simulated, '10000']));
}

async function succeeds(root: string, parameters: readonly string[]): Promise<boolean> {
  // A group of its own: a mutant that never ends does so in a worker of the test runner.
  const child = spawn(process.execPath, parameters, { cwd: root, stdio: 'ignore', detached: true });
  running.add(child);
  const timer = setTimeout(() => endGroup(child), longestMs);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timer);
      endGroup(child);
      running.delete(child);
      resolve(code === 0);
    });
  });
}

/** Ends a program and everything that it has started. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of the group runs any more.
  }
}

/** A copy of the engine and what its tests need. */
function copy(n: number): string {
  const root = join(scratch, String(n));
  for (const file of tracked(...copied)) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    cpSync(file, join(root, file));
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
  return root;
}

function tracked(...paths: readonly string[]): string[] {
  return execFileSync('git', ['ls-files', ...paths], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
}

/** All mutants, or those of `--part`, or as many as `--limit` says, equally far apart. */
function chosen(all: readonly Mutant[]): readonly Mutant[] {
  const [part = 1, parts = 1] = (values.part ?? '1/1').split('/').map(Number);
  if (!(part >= 1 && part <= parts)) throw new Error('--part requires K/N with K from 1 to N.');
  if (parts > 1) return all.filter((_, n) => n % parts === part - 1);
  const limit = Math.min(all.length, Number(values.limit ?? all.length));
  return Array.from({ length: limit }, (_, n) => all[Math.floor((n * all.length) / limit)]).filter(
    (mutant) => mutant !== undefined,
  );
}

function described({ file, start, end, replacement }: Mutant): string {
  const text = sources.get(file) ?? '';
  const line = text.slice(0, start).split('\n').length;
  const short = (part: string): string => part.replaceAll(/\s+/g, ' ').slice(0, 100);
  return `${file}:${line}: ${short(text.slice(start, end))} -> ${short(replacement)}   in: ${short(text.split('\n')[line - 1]?.trim() ?? '')}`;
}
