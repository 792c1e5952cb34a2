import { describe, expect, it } from 'vitest';
import { numberSigns } from '../live/number-signs.ts';
import { enteredDecimal } from './typed-decimal.ts';

const english = { signs: numberSigns('en'), decimals: 2 };
const german = { signs: numberSigns('de'), decimals: 2 };
const valueOf = (text: string, field = english, pasted = false): string | undefined =>
  enteredDecimal(text, field, pasted)?.value;

describe('an entry of a number', () => {
  it('keeps its text while it is typed, with the value that it means', () => {
    const steps = ['6', '61', '61,', '61,0', '61,00', '61,000', '61,000.', '61,000.5', '61,000.50'];
    expect(steps.map((text) => enteredDecimal(text, english, false)?.text)).toEqual(steps);
    expect(steps.map((text) => valueOf(text))).toEqual([
      ...(['6', '61', '61.', '61.0', '61.00', '.', '61000.', '61000.5', '61000.50'] as const),
    ]);
  });

  it('asks for one of two readings, in the notation of the locale', () => {
    const ambiguous = { kind: 'ambiguous', whole: '1234', decimal: '1,23' };
    expect(enteredDecimal('1.234', german, false)).toEqual({ text: '1.234', value: '.', problem: ambiguous });
    expect(enteredDecimal('61,000', { ...english, decimals: 8 }, true)?.problem).toMatchObject({ decimal: '61.000' });
  });

  it('has one reading without decimals', () => {
    expect(valueOf('61,000', { ...english, decimals: 0 })).toBe('61000');
  });

  it('is no number with a sign or letters, and keeps them', () => {
    for (const text of ['-5', '1e5', 'abc', '5-', '1a5']) {
      expect(enteredDecimal(text, english, false)).toEqual({ text, value: '.', problem: { kind: 'noNumber' } });
    }
    expect(enteredDecimal('.', english, false)?.problem).toEqual({ kind: 'noNumber' });
    expect(enteredDecimal('', english, false)).toEqual({ text: '', value: '', problem: null });
  });

  it('may have a minus where numbers may be negative', () => {
    const signed = { ...english, signed: true };
    for (const [text, value] of [
      ['-5', '-5'],
      ['−1,234.5', '-1234.5'],
      ['5', '5'],
    ]) {
      expect(enteredDecimal(text ?? '', signed, false)?.value).toBe(value);
    }
    expect(enteredDecimal('--5', signed, false)?.value).toBe('.');
  });

  it('takes no further typed decimals than its field, and cuts pasted ones', () => {
    expect(enteredDecimal('1.234', english, false)).toBeNull();
    expect(enteredDecimal('1.239', english, true)).toEqual({ text: '1.23', value: '1.23', problem: null });
    expect(enteredDecimal('.239', german, true)).toEqual({ text: '0,23', value: '0.23', problem: null });
    expect(enteredDecimal('1.5', { ...english, decimals: 0 }, false)).toBeNull();
  });
});
