import { describe, expect, it } from 'vitest';
import { reconnectDelayMs } from './reconnect.ts';

describe('the reconnect schedule', () => {
  it('waits 1, 2, 4, 8, 16 and then always 30 seconds', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 50, 10_000].map((failures) => reconnectDelayMs(failures, 0));
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000]);
  });

  it('subtracts at most a quarter at random', () => {
    expect(reconnectDelayMs(6, 0.999999)).toBeGreaterThanOrEqual(22_500);
    expect(reconnectDelayMs(6, 0.5)).toBe(26_250);
    expect(reconnectDelayMs(1, 0.999999)).toBeGreaterThanOrEqual(750);
  });

  it('treats a count below one as one', () => {
    expect(reconnectDelayMs(0, 0)).toBe(1_000);
  });
});
