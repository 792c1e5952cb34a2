import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ensurePageBuilt } from './build-page.ts';
import { exitCode, forwardSignals } from './child.mjs';
import { progress } from './clock.mjs';
import { bytesSent, overweight, readManifest } from './page-weight.ts';
import { type Outcome, runRound, type Stage } from './rounds.ts';
import { readPlaywrightCounts, readVitestCounts } from './test-counts.ts';

/** No stage takes this long unless something hangs. */
const STAGE_LIMIT_MS = 15 * 60_000;

const root = dirname(import.meta.dirname);

/** What the processes of one run compile is there for those that follow: most of them load the same programs. */
const compiledPrograms = join(root, 'node_modules', '.cache', 'compiled-programs');

/**
 * The one gate: a line for each stage, and the first failure ends it. Stages of a round share the processors, because
 * each by itself leaves some of them idle: a check runs on one, and a test waits for a database or is the last of its
 * stage. The journeys come last: they keep the machine busy by themselves. Of the checks, the two that take most memory
 * do not begin together. Names of stages as parameters run only those.
 */
const ROUNDS: readonly (readonly Stage[])[] = [
  [
    { name: 'types', run: check('typescript/bin/tsc', '-p', '.') },
    { name: 'format', run: check('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.') },
    { name: 'lint', run: check('oxlint/bin/oxlint') },
    { name: 'structure', run: vitest('structure') },
    { name: 'dead-code', run: check('knip/bin/knip.js') },
  ],
  [
    { name: 'page', run: buildPage },
    { name: 'unit', run: vitest('unit', 'unit-page') },
    { name: 'server', run: vitest('server') },
  ],
  [{ name: 'journeys', run: playwright }],
];

process.exitCode = await gate(process.argv.slice(2));

async function gate(names: readonly string[]): Promise<number> {
  const known = ROUNDS.flat().map((stage) => stage.name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no stage ${unknown.join(', ')}; there are ${known.join(', ')}.`);
    return 1;
  }
  const reports = mkdtempSync(join(tmpdir(), 'bourse-gate-'));
  const sum = { passed: 0, failed: 0 };
  try {
    for (const round of ROUNDS) {
      const chosen = round.filter(({ name }) => names.length === 0 || names.includes(name));
      const { passed, failed } = await runRound(chosen, { reports, atOnce: availableParallelism(), tell });
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

function tell(line: string, output: string | null): void {
  if (output !== null) console.log(output);
  progress(line);
}

/** A tool that says by its exit code whether all is well. */
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
 * Builds the page, and holds the scripts of each route against its budget: bytes, unlike times, are the same
 * everywhere.
 */
async function buildPage(): Promise<Outcome> {
  await ensurePageBuilt(root);
  const heavy = overweight(readManifest(root), (file) => bytesSent(root, file));
  return { passes: heavy.length === 0, output: heavy.join('\n'), tests: null };
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

/** Runs a tool of node_modules on this very Node and keeps what it prints. */
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

/** With everything that it started. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  if (process.platform === 'win32') child.kill('SIGKILL');
  else process.kill(-child.pid, 'SIGKILL');
}
