import { expect, it } from 'vitest';
import { shownVolume } from './shown-volume.ts';

it.each([
  ['1250.5', 50, '25.01000000'],
  ['1', 3, '0.33333333'],
  ['1250.5', 1, '1250.50000000'],
  // A divisor of zero is ignored.
  ['1250.5', 0, '1250.50000000'],
  // Until the setting is loaded no volume is shown, because it might be many times too large.
  ['1250.5', undefined, null],
])('a volume of %s divided by %s is shown as %s', (volume, divisor, shown) => {
  expect(shownVolume(volume, divisor)).toBe(shown);
});
