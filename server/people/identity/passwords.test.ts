import { describe, expect, test } from 'vitest';
import { FairTurns, TurnsBusy } from '../../ground/gateway/index.ts';
import { Passwords } from './passwords.ts';

describe('a password', () => {
  test('matches its own hash only', async () => {
    const passwords = new Passwords();
    const stored = await passwords.hash('Tq8zkw2p', 'here');
    expect(await passwords.matches('Tq8zkw2p', stored, 'here')).toBe(true);
    expect(await passwords.matches('Tq8zkw2q', stored, 'here')).toBe(false);
    expect(await passwords.matches('Tq8zkw2p', null, 'here')).toBe(false);
  });

  test('of an unknown account is hashed and queued like any other', async () => {
    const passwords = new Passwords({ atOnce: 1, waiting: 1 });
    const running = passwords.matches('Tq8zkw2p', null, 'here');
    const waiting = passwords.matches('Tq8zkw2p', null, 'here');
    await expect(passwords.matches('Tq8zkw2p', null, 'here')).rejects.toThrow(TurnsBusy);
    expect(await Promise.all([running, waiting])).toEqual([false, false]);
  });
});

describe('fair turns', () => {
  /** Starts jobs that run until `endAll`, and records the order in which they start. */
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

  test('alternate between keys, so that one with many jobs does not delay another', async () => {
    const { begun, start, endAll } = workshop({ atOnce: 1, waiting: 10 });
    const all = [
      ...['a1', 'a2', 'a3', 'a4'].map((name) => start('a', name)),
      ...['b1', 'b2'].map((name) => start('b', name)),
    ];
    await endAll(all);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
  });

  test('drop jobs of the key with the most waiting jobs when the queue is full', async () => {
    const { begun, start, endAll } = workshop({ atOnce: 1, waiting: 3 });
    const flood = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => start('a', name));
    const other = start('b', 'b1');
    expect(await endAll([...flood, other])).toEqual(['done', 'done', 'done', 'refused', 'refused', 'done']);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });
});
