import { describe, expect, it } from 'vitest';
import { createFigures } from './figures.ts';
import { shortAmount } from './short-amount.ts';

describe('an amount in a narrow column', () => {
  it.each([
    ['0', '0'],
    ['0.99999999', '0.999999'],
    ['1.21978', '1.21978'],
    ['100000', '100,000'],
    ['69595.336288', '69,595.33'],
    ['6999.999999', '6,999.999'],
    ['1234567.899', '1,234,567.89'],
    ['9007199254.74', '9B'],
  ])('of %s is written as %s', (value, written) => {
    expect(shortAmount(value, createFigures('en', 'UTC'))).toBe(written);
  });
});
