import { describe, expect, it } from 'vitest';
import { compareDecimals, decimalsOf, isDecimal, isZero, truncateDecimal } from './decimal.ts';

describe('a plain decimal', () => {
  it('compares by value, not by text', () => {
    expect(compareDecimals('9', '10')).toBeLessThan(0);
    expect(compareDecimals('0.1', '0.10')).toBe(0);
    expect(compareDecimals('0.1', '0.09')).toBeGreaterThan(0);
    expect(compareDecimals('-2', '1')).toBeLessThan(0);
    expect(compareDecimals('-2', '-1')).toBeLessThan(0);
    expect(compareDecimals('007', '7.0')).toBe(0);
    expect(compareDecimals('0', '-0')).toBe(0);
  });

  it('stays exact where a float would not', () => {
    expect(compareDecimals('90071992547409.93', '90071992547409.92')).toBeGreaterThan(0);
  });

  it('is cut toward zero and padded, never rounded', () => {
    expect(truncateDecimal('1.999', 2)).toBe('1.99');
    expect(truncateDecimal('-1.999', 2)).toBe('-1.99');
    expect(truncateDecimal('5', 3)).toBe('5.000');
    expect(truncateDecimal('5.9', 0)).toBe('5');
  });

  it('knows its notation, its zero and its digits', () => {
    expect(isDecimal('1e5')).toBe(false);
    expect(isDecimal('.5')).toBe(false);
    expect(isDecimal('-0.5')).toBe(true);
    expect(isZero('-0.00')).toBe(true);
    expect(isZero('0.001')).toBe(false);
    expect(decimalsOf('0.0100')).toBe(2);
    expect(decimalsOf('1')).toBe(0);
  });
});
