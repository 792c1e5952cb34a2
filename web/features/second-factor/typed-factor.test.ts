import { expect, it } from 'vitest';
import { factorError } from './typed-factor.ts';

it('a second factor has six digits, or twelve letters and digits', () => {
  for (const text of ['123 456', '１２３-４５６', '१२३४५६', '4k7q-9xwz-m2ta', '4K7Q 9XWZ M2TA']) {
    expect([text, factorError(text)]).toEqual([text, null]);
  }
  for (const text of ['12345', '1234567', '4k7q-9xwz', '12a456', '123.456']) {
    expect([text, factorError(text)]).toEqual([text, 'errors.second_factor_malformed']);
  }
  for (const text of ['', ' ', '-']) expect(factorError(text)).toBe('factor.emptyCode');
});
