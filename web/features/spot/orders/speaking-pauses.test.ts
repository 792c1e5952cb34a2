import { expect, it } from 'vitest';
import { SpeakingPauses } from './speaking-pauses.ts';

it('allows one message per order and pause', () => {
  const pauses = new SpeakingPauses(3_000);
  const said = [0, 1_000, 3_000, 3_001, 6_001, 6_002].map((nowMs) => pauses.speak(7, nowMs));
  expect(said).toEqual([true, false, false, true, false, true]);
  expect(pauses.speak(8, 6_003)).toBe(true);
});

it('keeps no entry longer than its pause', () => {
  const pauses = new SpeakingPauses(3_000);
  for (let order = 0; order < 1_000; order += 1) pauses.speak(order, 100 * order);
  expect(pauses.remembered).toBeLessThanOrEqual(31);
});
