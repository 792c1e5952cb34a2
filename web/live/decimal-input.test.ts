import { describe, expect, it } from 'vitest';
import { isDecimalDraft, numberSigns, readDecimalInput } from './decimal-input.ts';

const english = numberSigns('en');
const german = numberSigns('de');

describe('a typed or pasted number', () => {
  it('may use English or German notation with grouping', () => {
    for (const signs of [english, german]) {
      expect(readDecimalInput('1,234.5', signs, true)).toBe('1234.5');
      expect(readDecimalInput('1.234,5', signs, true)).toBe('1234.5');
      expect(readDecimalInput('1 234,5', signs, true)).toBe('1234.5');
      expect(readDecimalInput("1'234'567.25", signs, true)).toBe('1234567.25');
      expect(readDecimalInput('1.234.567', signs, true)).toBe('1234567');
    }
  });

  it('with a single separator is read by the locale when pasted', () => {
    expect(readDecimalInput('1.234', german, true)).toBe('1234');
    expect(readDecimalInput('1.234', english, true)).toBe('1.234');
    expect(readDecimalInput('1,234', english, true)).toBe('1234');
    expect(readDecimalInput('0.125', german, true)).toBe('0.125');
    expect(readDecimalInput('1,5', english, true)).toBe('1.5');
  });

  it('is never regrouped while typing', () => {
    expect(readDecimalInput('1.234', german, false)).toBe('1.234');
    expect(readDecimalInput('1,234', german, false)).toBe('1.234');
    expect(readDecimalInput('12.', german, false)).toBe('12.');
  });

  it('takes one separator only while typing, so that a stray key cannot turn 1 into 10', () => {
    for (const text of ['0.5,', '65000.12,', '0.0010,', '65.000.25', '0.00.10', '65,000.25', '1,234,567']) {
      expect([text, readDecimalInput(text, english, false)]).toEqual([text, null]);
    }
    expect(readDecimalInput('0,5.', german, false)).toBeNull();
    expect(readDecimalInput('0,5', german, false)).toBe('0.5');
  });

  it('may have full-width digits and separators', () => {
    expect(readDecimalInput('１２．５', english, false)).toBe('12.5');
    expect(readDecimalInput('１２。５', english, false)).toBe('12.5');
    expect(readDecimalInput('１，２３４．５', english, true)).toBe('1234.5');
  });

  it('may be pasted with its currency', () => {
    expect(readDecimalInput('1,234.50 USDT', english, true)).toBe('1234.50');
    expect(readDecimalInput('$1,234', english, true)).toBe('1234');
    expect(readDecimalInput('1.234,50 €', german, true)).toBe('1234.50');
    expect(readDecimalInput('BTC 0.5', english, true)).toBe('0.5');
    expect(readDecimalInput('12$', english, false)).toBeNull();
  });

  it('is refused when it is not a number', () => {
    for (const text of ['abc', '-5', '-$5', '1e5', '1E5', '1.2.3,4,5', 'USDT', '12 USDT 5']) {
      expect([text, readDecimalInput(text, english, true)]).toEqual([text, null]);
    }
  });

  it('may have no more decimals than its field', () => {
    expect(isDecimalDraft('12.34', 2)).toBe(true);
    expect(isDecimalDraft('12.345', 2)).toBe(false);
    expect(isDecimalDraft('12.', 0)).toBe(false);
    expect(isDecimalDraft('', 2)).toBe(true);
    expect(isDecimalDraft('.5', 2)).toBe(true);
  });
});
