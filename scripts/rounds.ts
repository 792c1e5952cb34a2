import { join } from 'node:path';
import type { TestCounts } from './test-counts.ts';

/** A stage of the gate. */
export interface Stage {
  readonly name: string;
  /** Runs the stage until `stop` is signalled; `report` is the path for the test runner's JSON report. */
  readonly run: (report: string, stop: AbortSignal) => Promise<Outcome>;
}

export interface Outcome {
  readonly passes: boolean;
  /** Shown when the stage fails. */
  readonly output: string;
  /** The counts of a test stage; null for a stage that is a single check. */
  readonly tests: TestCounts | null;
}

export interface RoundOptions {
  /** The folder for the reports of test runners. */
  readonly reports: string;
  /** How many stages run concurrently. */
  readonly atOnce: number;
  /** Receives a line for each finished stage, and the output of a failed one. */
  readonly report: (line: string, output: string | null) => void;
}

/**
 * Runs the stages of a round concurrently, starting them in order. The first failure stops the others, whose results
 * are then ignored.
 */
export async function runRound(round: readonly Stage[], options: RoundOptions): Promise<TestCounts> {
  const sum = { passed: 0, failed: 0 };
  const failure = new AbortController();
  const queue = round.values();
  const lane = async (): Promise<void> => {
    for (const stage of queue) {
      const startedMs = performance.now();
      const { passes, output, tests } = await runStage(stage, options.reports, failure.signal);
      if (failure.signal.aborted) return;
      const { passed = 0, failed = 0 } = tests ?? {};
      const isWell = passes && failed === 0;
      sum.passed += passed;
      // A stage that fails without a failed test (a type error, a crash) counts as one failure.
      sum.failed += isWell ? 0 : Math.max(failed, 1);
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
      const counts = tests === null ? '' : `, ${passed} passed, ${failed} failed`;
      options.report(`${isWell ? 'ok  ' : 'FAIL'} ${stage.name} (${seconds} s${counts})`, isWell ? null : output);
      if (isWell) continue;
      failure.abort();
      return;
    }
  };
  await Promise.all(Array.from({ length: options.atOnce }, lane));
  return sum;
}

async function runStage({ name, run }: Stage, reports: string, stop: AbortSignal): Promise<Outcome> {
  return run(join(reports, `${name}.json`), stop).catch((error: unknown): Outcome => ({
    passes: false,
    output: error instanceof Error ? error.message : String(error),
    tests: null,
  }));
}
