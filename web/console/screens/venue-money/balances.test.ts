import { describe, expect, it } from 'vitest';
import { addedTo, amountProblem, availableIn, sumOf, takenFrom } from './balances.ts';

const row = {
  currency_id: 2,
  currency_code: 'USDT',
  decimals: 6,
  external: '-9007199254.740993',
  fees: '0.1',
  lever_house: '0.2',
  insurance: '0',
  micro_house: '0',
  savings_house: '1000.5',
  savings_reserved: '0.000001',
  treasury: '7',
  people: '9007198246.940993',
};

describe('the money of the exchange', () => {
  it('adds up exactly', () => {
    expect(sumOf(row)).toBe('0');
    expect(sumOf({ ...row, fees: '0.100001' })).toBe('0.000001');
    expect(sumOf({ ...row, people: '0' })).toBe('-9007198246.940993');
  });

  it('cannot be moved where it is reserved, and has no limit outside', () => {
    expect(availableIn(row, 'savings_house')).toBe('1000.499999');
    expect(availableIn(row, 'treasury')).toBe('7');
    expect(availableIn(row, 'external')).toBeNull();
  });

  it('is moved exactly', () => {
    expect(addedTo(row.external, '0.000001', 6)).toBe('-9007199254.740992');
    expect(takenFrom(row.fees, '0.3', 6)).toBe('-0.2');
  });

  it('is moved in amounts above zero, in units of the currency, and up to the balance', () => {
    const limit = { available: '7', decimals: 2 };
    expect(['', '.', '0.00'].map((amount) => amountProblem(amount, limit))).toEqual(['none', 'none', 'none']);
    expect(amountProblem('1.001', limit)).toBe('precise');
    expect(amountProblem('7.01', limit)).toBe('too_much');
    expect(amountProblem('7', limit)).toBeNull();
    expect(amountProblem('1000000', { ...limit, available: null })).toBeNull();
  });
});
