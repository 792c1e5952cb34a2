import { describe, expect, it } from 'vitest';
import { revokeInTurns } from './revoke-in-turns.ts';

describe('cancelling more orders than one request allows', () => {
  it('continues until none is left, side after side, and reports progress', async () => {
    const told: number[] = [];
    const left = { buy: [256, 256, 3], sell: [0] };
    const turns = (['buy', 'sell'] as const).map((side) => () => {
      const cancelled = left[side].shift() ?? 0;
      return Promise.resolve({ cancelled, more: left[side].length > 0 });
    });
    expect(await revokeInTurns(turns, (revoked) => told.push(revoked))).toBe(515);
    expect(told).toEqual([256, 512, 515, 515]);
  });

  it('stops when a request cancels nothing, and fails with the first failing request', async () => {
    let asked = 0;
    const stuck = (): Promise<{ cancelled: number; more: boolean }> => {
      asked += 1;
      return Promise.resolve({ cancelled: 0, more: true });
    };
    expect(await revokeInTurns([stuck], () => undefined)).toBe(0);
    expect(asked).toBe(1);
    await expect(revokeInTurns([() => Promise.reject(new Error('failed'))], () => undefined)).rejects.toThrow('failed');
  });
});
