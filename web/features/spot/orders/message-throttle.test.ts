import { expect, it } from 'vitest';
import { MessageThrottle } from './message-throttle.ts';

it('allows one message per order and pause', () => {
  const throttle = new MessageThrottle(3_000);
  const allowed = [0, 1_000, 3_000, 3_001, 6_001, 6_002].map((nowMs) => throttle.allows(7, nowMs));
  expect(allowed).toEqual([true, false, false, true, false, true]);
  expect(throttle.allows(8, 6_003)).toBe(true);
});

it('keeps no entry longer than its pause', () => {
  const throttle = new MessageThrottle(3_000);
  for (let order = 0; order < 1_000; order += 1) throttle.allows(order, 100 * order);
  expect(throttle.size).toBeLessThanOrEqual(31);
});
