import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ensurePageBuilt } from './build-page.ts';
import { exitCode, forwardSignals } from './child.mjs';
import { progress } from './clock.mjs';
import { bytesSent, consoleModules, overweight, readManifest } from './page-weight.ts';
import { type Outcome, runRound, type Stage } from './rounds.ts';
import { readPlaywrightReport, readVitestReport } from './test-reports.ts';

/** A stage that prints nothing for this long is assumed to hang. Its whole duration has no limit: machines differ. */
const SILENCE_LIMIT_MS = 20 * 60_000;

/** Server tests wait for databases, timers and processes: three of them used 40 % of a machine of two cores. */
const SERVER_WORKERS = 2 * availableParallelism();

const root = dirname(import.meta.dirname);

/**
 * All checks and tests of the project, with one output line per stage; the first failure ends the run. Stages of a
 * round run concurrently, because each leaves processor time unused: a check uses one core, and tests wait for
 * databases. The journeys have a round of their own: beside the server tests a machine of two cores had up to eighteen
 * busy processes, and pages answered too late for any limit. Names of stages as parameters run only those.
 *
 * A build machine (`CI` is set) runs up to three failed files of journeys and server tests once more, alone. The run is
 * green if they pass then, and names each in a line that begins with FLAKY: the next fault to fix.
 */
const ROUNDS: readonly (readonly Stage[])[] = [
  [
    // The linter reports the compiler's errors too: both would compute the types of the whole project.
    { name: 'lint', run: check('oxlint/bin/oxlint', '--type-check') },
    { name: 'format', run: check('oxfmt/bin/oxfmt', '--check', '.') },
    { name: 'structure', run: (report, stop) => vitest(['structure'], report, stop) },
    { name: 'dead-code', run: check('knip/bin/knip.js') },
    { name: 'page', run: buildPage },
  ],
  [
    { name: 'unit', run: (report, stop) => vitest(['unit', 'unit-page'], report, stop) },
    {
      name: 'server',
      run: (report, stop) => vitest(['server'], report, stop, `--maxWorkers=${SERVER_WORKERS}`),
      runFile: (file, report, stop) => vitest(['server'], report, stop, file),
    },
  ],
  [{ name: 'journeys', run: playwright, runFile: (file, report, stop) => playwright(report, stop, file) }],
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
  const secondTry = (process.env['CI'] ?? '') !== '';
  const sum = { passed: 0, failed: 0, skipped: 0 };
  try {
    for (const round of ROUNDS) {
      const chosen = round.filter(({ name }) => names.length === 0 || names.includes(name));
      const result = await runRound(chosen, { reports, atOnce: availableParallelism(), secondTry, report });
      sum.passed += result.passed;
      sum.failed += result.failed;
      sum.skipped += result.skipped;
      for (const file of result.flaky) console.log(`FLAKY ${file}`);
      if (result.failed > 0) break;
    }
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped === 0 ? '' : `, ${sum.skipped} skipped`}`);
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

async function vitest(
  projects: readonly string[],
  report: string,
  stop: AbortSignal,
  ...options: readonly string[]
): Promise<Outcome> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const chosen = projects.flatMap((project) => ['--project', project]);
  const outcome = await runTool('vitest/vitest.mjs', ['run', ...chosen, ...reporters, ...options], stop);
  const hasOtherFaults = outcome.output.includes('Unhandled Errors');
  return { ...outcome, tests: readVitestReport(report, root), hasOtherFaults };
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

async function playwright(report: string, stop: AbortSignal, ...files: readonly string[]): Promise<Outcome> {
  const outcome = await runTool(
    '@playwright/test/cli.js',
    ['test', '--config', join('e2e', 'playwright.config.ts'), '--reporter=list,json', ...files],
    stop,
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  );
  return { ...outcome, tests: readPlaywrightReport(report, 'e2e') };
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
    env: { ...process.env, ...environment },
  });
  const printed: Buffer[] = [];
  const hangs = new AbortController();
  const silence = setTimeout(() => hangs.abort(), SILENCE_LIMIT_MS);
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      printed.push(bytes);
      silence.refresh();
    });
  const stopForwarding = forwardSignals(child);
  const cutOff = AbortSignal.any([hangs.signal, stop]);
  cutOff.addEventListener('abort', () => {
    killGroup(child);
  });
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => {
      resolve(exitCode(status, signal));
    });
  });
  clearTimeout(silence);
  stopForwarding();
  const end = hangs.signal.aborted ? `\nIt printed nothing for ${SILENCE_LIMIT_MS / 60_000} minutes.` : '';
  return { passes: code === 0, output: `${Buffer.concat(printed).toString('utf8')}${end}` };
}

/** Kills a process and all its descendants. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  if (process.platform === 'win32') child.kill('SIGKILL');
  else process.kill(-child.pid, 'SIGKILL');
}
