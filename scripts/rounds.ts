import { join } from 'node:path';
import { slowest, type TestFile, type TestReport } from './test-reports.ts';

/** A stage of the gate. */
export interface Stage {
  readonly name: string;
  /** Runs the stage until `stop` is signalled; `report` is the path for the test runner's JSON report. */
  readonly run: (report: string, stop: AbortSignal) => Promise<Outcome>;
  /** Runs one of its test files alone. Without it, failures of the stage are final. */
  readonly runFile?: (file: string, report: string, stop: AbortSignal) => Promise<Outcome>;
}

export interface Outcome {
  readonly passes: boolean;
  /** Shown when the stage fails. */
  readonly output: string;
  /** The report of a test stage; null for a stage that is a single check. */
  readonly tests: TestReport | null;
  /** True if something failed that belongs to no test, such as an unhandled error: a second try would not show it. */
  readonly hasOtherFaults?: boolean;
}

export interface RoundOptions {
  /** The folder for the reports of test runners. */
  readonly reports: string;
  /** How many stages run concurrently. */
  readonly atOnce: number;
  /** Whether failed test files of stages with `runFile` are run once more, alone, after all stages. */
  readonly secondTry: boolean;
  /** Receives a line for each finished stage, and the output of a failed one. */
  readonly report: (line: string, output: string | null) => void;
}

export interface RoundResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The test files that passed only alone, at their second try. */
  readonly flaky: readonly string[];
}

/** With more test files that fail at first, a second try of each proves nothing. */
const mostDoubts = 3;

/** How many of its test files a stage names as the slowest. */
const namedFiles = 10;

interface Doubt {
  readonly stage: Stage;
  readonly file: TestFile;
}

/**
 * Runs the stages of a round concurrently, starting them in order. The first failure stops the others, whose results
 * are then ignored. With `secondTry`, up to three failed test files of all stages together count only if they fail
 * again when they run alone.
 */
export async function runRound(round: readonly Stage[], options: RoundOptions): Promise<RoundResult> {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const doubts: Doubt[] = [];
  const failure = new AbortController();
  const queue = round.values();
  const lane = async (): Promise<void> => {
    for (const stage of queue) {
      const startedMs = performance.now();
      const outcome = await runCaught(() => stage.run(join(options.reports, `${stage.name}.json`), failure.signal));
      if (failure.signal.aborted) return;
      const { passed = 0, failed = 0, skipped = 0, files = [] } = outcome.tests ?? {};
      const isWell = outcome.passes && failed === 0;
      const failedFiles = files.filter(({ failures }) => failures.length > 0);
      const isDoubtful = !isWell && mayBeTriedAgain(stage, outcome, failedFiles.length + doubts.length, options);
      sum.passed += passed;
      sum.skipped += skipped;
      // A stage that fails without a failed test (a type error, a crash) counts as one failure.
      if (!isWell && !isDoubtful) sum.failed += Math.max(failed, 1);
      if (isDoubtful) doubts.push(...failedFiles.map((file) => ({ stage, file })));
      options.report(
        `${isWell ? 'ok  ' : isDoubtful ? '?   ' : 'FAIL'} ${stage.name} (${secondsSince(startedMs)} s${countsOf(outcome)})`,
        isWell ? null : isDoubtful ? failuresOf(failedFiles) : outcome.output,
      );
      if (files.length > 0) options.report(slowestOf(stage, files), null);
      if (isWell || isDoubtful) continue;
      failure.abort();
      return;
    }
  };
  await Promise.all(Array.from({ length: options.atOnce }, lane));
  const flaky: string[] = [];
  if (failure.signal.aborted) {
    sum.failed += doubts.reduce((failed, { file }) => failed + file.failures.length, 0);
    return { ...sum, flaky };
  }
  for (const [n, { stage, file }] of doubts.entries()) {
    const startedMs = performance.now();
    const again = await runCaught(async () => {
      if (stage.runFile === undefined) throw new Error(`The stage ${stage.name} cannot run one file.`);
      return stage.runFile(file.path, join(options.reports, `${stage.name}-${n}.json`), failure.signal);
    });
    const passes = again.passes && again.tests?.failed === 0 && again.tests.passed > 0;
    if (passes) flaky.push(file.path);
    sum.passed += passes ? file.failures.length : 0;
    sum.failed += passes ? 0 : file.failures.length;
    const end = passes ? 'passed alone' : 'FAIL again';
    options.report(`${end}: ${file.path} (${secondsSince(startedMs)} s)`, passes ? null : again.output);
  }
  return { ...sum, flaky };
}

function mayBeTriedAgain(stage: Stage, outcome: Outcome, doubts: number, { secondTry }: RoundOptions): boolean {
  if (!secondTry || stage.runFile === undefined || outcome.hasOtherFaults === true) return false;
  const hasFailedFiles = (outcome.tests?.files ?? []).some(({ failures }) => failures.length > 0);
  return hasFailedFiles && doubts <= mostDoubts;
}

function secondsSince(startedMs: number): string {
  return ((performance.now() - startedMs) / 1000).toFixed(1);
}

function countsOf({ tests }: Outcome): string {
  if (tests === null) return '';
  return `, ${tests.passed} passed, ${tests.failed} failed${tests.skipped === 0 ? '' : `, ${tests.skipped} skipped`}`;
}

function failuresOf(files: readonly TestFile[]): string {
  return files.flatMap(({ path, failures }) => failures.map((failure) => `${path}\n${failure}\n`)).join('\n');
}

function slowestOf({ name }: Stage, files: readonly TestFile[]): string {
  const rows = slowest(files, namedFiles).map(({ path, ms }) => `\n${(ms / 1000).toFixed(1).padStart(17)} s ${path}`);
  return `     slowest files of ${name}:${rows.join('')}`;
}

async function runCaught(run: () => Promise<Outcome>): Promise<Outcome> {
  return run().catch((error: unknown): Outcome => ({
    passes: false,
    output: error instanceof Error ? error.message : String(error),
    tests: null,
  }));
}
