import { describe, expect, it } from 'vitest';
import { fractionOf, percentOf } from './percent.ts';

describe('percentages', () => {
  it.each([
    ['0', '0'],
    ['0.001', '0.1'],
    ['0.000001', '0.0001'],
    ['-0.00025', '-0.025'],
    ['0.5', '50'],
    ['4', '400'],
  ])('shows the fraction %s as %s percent and reads it back', (fraction, percent) => {
    expect(percentOf(fraction)).toBe(percent);
    expect(fractionOf(percent)).toBe(fraction);
  });

  it.each([
    [' 0.10 ', '0.001'],
    ['-0', '0'],
    ['0.00010', '0.000001'],
  ])('reads “%s”', (entered, fraction) => {
    expect(fractionOf(entered)).toBe(fraction);
  });

  it.each(['', '1,5', '.5', '1e-1', '0.00001', '1 %', '+1'])('refuses “%s”', (entered) => {
    expect(fractionOf(entered)).toBeNull();
  });
});
