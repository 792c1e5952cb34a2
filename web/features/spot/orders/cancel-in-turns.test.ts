import { describe, expect, it } from 'vitest';
import { cancelInTurns } from './cancel-in-turns.ts';

describe('cancelling more orders than one request allows', () => {
  it('continues until none is left, side after side, and reports progress', async () => {
    const progress: number[] = [];
    const left = { buy: [256, 256, 3], sell: [0] };
    const turns = (['buy', 'sell'] as const).map((side) => () => {
      const cancelled = left[side].shift() ?? 0;
      return Promise.resolve({ cancelled, more: left[side].length > 0 });
    });
    expect(await cancelInTurns(turns, (total) => progress.push(total))).toBe(515);
    expect(progress).toEqual([256, 512, 515, 515]);
  });

  it('stops when a request cancels nothing, and fails with the first failing request', async () => {
    let requests = 0;
    const stuck = (): Promise<{ cancelled: number; more: boolean }> => {
      requests += 1;
      return Promise.resolve({ cancelled: 0, more: true });
    };
    expect(await cancelInTurns([stuck], () => undefined)).toBe(0);
    expect(requests).toBe(1);
    await expect(cancelInTurns([() => Promise.reject(new Error('failed'))], () => undefined)).rejects.toThrow('failed');
  });
});
