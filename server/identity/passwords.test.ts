import { describe, expect, test } from 'vitest';
import { FairTurns, TurnsBusy } from '../gateway/index.ts';
import { Passwords } from './passwords.ts';

describe('a password', () => {
  test('is right for its own stored form only', async () => {
    const passwords = new Passwords();
    const stored = await passwords.hash('Tq8zkw2p', 'here');
    expect(await passwords.matches('Tq8zkw2p', stored, 'here')).toBe(true);
    expect(await passwords.matches('Tq8zkw2q', stored, 'here')).toBe(false);
    expect(await passwords.matches('Tq8zkw2p', null, 'here')).toBe(false);
  });

  test('of an account that does not exist takes its turn and is computed like any other', async () => {
    const passwords = new Passwords({ atOnce: 1, waiting: 1 });
    const running = passwords.matches('Tq8zkw2p', null, 'here');
    const waiting = passwords.matches('Tq8zkw2p', null, 'here');
    await expect(passwords.matches('Tq8zkw2p', null, 'here')).rejects.toThrow(TurnsBusy);
    expect(await Promise.all([running, waiting])).toEqual([false, false]);
  });
});

describe('turns', () => {
  /** Starts work that ends when it is told to, and notes in which order it began. */
  function workshop(limits: { atOnce: number; waiting: number }) {
    const turns = new FairTurns(limits);
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const start = async (key: string, name: string): Promise<string> =>
      turns
        .run(key, async () => {
          begun.push(name);
          await new Promise<void>((end) => ends.push(end));
          return 'done';
        })
        .catch((error: unknown) => (error instanceof TurnsBusy ? 'refused' : 'failed'));
    const endAll = async (all: Promise<string>[]): Promise<string[]> => {
      const progress = { settled: false };
      const outcome = Promise.all(all).finally(() => {
        progress.settled = true;
      });
      const isSettled = () => progress.settled;
      while (!isSettled()) {
        ends.shift()?.();
        await Promise.resolve();
      }
      return outcome;
    };
    return { begun, start, endAll };
  }

  test('go round the keys, so that one with many does not keep another waiting', async () => {
    const { begun, start, endAll } = workshop({ atOnce: 1, waiting: 10 });
    const all = [
      ...['a1', 'a2', 'a3', 'a4'].map((name) => start('a', name)),
      ...['b1', 'b2'].map((name) => start('b', name)),
    ];
    await endAll(all);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
  });

  test('are given up by the key that has most of them when there is no room', async () => {
    const { begun, start, endAll } = workshop({ atOnce: 1, waiting: 3 });
    const flood = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => start('a', name));
    const other = start('b', 'b1');
    expect(await endAll([...flood, other])).toEqual(['done', 'done', 'done', 'refused', 'refused', 'done']);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });
});
