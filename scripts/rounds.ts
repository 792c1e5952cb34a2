import { join } from 'node:path';
import type { TestCounts } from './test-counts.ts';

/** A part of the gate. */
export interface Stage {
  readonly name: string;
  /**
   * Does the work until it is told to stop; `report` is a file for the test runner's own account of what passed and
   * failed.
   */
  readonly run: (report: string, stop: AbortSignal) => Promise<Outcome>;
}

export interface Outcome {
  readonly passes: boolean;
  /** What to show when it does not pass. */
  readonly output: string;
  /** Null for a stage that is one check, not a number of tests. */
  readonly tests: TestCounts | null;
}

export interface RoundOptions {
  /** The folder for the reports of test runners. */
  readonly reports: string;
  /** How many stages run at the same time. */
  readonly atOnce: number;
  /** Told a line for each stage that has ended, and what one that failed has printed. */
  readonly tell: (line: string, output: string | null) => void;
}

/**
 * Runs the stages of a round beside each other, in their order. The first that fails ends the others, which then have
 * nothing to say.
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
      // A stage that fails without a failed test (a type error, a crash) is one failure.
      sum.failed += isWell ? 0 : Math.max(failed, 1);
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
      const counts = tests === null ? '' : `, ${passed} passed, ${failed} failed`;
      options.tell(`${isWell ? 'ok  ' : 'FAIL'} ${stage.name} (${seconds} s${counts})`, isWell ? null : output);
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
