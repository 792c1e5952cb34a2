import { describe, expect, test } from 'vitest';
import { type Outcome, runRound, type Stage } from './rounds.ts';
import type { TestFile, TestReport } from './test-reports.ts';

const ok: Outcome = { passes: true, output: '', tests: null };
const noTests: TestReport = { passed: 0, failed: 0, skipped: 0, files: [] };
const nothing = { passed: 0, failed: 0, skipped: 0, flaky: [] };

describe('the stages of a round', () => {
  test('run concurrently, up to a limit, and start in order', async () => {
    const begun: string[] = [];
    const ends = new Map<string, (outcome: Outcome) => void>();
    const stage = (name: string): Stage => ({
      name,
      run: () => {
        begun.push(name);
        return new Promise((resolve) => ends.set(name, resolve));
      },
    });
    const { done } = start(['a', 'b', 'c'].map(stage), 2);
    expect(begun).toEqual(['a', 'b']);
    ends.get('b')?.(ok);
    await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
    ends.get('a')?.(ok);
    ends.get('c')?.({ ...ok, tests: { ...noTests, passed: 3 } });
    expect(await done).toEqual({ ...nothing, passed: 3 });
  });

  test('end when one fails: running ones are stopped without output, and no further one starts', async () => {
    const begun: string[] = [];
    const broken: Stage = {
      name: 'broken',
      run: () => Promise.resolve({ passes: false, output: 'why', tests: { ...noTests, passed: 5, failed: 2 } }),
    };
    const long: Stage = {
      name: 'long',
      run: (_report, stop) =>
        new Promise((resolve) => {
          stop.addEventListener('abort', () => resolve({ passes: false, output: 'killed', tests: null }));
        }),
    };
    const later: Stage = {
      name: 'later',
      run: () => {
        begun.push('later');
        return Promise.resolve(ok);
      },
    };
    const { done, reported } = start([long, broken, later], 2);
    expect(await done).toEqual({ ...nothing, passed: 5, failed: 2 });
    expect(reported).toEqual([[expect.stringMatching(/^FAIL broken \(\d+\.\d s, 5 passed, 2 failed\)$/), 'why']]);
    expect(begun).toEqual([]);
  });

  test.each<[string, Outcome]>([
    [
      'a test runner that exits normally with a failed test',
      { ...ok, output: 'red', tests: { ...noTests, passed: 1, failed: 1 } },
    ],
    ['a failed check', { ...ok, passes: false, output: 'red' }],
  ])('fail with %s', async (_what, outcome) => {
    const { done, reported } = start([{ name: 'one', run: () => Promise.resolve(outcome) }], 2);
    expect((await done).failed).toBe(1);
    expect(reported.map(([, output]) => output)).toEqual(['red']);
  });

  test("fail with the error's message when one throws", async () => {
    const { done, reported } = start([{ name: 'one', run: () => Promise.reject(new Error('no room')) }], 2);
    expect((await done).failed).toBe(1);
    expect(reported.map(([, output]) => output)).toEqual(['no room']);
  });
});

describe('a second try', () => {
  const bad = (...paths: readonly string[]): Outcome => {
    const files = paths.map((path): TestFile => ({ path, ms: 1, failures: [`a rule: broken in ${path}`] }));
    return {
      passes: false,
      output: 'everything',
      tests: { ...noTests, passed: 4, failed: files.length, files: [...files, { path: 'well', ms: 1, failures: [] }] },
    };
  };
  const good: Outcome = { ...ok, tests: { ...noTests, passed: 2, files: [{ path: 'x', ms: 1, failures: [] }] } };
  const stage = (name: string, first: Outcome, again: (file: string) => Outcome): Stage => ({
    name,
    run: () => Promise.resolve(first),
    runFile: (file) => Promise.resolve(again(file)),
  });

  test('is given to each failed file alone, after all stages, and what passes then is named as flaky', async () => {
    const order: string[] = [];
    const first = stage('server', bad('a', 'b'), (file) => {
      order.push(file);
      return good;
    });
    const second: Stage = {
      name: 'journeys',
      run: () => {
        order.push('journeys');
        return Promise.resolve(ok);
      },
    };
    const { done, reported } = start([first, second], 1, true);
    expect(await done).toEqual({ passed: 6, failed: 0, skipped: 0, flaky: ['a', 'b'] });
    expect(order).toEqual(['journeys', 'a', 'b']);
    expect(reported[0]).toEqual([
      expect.stringMatching(/^\? {4}server/),
      expect.stringContaining('a rule: broken in a'),
    ]);
  });

  test('that fails is a failure', async () => {
    const { done, reported } = start(
      [stage('server', bad('a', 'b'), (file) => (file === 'a' ? good : bad(file)))],
      1,
      true,
    );
    expect(await done).toEqual({ passed: 5, failed: 1, skipped: 0, flaky: ['a'] });
    expect(reported.at(-1)).toEqual([expect.stringMatching(/^FAIL again: b/), 'everything']);
  });

  test.each<[string, Stage, boolean]>([
    ['outside of a build machine', stage('server', bad('a'), () => good), false],
    ['for a stage whose failures are final', { name: 'unit', run: () => Promise.resolve(bad('a')) }, true],
    ['for more than three files', stage('server', bad('a', 'b', 'c', 'd'), () => good), true],
    ['after a fault outside of the tests', stage('server', { ...bad('a'), hasOtherFaults: true }, () => good), true],
    ['after a crash of the runner', stage('server', { ...ok, passes: false }, () => good), true],
  ])('is not made %s', async (_when, one, secondTry) => {
    const { done } = start([one], 1, secondTry);
    const { failed, flaky } = await done;
    expect(failed).toBeGreaterThan(0);
    expect(flaky).toEqual([]);
  });

  test('is made for at most three files of all stages together', async () => {
    const stages = [stage('server', bad('a', 'b'), () => good), stage('journeys', bad('c', 'd'), () => good)];
    expect(await start(stages, 1, true).done).toEqual({ passed: 8, failed: 4, skipped: 0, flaky: [] });
  });

  test('that runs no test proves nothing', async () => {
    const { done } = start([stage('server', bad('a'), () => ({ ...ok, tests: noTests }))], 1, true);
    expect((await done).failed).toBe(1);
  });
});

function start(round: readonly Stage[], atOnce: number, secondTry = false) {
  const reported: [string, string | null][] = [];
  const done = runRound(round, {
    reports: '/nowhere',
    atOnce,
    secondTry,
    report: (line, output) => reported.push([line, output]),
  });
  return { done, reported };
}
