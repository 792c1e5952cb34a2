import { describe, expect, it } from 'vitest';
import {
  compareDecimals,
  decimalsOf,
  fromUnits,
  isDecimal,
  isZero,
  multiplyDecimals,
  toUnits,
  truncateDecimal,
} from './decimal.ts';

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

  it('stays exact beyond the precision of a float', () => {
    expect(compareDecimals('90071992547409.93', '90071992547409.92')).toBeGreaterThan(0);
  });

  it('is truncated toward zero and padded, never rounded', () => {
    expect(truncateDecimal('1.999', 2)).toBe('1.99');
    expect(truncateDecimal('-1.999', 2)).toBe('-1.99');
    expect(truncateDecimal('5', 3)).toBe('5.000');
    expect(truncateDecimal('5.9', 0)).toBe('5');
  });

  it('multiplies exactly', () => {
    expect(multiplyDecimals('67890.1', '6.8')).toBe('461652.68');
    expect(multiplyDecimals('0.0001', '0.0002')).toBe('0.00000002');
    expect(multiplyDecimals('-1.5', '2')).toBe('-3.0');
    expect(multiplyDecimals('90071992547409.93', '1')).toBe('90071992547409.93');
    expect(multiplyDecimals('0', '6.8')).toBe('0.0');
  });

  it('recognises plain notation and zero, and counts decimals', () => {
    expect(isDecimal('1e5')).toBe(false);
    expect(isDecimal('.5')).toBe(false);
    expect(isDecimal('-0.5')).toBe(true);
    expect(isZero('-0.00')).toBe(true);
    expect(isZero('0.001')).toBe(false);
    expect(decimalsOf('0.0100')).toBe(2);
    expect(decimalsOf('1')).toBe(0);
  });

  it('converts to a count of its smallest unit and back', () => {
    expect(toUnits('12.345', 2)).toBe(1234n);
    expect(toUnits('7', 3)).toBe(7000n);
    expect(toUnits('-0.5', 1)).toBe(-5n);
    expect(fromUnits(1234n, 2)).toBe('12.34');
    expect(fromUnits(1200n, 2)).toBe('12');
    expect(fromUnits(5n, 3)).toBe('0.005');
    expect(fromUnits(-5n, 1)).toBe('-0.5');
    expect(fromUnits(0n, 4)).toBe('0');
    expect(fromUnits(42n, 0)).toBe('42');
  });
});
