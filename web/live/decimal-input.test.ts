import { describe, expect, it } from 'vitest';
import { isDecimalDraft, numberSigns, readDecimalInput } from './decimal-input.ts';

const english = numberSigns('en');
const german = numberSigns('de');

describe('a number that is typed or pasted', () => {
  it('may come in either notation with groups', () => {
    for (const signs of [english, german]) {
      expect(readDecimalInput('1,234.5', signs, true)).toBe('1234.5');
      expect(readDecimalInput('1.234,5', signs, true)).toBe('1234.5');
      expect(readDecimalInput('1 234,5', signs, true)).toBe('1234.5');
      expect(readDecimalInput("1'234'567.25", signs, true)).toBe('1234567.25');
      expect(readDecimalInput('1.234.567', signs, true)).toBe('1234567');
    }
  });

  it('is read by the locale when pasted with a single sign', () => {
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

  it('has one separator while it is typed, so that no key makes ten of one', () => {
    for (const text of ['0.5,', '65000.12,', '0.0010,', '65.000.25', '0.00.10', '65,000.25', '1,234,567']) {
      expect([text, readDecimalInput(text, english, false)]).toEqual([text, null]);
    }
    expect(readDecimalInput('0,5.', german, false)).toBeNull();
    expect(readDecimalInput('0,5', german, false)).toBe('0.5');
  });

  it('may have full-width digits and signs', () => {
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

  it('is refused when it is none', () => {
    for (const text of ['abc', '-5', '-$5', '1e5', '1E5', '1.2.3,4,5', 'USDT', '12 USDT 5']) {
      expect([text, readDecimalInput(text, english, true)]).toEqual([text, null]);
    }
  });

  it('may have no more decimals than the field', () => {
    expect(isDecimalDraft('12.34', 2)).toBe(true);
    expect(isDecimalDraft('12.345', 2)).toBe(false);
    expect(isDecimalDraft('12.', 0)).toBe(false);
    expect(isDecimalDraft('', 2)).toBe(true);
    expect(isDecimalDraft('.5', 2)).toBe(true);
  });
});
