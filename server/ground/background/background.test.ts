import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Background, type BackgroundParts, NextDue } from './background.ts';
import { Unavailable } from './unavailable.ts';

interface Line {
  readonly level: 'error' | 'info' | 'warn';
  readonly about: Readonly<Record<string, unknown>>;
}

let lines: Line[];
let isClockTrusted: boolean;
let background: Background;

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  isClockTrusted = true;
  const level = (name: Line['level']) => (about: Line['about']) => lines.push({ level: name, about });
  const log = { error: level('error'), info: level('info'), warn: level('warn') } as BackgroundParts['log'];
  background = new Background({ log, isClockTrusted: () => isClockTrusted, elapsed: () => Date.now() });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Rounds that end when they are released; at most one may run. */
class Rounds {
  begun = 0;
  running = 0;
  mostAtOnce = 0;
  #release: (() => void) | null = null;

  readonly round = async (): Promise<void> => {
    this.begun += 1;
    this.running += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.running);
    await new Promise<void>((resolve) => (this.#release = resolve));
    this.running -= 1;
  };

  async release(): Promise<void> {
    this.#release?.();
    await vi.advanceTimersByTimeAsync(0);
  }
}

describe('background work', () => {
  test('is done again and again after the start, the first time after a pause unless it is due at once', async () => {
    const rounds = { later: 0, now: 0 };
    background.work('later', { everyMs: 100 }, async () => (rounds.later += 1));
    background.work('now', { everyMs: 100, atOnce: true }, async () => (rounds.now += 1));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(rounds).toEqual({ later: 0, now: 0 });
    background.start();
    await vi.advanceTimersByTimeAsync(350);
    expect(rounds).toEqual({ later: 3, now: 4 });
    await background.stop();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(rounds).toEqual({ later: 3, now: 4 });
  });

  test('never has two rounds at once, and never more than one that waits, however slow they are', async () => {
    const slow = new Rounds();
    const work = background.work('slow', { everyMs: 100, atOnce: true }, slow.round);
    background.start();
    for (let n = 0; n < 50; n += 1) {
      work.wake();
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(slow.begun).toBe(1);
    await slow.release();
    expect(slow.begun).toBe(2);
    await slow.release();
    // Fifty wishes were one round.
    expect(slow.running).toBe(0);
    expect(slow.mostAtOnce).toBe(1);
  });

  test('begins at once when it is woken, and not before the start', async () => {
    const rounds = new Rounds();
    const work = background.work('woken', { everyMs: 60_000 }, rounds.round);
    work.wake();
    expect(rounds.begun).toBe(0);
    background.start();
    expect(rounds.begun).toBe(1);
    await rounds.release();
    work.wake();
    expect(rounds.begun).toBe(2);
  });

  test('may ask for its next round sooner than usual', async () => {
    let rounds = 0;
    background.work('busy', { everyMs: 60_000, atOnce: true }, async () => new NextDue((rounds += 1) < 5 ? 0 : 20));
    background.start();
    await vi.advanceTimersByTimeAsync(15);
    expect(rounds).toBe(5);
    await vi.advanceTimersByTimeAsync(15);
    expect(rounds).toBe(6);
  });

  test('keeps its pause whatever number a round returns, such as that of deleted rows', async () => {
    let rounds = 0;
    background.work('delete', { everyMs: 60_000, atOnce: true }, async () => {
      rounds += 1;
      return 0;
    });
    background.start();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(rounds).toBe(1);
  });

  test('is repeated after a failure with growing pauses, and the outage is logged at its beginning and end', async () => {
    const times: number[] = [];
    const began = Date.now();
    const work = background.work('failing', { everyMs: 5_000, atOnce: true }, async () => {
      times.push((Date.now() - began) / 1_000);
      if (times.length < 5) throw new Error('broken');
    });
    background.start();
    await vi.advanceTimersByTimeAsync(2_500);
    // A wish does not shorten the pause.
    work.wake();
    await vi.advanceTimersByTimeAsync(17_500);
    expect(times).toEqual([0, 1, 3, 7, 15, 20]);
    expect(lines.map(({ level, about }) => [level, about['work'], about['failures']])).toEqual([
      ['error', 'failing', undefined],
      ['info', 'failing', 4],
    ]);
    expect(background.states()).toMatchObject([{ name: 'failing', rounds: 6, failures: 4 }]);
  });

  test('of something that does not answer is a warning', async () => {
    background.work('away', { everyMs: 1_000, atOnce: true }, () => Promise.reject(new Unavailable('no node')));
    background.start();
    await vi.advanceTimersByTimeAsync(200_000);
    expect(lines.map(({ level }) => level)).toEqual(['warn']);
  });

  test('that depends on the clock is left out while the clock is not trusted', async () => {
    let rounds = 0;
    background.work('old rows', { everyMs: 1_000, needsClock: true }, async () => (rounds += 1));
    background.start();
    isClockTrusted = false;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(rounds).toBe(0);
    isClockTrusted = true;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(rounds).toBe(1);
  });

  test('shows since when it has not succeeded and for how long its round has been running', async () => {
    const rounds = new Rounds();
    background.work('stuck', { everyMs: 1_000 }, rounds.round);
    background.start();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(background.states()).toEqual([
      { name: 'stuck', rounds: 1, failures: 0, sinceSuccessMs: 4_000, runningMs: 3_000 },
    ]);
  });

  test('can be done now, by a round that begins after the wish', async () => {
    const rounds = new Rounds();
    const work = background.work('on demand', { everyMs: 60_000, atOnce: true }, rounds.round);
    background.start();
    let isDone = false;
    const run = work.run().then(() => (isDone = true));
    await rounds.release();
    expect([rounds.begun, isDone]).toEqual([2, false]);
    await rounds.release();
    await run;
    expect([rounds.begun, isDone]).toEqual([2, true]);
  });

  test('has a name of its own', () => {
    background.work('same', { everyMs: 1 }, () => Promise.resolve());
    expect(() => background.work('same', { everyMs: 1 }, () => Promise.resolve())).toThrow('same');
  });
});

describe('a stop', () => {
  test('waits for the rounds that run, whose signal aborts, and reports no failure that it caused', async () => {
    let isEnded = false;
    background.work('long', { everyMs: 1_000, atOnce: true }, async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      isEnded = true;
      throw new Error('aborted');
    });
    background.start();
    await vi.advanceTimersByTimeAsync(0);
    await background.stop();
    expect(isEnded).toBe(true);
    expect(lines).toEqual([]);
  });

  test('does not wait for a round that never ends, and names it', async () => {
    background.work('endless', { everyMs: 1_000, atOnce: true }, () => new Promise(() => undefined));
    background.start();
    const stopped = background.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    await stopped;
    expect(lines).toEqual([{ level: 'warn', about: { work: 'endless' } }]);
  });
});
