import { existsSync, readFileSync } from 'node:fs';

/** How many tests passed and failed. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}

/** Reads the counts of a Vitest JSON report; a file that failed to load counts as a failure. Null without a report. */
export function readVitestCounts(file: string): TestCounts | null {
  const report = readReport(file);
  if (report === null) return null;
  const failed = count(report, 'numFailedTests');
  return {
    passed: count(report, 'numPassedTests'),
    failed: failed === 0 ? count(report, 'numFailedTestSuites') : failed,
  };
}

/**
 * Reads the counts of a Playwright JSON report; a journey that passed only on retry counts as a failure. Null without a
 * report.
 */
export function readPlaywrightCounts(file: string): TestCounts | null {
  const report = readReport(file);
  if (report === null) return null;
  const stats: unknown = report['stats'];
  if (!isRecord(stats)) throw new Error(`The report ${file} has no statistics.`);
  return { passed: count(stats, 'expected'), failed: count(stats, 'unexpected') + count(stats, 'flaky') };
}

function readReport(file: string): Record<string, unknown> | null {
  if (!existsSync(file)) return null;
  const report: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isRecord(report)) throw new Error(`The report ${file} is not an object.`);
  return report;
}

function count(report: Record<string, unknown>, key: string): number {
  const value = report[key];
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    throw new Error(`The report has no valid count ${key}.`);
  return value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
