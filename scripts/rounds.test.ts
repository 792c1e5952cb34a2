import { describe, expect, test } from 'vitest';
import { type Outcome, runRound, type Stage } from './rounds.ts';

const ok: Outcome = { passes: true, output: '', tests: null };

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
    ends.get('c')?.({ ...ok, tests: { passed: 3, failed: 0 } });
    expect(await done).toEqual({ passed: 3, failed: 0 });
  });

  test('end when one fails: running ones are stopped without output, and no further one starts', async () => {
    const begun: string[] = [];
    const broken: Stage = {
      name: 'broken',
      run: () => Promise.resolve({ passes: false, output: 'why', tests: { passed: 5, failed: 2 } }),
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
    expect(await done).toEqual({ passed: 5, failed: 2 });
    expect(reported).toEqual([[expect.stringMatching(/^FAIL broken \(\d+\.\d s, 5 passed, 2 failed\)$/), 'why']]);
    expect(begun).toEqual([]);
  });

  test.each<[string, Outcome]>([
    ['a test runner that exits normally with a failed test', { ...ok, output: 'red', tests: { passed: 1, failed: 1 } }],
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

function start(round: readonly Stage[], atOnce: number) {
  const reported: [string, string | null][] = [];
  const done = runRound(round, {
    reports: '/nowhere',
    atOnce,
    report: (line, output) => reported.push([line, output]),
  });
  return { done, reported };
}
