import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** The result of a test runner. */
export interface TestReport {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly files: readonly TestFile[];
}

/** A file of tests or journeys. */
export interface TestFile {
  /** The path below the folder of the project. */
  readonly path: string;
  /** The sum of its tests' durations. */
  readonly ms: number;
  /** Title and error of each failed test; of a file that failed to load, its error. */
  readonly failures: readonly string[];
}

/**
 * Reads a Vitest JSON report; a file that failed to load counts as a failure. Null without a report.
 *
 * @param root the folder of the project
 * @throws Error if the report has another format
 */
export function readVitestReport(report: string, root: string): TestReport | null {
  const run = readJson(report);
  if (run === null) return null;
  const files = list(run, 'testResults').map((file): TestFile => {
    const tests = list(file, 'assertionResults');
    const failures = tests
      .filter((one) => text(one, 'status') === 'failed')
      .map((one) => `${text(one, 'fullName')}: ${texts(one, 'failureMessages').join('\n')}`);
    const broken = failures.length === 0 && text(file, 'status') === 'failed' ? [text(file, 'message')] : [];
    const ms = Math.max(0, number(file, 'endTime') - number(file, 'startTime'));
    return { path: relative(root, text(file, 'name')), ms, failures: [...failures, ...broken] };
  });
  const failed = number(run, 'numFailedTests');
  return {
    passed: number(run, 'numPassedTests'),
    failed: failed === 0 ? files.filter(({ failures }) => failures.length > 0).length : failed,
    skipped: number(run, 'numPendingTests'),
    files,
  };
}

/**
 * Reads a Playwright JSON report; a journey that passed only on retry counts as a failure. Null without a report.
 *
 * @param folder the folder of the journeys below that of the project
 * @throws Error if the report has another format
 */
export function readPlaywrightReport(report: string, folder: string): TestReport | null {
  const run = readJson(report);
  if (run === null) return null;
  const stats = record(run['stats']);
  const files = list(run, 'suites').map((file): TestFile => {
    const journeys = journeysOf(file);
    return {
      path: `${folder}/${text(file, 'file')}`,
      ms: journeys.reduce((sum, { ms }) => sum + ms, 0),
      failures: journeys.flatMap(({ failure }) => failure ?? []),
    };
  });
  return {
    passed: number(stats, 'expected'),
    failed: number(stats, 'unexpected') + number(stats, 'flaky') + list(run, 'errors').length,
    skipped: number(stats, 'skipped'),
    files,
  };
}

/** The files that took longest, longest first. */
export function slowest(files: readonly TestFile[], count: number): readonly TestFile[] {
  return files.toSorted((a, b) => b.ms - a.ms).slice(0, count);
}

interface Journey {
  readonly ms: number;
  readonly failure: string | null;
}

function journeysOf(suite: JsonObject): readonly Journey[] {
  const nested = 'suites' in suite ? list(suite, 'suites') : [];
  const own = list(suite, 'specs').map((spec): Journey => {
    const results = list(spec, 'tests').flatMap((one) => list(one, 'results'));
    const errors = results.flatMap((result) => list(result, 'errors')).map((error) => text(error, 'message'));
    return {
      ms: results.reduce((sum, result) => sum + number(result, 'duration'), 0),
      failure: spec['ok'] === true ? null : `${text(spec, 'title')}: ${errors.join('\n')}`,
    };
  });
  return [...own, ...nested.flatMap(journeysOf)];
}

type JsonObject = Readonly<Record<string, unknown>>;

function readJson(file: string): JsonObject | null {
  if (!existsSync(file)) return null;
  return record(JSON.parse(readFileSync(file, 'utf8')));
}

function record(value: unknown): JsonObject {
  if (!isRecord(value)) throw new Error('A test report has another format than expected.');
  return value;
}

function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function list(source: JsonObject, key: string): readonly JsonObject[] {
  const value = source[key];
  if (!Array.isArray(value)) throw new Error(`A test report has no list ${key}.`);
  return value.map(record);
}

function texts(source: JsonObject, key: string): readonly string[] {
  const value = source[key];
  if (!Array.isArray(value)) throw new Error(`A test report has no list ${key}.`);
  return value.map(String);
}

function text(source: JsonObject, key: string): string {
  const value = source[key];
  return typeof value === 'string' ? value : '';
}

function number(source: JsonObject, key: string): number {
  const value = source[key];
  // Vitest reports the end of a file in fractions of a millisecond.
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Error(`A test report has no number ${key}.`);
  return value;
}
