import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ensurePageBuilt } from './build-page.ts';
import { exitCode, forwardSignals } from './child.mjs';
import { progress } from './clock.mjs';
import { bytesSent, consoleModules, overweight, readManifest } from './page-weight.ts';
import { type Outcome, runRound, type Stage } from './rounds.ts';
import { readPlaywrightCounts, readVitestCounts } from './test-counts.ts';

/** A stage that takes longer is assumed to hang. */
const STAGE_LIMIT_MS = 40 * 60_000;

const root = dirname(import.meta.dirname);

const caches = join(root, 'node_modules', '.cache');

/** A compile cache that the processes of one run share, because most of them load the same programs. */
const compiledPrograms = join(caches, 'compiled-programs');

/** Files that Prettier has found well formatted, by the hashes of their contents. */
const formatCache = ['--cache', '--cache-strategy', 'content', '--cache-location', join(caches, 'formatted-files')];

/**
 * All checks and tests of the project, with one output line per stage; the first failure ends the run. Stages of a
 * round run concurrently, because each leaves processor time unused: a check uses one core, and tests wait for
 * databases and browsers. The journeys need the built page, and start when the unit tests leave them a core. The two
 * checks that need most memory do not start together. Names of stages as parameters run only those.
 */
const ROUNDS: readonly (readonly Stage[])[] = [
  [
    { name: 'types', run: check('typescript/bin/tsc', '-p', '.') },
    {
      name: 'format',
      run: check('prettier/bin/prettier.cjs', '--check', ...formatCache, '--log-level', 'warn', '.'),
    },
    { name: 'lint', run: check('oxlint/bin/oxlint') },
    { name: 'structure', run: vitest('structure') },
    { name: 'dead-code', run: check('knip/bin/knip.js') },
    { name: 'page', run: buildPage },
  ],
  [
    { name: 'unit', run: vitest('unit', 'unit-page') },
    { name: 'server', run: vitest('server') },
    { name: 'journeys', run: playwright },
  ],
];

process.exitCode = await gate(process.argv.slice(2));

async function gate(names: readonly string[]): Promise<number> {
  const known = ROUNDS.flat().map((stage) => stage.name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`Unknown stage: ${unknown.join(', ')}. Known stages: ${known.join(', ')}.`);
    return 1;
  }
  const reports = mkdtempSync(join(tmpdir(), 'bourse-gate-'));
  const sum = { passed: 0, failed: 0 };
  try {
    for (const round of ROUNDS) {
      const chosen = round.filter(({ name }) => names.length === 0 || names.includes(name));
      const { passed, failed } = await runRound(chosen, { reports, atOnce: availableParallelism(), report });
      sum.passed += passed;
      sum.failed += failed;
      if (failed > 0) break;
    }
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
  return sum.failed === 0 ? 0 : 1;
}

function report(line: string, output: string | null): void {
  if (output !== null) console.log(output);
  progress(line);
}

/** A tool that reports success by its exit code. */
function check(tool: string, ...parameters: readonly string[]): Stage['run'] {
  return async (_report, stop) => ({ ...(await runTool(tool, parameters, stop)), tests: null });
}

function vitest(...projects: readonly string[]): Stage['run'] {
  return async (report, stop) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const chosen = projects.flatMap((project) => ['--project', project]);
    const outcome = await runTool('vitest/vitest.mjs', ['run', ...chosen, ...reporters], stop);
    return { ...outcome, tests: readVitestCounts(report) };
  };
}

/**
 * Builds the page and checks the scripts of each route against its size budget, which unlike times is the same on every
 * machine, and that visitors load nothing of the console.
 */
async function buildPage(): Promise<Outcome> {
  await ensurePageBuilt(root);
  const manifest = readManifest(root);
  const problems = [...overweight(manifest, (file) => bytesSent(root, file)), ...consoleModules(manifest)];
  return { passes: problems.length === 0, output: problems.join('\n'), tests: null };
}

async function playwright(report: string, stop: AbortSignal): Promise<Outcome> {
  const journeys = readdirSync(join(root, 'e2e')).filter((name) => name.endsWith('.spec.ts'));
  if (journeys.length === 0) return { passes: true, output: '', tests: { passed: 0, failed: 0 } };
  const outcome = await runTool(
    '@playwright/test/cli.js',
    ['test', '--config', join('e2e', 'playwright.config.ts'), '--reporter=list,json'],
    stop,
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  );
  return { ...outcome, tests: readPlaywrightCounts(report) };
}

/** Runs a tool of node_modules on the current Node version and collects its output. */
async function runTool(
  tool: string,
  parameters: readonly string[],
  stop: AbortSignal,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ passes: boolean; output: string }> {
  const child = spawn(process.execPath, [join(root, 'node_modules', tool), ...parameters], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    env: { NODE_COMPILE_CACHE: compiledPrograms, ...process.env, ...environment },
  });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => printed.push(bytes));
  const stopForwarding = forwardSignals(child);
  const limit = AbortSignal.timeout(STAGE_LIMIT_MS);
  const cutOff = AbortSignal.any([limit, stop]);
  cutOff.addEventListener('abort', () => {
    killGroup(child);
  });
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => {
      resolve(exitCode(status, signal));
    });
  });
  stopForwarding();
  const end = limit.aborted ? `\nIt did not end within ${STAGE_LIMIT_MS / 60_000} minutes.` : '';
  return { passes: code === 0, output: `${Buffer.concat(printed).toString('utf8')}${end}` };
}

/** Kills a process and all its descendants. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  if (process.platform === 'win32') child.kill('SIGKILL');
  else process.kill(-child.pid, 'SIGKILL');
}
