import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addAmounts,
  amount,
  formatDecimal,
  indexPrice,
  lots,
  mulDivCeil,
  mulDivFloor,
  parseDecimal,
  ticks,
} from './money.ts';

const largest = Number.MAX_SAFE_INTEGER;
const count = fc.oneof(
  fc.maxSafeNat(),
  fc.integer({ min: 0, max: 1000 }),
  fc.integer({ min: largest - 1000, max: largest }),
);
const divisor = count.filter((value) => value > 0);

describe('multiplying and dividing is exact', () => {
  it('rounded down', () => {
    fc.assert(
      fc.property(count, count, divisor, (a, b, by) => {
        const exact = (BigInt(a) * BigInt(b)) / BigInt(by);
        if (exact > BigInt(largest)) expect(() => mulDivFloor(a, b, by)).toThrow(RangeError);
        else expect(BigInt(mulDivFloor(a, b, by))).toBe(exact);
      }),
      { numRuns: 2000 },
    );
  });

  it('rounded up', () => {
    fc.assert(
      fc.property(count, count, divisor, (a, b, by) => {
        const exact = (BigInt(a) * BigInt(b) + BigInt(by) - 1n) / BigInt(by);
        if (exact > BigInt(largest)) expect(() => mulDivCeil(a, b, by)).toThrow(RangeError);
        else expect(BigInt(mulDivCeil(a, b, by))).toBe(exact);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    [largest, largest, largest, largest],
    [largest, 1_000_000, 1_000_000, largest],
    [3, 333_333, 1_000_000, 0],
    [0, 5, 7, 0],
  ])('⌊%i × %i ÷ %i⌋ = %i', (a, b, by, result) => {
    expect(mulDivFloor(a, b, by)).toBe(result);
  });

  it.each([
    [1, 1, 1_000_000, 1],
    [1_000_000, 1000, 1_000_000, 1000],
    [1_000_001, 1000, 1_000_000, 1001],
    [largest - 1, 999_999, 1_000_000, 9_007_190_247_541_736],
  ])('⌈%i × %i ÷ %i⌉ = %i', (a, b, by, result) => {
    expect(mulDivCeil(a, b, by)).toBe(result);
  });

  it.each([
    [-1, 1, 1],
    [1, 0.5, 1],
    [1, 1, 0],
    [1, 1, -1],
    [1, 1, 0.5],
    [2 ** 53, 1, 1],
    [Number.NaN, 1, 1],
  ])('refuses %d × %d ÷ %d', (a, b, by) => {
    expect(() => mulDivFloor(a, b, by)).toThrow(RangeError);
    expect(() => mulDivCeil(a, b, by)).toThrow(RangeError);
  });
});

describe('a decimal on the wire', () => {
  it.each([
    ['0', 2, 0],
    ['12', 2, 1200],
    ['12.5', 2, 1250],
    ['.5', 2, 50],
    ['7.', 2, 700],
    ['0.10', 1, 1],
    ['00012.340', 2, 1234],
    ['90071992547409.91', 2, largest],
    ['9007199254740991', 0, largest],
  ])('%s with %i decimals is %i units', (text, decimals, units) => {
    expect(parseDecimal(text, decimals)).toBe(units);
  });

  it.each([
    ['', 2],
    ['.', 2],
    ['-1', 2],
    ['+1', 2],
    ['1e3', 2],
    [' 1', 2],
    ['1,5', 2],
    ['0x10', 2],
    ['1.2.3', 2],
    ['0.001', 2],
    ['90071992547409.92', 2],
    ['100000000000000000', 0],
    ['١', 2],
    ['NaN', 2],
    ['1\n', 2],
  ])('%j with %i decimals is refused', (text, decimals) => {
    expect(parseDecimal(text, decimals)).toBeNull();
  });

  it.each([
    [0, 6, '0'],
    [1, 8, '0.00000001'],
    [1_500_000, 6, '1.5'],
    [1_000_000, 6, '1'],
    [-2_050_000, 6, '-2.05'],
    [42, 0, '42'],
    [largest, 2, '90071992547409.91'],
  ])('%i units with %i decimals are written as %s', (units, decimals, text) => {
    expect(formatDecimal(units, decimals)).toBe(text);
  });

  it('is parsed back to the same number of units', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.integer({ min: 0, max: 8 }), (units, decimals) => {
        expect(parseDecimal(formatDecimal(units, decimals), decimals)).toBe(units);
      }),
    );
  });
});

describe('branding a number', () => {
  it.each([0.5, Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY])(
    'refuses %d as an amount, a price and a quantity',
    (value) => {
      expect(() => amount(value)).toThrow(RangeError);
      expect(() => ticks(value)).toThrow(RangeError);
      expect(() => indexPrice(value)).toThrow(RangeError);
      expect(() => lots(value)).toThrow(RangeError);
      expect(() => formatDecimal(value, 2)).toThrow(RangeError);
    },
  );

  it('accepts negative amounts, but no negative price or quantity', () => {
    expect(amount(-1)).toBe(-1);
    expect(() => ticks(-1)).toThrow(RangeError);
    expect(() => indexPrice(0)).toThrow(RangeError);
    expect(indexPrice(largest)).toBe(largest);
    expect(() => lots(-1)).toThrow(RangeError);
  });

  it('refuses a sum beyond 2^53 − 1', () => {
    expect(addAmounts(amount(largest - 1), amount(1))).toBe(largest);
    expect(() => addAmounts(amount(largest), amount(1))).toThrow(RangeError);
  });
});
