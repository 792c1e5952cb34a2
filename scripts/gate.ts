import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ensurePageBuilt } from './build-page.ts';
import { exitCode, forwardSignals } from './child.mjs';
import { progress } from './clock.mjs';
import { bytesSent, overweight, readManifest } from './page-weight.ts';
import { readPlaywrightCounts, readVitestCounts } from './test-counts.ts';
import type { TestCounts } from './test-counts.ts';

/**
 * The one gate: every stage in order, a line for each, and the first failure ends it. Names of stages as parameters run
 * only those.
 */
interface Stage {
  readonly name: string;
  /** Does the work; `report` is a file for the test runner's own account of what passed and failed. */
  readonly run: (report: string) => Promise<Outcome>;
}

interface Outcome {
  readonly passes: boolean;
  /** What to show when it does not pass. */
  readonly output: string;
  /** Null for a stage that is one check, not a number of tests. */
  readonly tests: TestCounts | null;
}

/** No stage takes this long unless something hangs. */
const STAGE_LIMIT_MS = 15 * 60_000;

const root = dirname(import.meta.dirname);

const STAGES: readonly Stage[] = [
  { name: 'structure', run: vitest('structure') },
  { name: 'types', run: check('typescript/bin/tsc', '-p', '.') },
  { name: 'lint', run: check('oxlint/bin/oxlint') },
  { name: 'format', run: check('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.') },
  { name: 'dead-code', run: check('knip/bin/knip.js') },
  { name: 'unit', run: vitest('unit') },
  { name: 'server', run: vitest('server') },
  { name: 'page', run: buildPage },
  { name: 'journeys', run: playwright },
];

process.exitCode = await gate(process.argv.slice(2));

async function gate(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !STAGES.some((stage) => stage.name === name));
  if (unknown.length > 0) {
    console.error(
      `There is no stage ${unknown.join(', ')}; there are ${STAGES.map((stage) => stage.name).join(', ')}.`,
    );
    return 1;
  }
  const reports = mkdtempSync(join(tmpdir(), 'bourse-gate-'));
  const sum = { passed: 0, failed: 0 };
  try {
    for (const stage of STAGES) {
      if (names.length > 0 && !names.includes(stage.name)) continue;
      const { passes, tests } = await runStage(stage, join(reports, `${stage.name}.json`));
      sum.passed += tests?.passed ?? 0;
      sum.failed += tests?.failed ?? 0;
      if (passes && (tests?.failed ?? 0) === 0) continue;
      // A stage that fails without a failed test (a type error, a crash) is one failure.
      sum.failed = Math.max(sum.failed, 1);
      break;
    }
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
  return sum.failed === 0 ? 0 : 1;
}

async function runStage(stage: Stage, report: string): Promise<Outcome> {
  const startedMs = performance.now();
  const outcome = await stage.run(report).catch((error: unknown): Outcome => ({
    passes: false,
    output: error instanceof Error ? error.message : String(error),
    tests: null,
  }));
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  const counts = outcome.tests === null ? '' : `, ${outcome.tests.passed} passed, ${outcome.tests.failed} failed`;
  if (!outcome.passes) console.log(outcome.output);
  progress(`${outcome.passes ? 'ok  ' : 'FAIL'} ${stage.name} (${seconds} s${counts})`);
  return outcome;
}

/** A tool that says by its exit code whether all is well. */
function check(tool: string, ...parameters: readonly string[]): Stage['run'] {
  return async () => ({ ...(await runTool(tool, parameters)), tests: null });
}

function vitest(project: string): Stage['run'] {
  return async (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const outcome = await runTool('vitest/vitest.mjs', ['run', '--project', project, ...reporters]);
    return { ...outcome, tests: readVitestCounts(report) };
  };
}

/** Builds the page, and holds the scripts of each route against its budget: bytes, unlike times, are the same everywhere. */
async function buildPage(): Promise<Outcome> {
  await ensurePageBuilt(root);
  const heavy = overweight(readManifest(root), (file) => bytesSent(root, file));
  return { passes: heavy.length === 0, output: heavy.join('\n'), tests: null };
}

async function playwright(report: string): Promise<Outcome> {
  const journeys = readdirSync(join(root, 'e2e')).filter((name) => name.endsWith('.spec.ts'));
  if (journeys.length === 0) return { passes: true, output: '', tests: { passed: 0, failed: 0 } };
  const outcome = await runTool(
    '@playwright/test/cli.js',
    ['test', '--config', join('e2e', 'playwright.config.ts'), '--reporter=list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  );
  return { ...outcome, tests: readPlaywrightCounts(report) };
}

/** Runs a tool of node_modules on this very Node and keeps what it prints. */
async function runTool(
  tool: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ passes: boolean; output: string }> {
  const child = spawn(process.execPath, [join(root, 'node_modules', tool), ...parameters], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    env: { ...process.env, ...environment },
  });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => printed.push(bytes));
  const stopForwarding = forwardSignals(child);
  const limit = AbortSignal.timeout(STAGE_LIMIT_MS);
  limit.addEventListener('abort', () => {
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
