import { describe, expect, it } from 'vitest';
import { lead } from './leading-tab.ts';

describe('among several tabs', () => {
  it('the first one leads, and after it has left the next', async () => {
    const { locks } = navigator;
    const [first, second] = [lead('alert', locks, () => true), lead('alert', locks, () => true)];
    await queueOf(locks, 1);
    expect([first.leads(), second.leads()]).toEqual([true, false]);
    first.leave();
    await queueOf(locks, 0);
    expect([first.leads(), second.leads()]).toEqual([false, true]);
    second.leave();
  });

  it('the one in front leads where the browser has no locks', () => {
    let isInFront = false;
    const tab = lead('alert', undefined, () => isInFront);
    expect(tab.leads()).toBe(false);
    isInFront = true;
    expect(tab.leads()).toBe(true);
  });
});

/** Waits until a lock is held and this many others wait for it. */
async function queueOf(locks: LockManager, waiting: number): Promise<void> {
  const { held = [], pending = [] } = await locks.query();
  if (held.length !== 1 || pending.length !== waiting) await queueOf(locks, waiting);
}
