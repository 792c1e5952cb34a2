import { describe, expect, test } from 'vitest';
import {
  accountNow,
  expectedResult,
  markFor,
  priceAtProfit,
  priceAtRate,
  profitAt,
  profitNow,
  profitRate,
} from './position-figures.ts';

const long = {
  currency_match_id: 1,
  quote_currency_id: 3,
  type: 1,
  price: '65006.5',
  number: '0.1',
  update_price: '65000',
  caution_money: '32.50325',
} as const;
const short = { ...long, type: 2 } as const;

describe('the result of a position', () => {
  test('is the move of the mark times the amount, with the sign of the side', () => {
    expect(profitAt(long, '66006.5')).toBe('100');
    expect(profitAt(short, '66006.5')).toBe('-100');
  });

  test('follows the live mark, and before the first the reported one', () => {
    expect(profitNow(long, { 1: '65106.5' })).toBe('10');
    expect(markFor(long, {})).toBe('65000');
    expect(profitNow(long, { 1: null })).toBe('-0.65');
    expect(profitNow({ ...long, update_price: null }, {})).toBeNull();
  });

  test('is a percentage of the margin, truncated', () => {
    expect(profitRate('10', '32.50325')).toBe('30.7661');
    expect(profitRate('-10', '32.50325')).toBe('-30.7661');
    expect(profitRate('10', '0')).toBeNull();
  });
});

describe('an account', () => {
  const account = { quote_currency_id: 3, balance: '100', margin: '32.50325', maintenance: '16.251625' };

  test('adds the results of all positions of its quote currency', () => {
    const other = { ...short, quote_currency_id: 1 };
    expect(accountNow(account, [long, other], { 1: '64506.5' })).toEqual({
      profits: '-50',
      equity: '50',
      hazardRate: '153.83',
      used: 32.6,
    });
  });

  test('has no rate without positions, and is used up without equity', () => {
    expect(accountNow({ ...account, margin: '0' }, [], {})).toMatchObject({ hazardRate: null, used: null });
    expect(accountNow(account, [long], { 1: '60000' }).used).toBe(100);
  });
});

describe('a stop', () => {
  test('is placed by percentage of the margin or by result', () => {
    expect(priceAtRate(long, '100', 3)).toBe('65331.533');
    expect(priceAtProfit(short, '100', 3)).toBe('64006.500');
    expect(priceAtRate(long, '0', 3)).toBe('65006.500');
  });

  test('has no price for a result that only a price of zero or less gives', () => {
    expect(priceAtProfit(short, '7000', 3)).toBeNull();
    expect(priceAtProfit(short, '6500.65', 3)).toBeNull();
    expect(priceAtProfit(short, '6500.6499', 2)).toBeNull();
    expect(priceAtProfit(short, '6500.6499', 3)).toBe('0.001');
    expect(priceAtProfit(long, '-7000', 3)).toBeNull();
    expect(priceAtRate({ ...short, caution_money: '3250.325' }, '250', 3)).toBeNull();
  });

  test('has no expected result on the wrong side of the entry', () => {
    expect(expectedResult('profit', long, '66006.5')).toBe('100');
    expect(expectedResult('loss', long, '66006.5')).toBe('0');
    expect(expectedResult('loss', long, '64006.5')).toBe('-100');
    expect(expectedResult('profit', short, '64006.5')).toBe('100');
    expect(expectedResult('profit', long, '')).toBe('0');
    expect(expectedResult('profit', long, '0')).toBe('0');
  });
});
