import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPlaywrightReport, readVitestReport, slowest } from './test-reports.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bourse-reports-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the report of a test run', () => {
  test('names failed tests by file, and a file that fails to load counts as a failure', () => {
    const file = { name: '/project/a/b.test.ts', status: 'failed', message: '', startTime: 5, endTime: 17.5 };
    const failed = { status: 'failed', fullName: 'one rule', failureMessages: ['expected 1', 'got 2'] };
    const run = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2 };
    const report = write({
      ...run,
      testResults: [{ ...file, assertionResults: [{ status: 'passed' }, failed] }],
    });
    expect(readVitestReport(report, '/project')).toEqual({
      passed: 5,
      failed: 1,
      skipped: 2,
      files: [{ path: 'a/b.test.ts', ms: 12.5, failures: ['one rule: expected 1\ngot 2'] }],
    });
    const broken = { ...file, message: 'no such module', assertionResults: [] };
    const unloaded = write({ ...run, numFailedTests: 0, testResults: [broken] });
    expect(readVitestReport(unloaded, '/project')).toMatchObject({
      failed: 1,
      files: [{ failures: ['no such module'] }],
    });
  });

  test('of journeys sums their durations, and one that passes only on retry has failed', () => {
    const spec = (title: string, ok: boolean, duration: number) => ({
      title,
      ok,
      tests: [{ results: [{ duration, errors: ok ? [] : [{ message: 'not visible' }] }] }],
    });
    const report = write({
      stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 4 },
      errors: [],
      suites: [{ file: 'a.spec.ts', specs: [spec('x', true, 5)], suites: [{ specs: [spec('y', false, 7)] }] }],
    });
    expect(readPlaywrightReport(report, 'e2e')).toEqual({
      passed: 3,
      failed: 2,
      skipped: 4,
      files: [{ path: 'e2e/a.spec.ts', ms: 12, failures: ['y: not visible'] }],
    });
  });

  test('is null for a runner that wrote none, and refused when its format is another', () => {
    expect(readVitestReport(join(folder, 'none.json'), '/project')).toBeNull();
    expect(() => readPlaywrightReport(write({ stats: {} }), 'e2e')).toThrow('A test report has no list suites.');
  });

  test('orders files by duration', () => {
    const files = [3, 9, 5].map((ms) => ({ path: String(ms), ms, failures: [] }));
    expect(slowest(files, 2).map(({ ms }) => ms)).toEqual([9, 5]);
  });
});

function write(report: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
}
