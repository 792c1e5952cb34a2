import { describe, expect, it } from 'vitest';
import { revokeInTurns } from './revoke-in-turns.ts';

describe('revoking more orders than one request may', () => {
  it('goes on until none is left, side by side, and tells how many have gone', async () => {
    const told: number[] = [];
    const left = { buy: [256, 256, 3], sell: [0] };
    const turns = (['buy', 'sell'] as const).map((side) => () => {
      const cancelled = left[side].shift() ?? 0;
      return Promise.resolve({ cancelled, more: left[side].length > 0 });
    });
    expect(await revokeInTurns(turns, (revoked) => told.push(revoked))).toBe(515);
    expect(told).toEqual([256, 512, 515, 515]);
  });

  it('does not ask for ever for what cannot be revoked, and fails with the request that fails', async () => {
    let asked = 0;
    const stuck = (): Promise<{ cancelled: number; more: boolean }> => {
      asked += 1;
      return Promise.resolve({ cancelled: 0, more: true });
    };
    expect(await revokeInTurns([stuck], () => undefined)).toBe(0);
    expect(asked).toBe(1);
    await expect(revokeInTurns([() => Promise.reject(new Error('no'))], () => undefined)).rejects.toThrow('no');
  });
});
