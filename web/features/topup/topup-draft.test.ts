import { describe, expect, it } from 'vitest';
import { mayOpen, readAmount } from './topup-draft.ts';

const bounds = { minimum: '20', maximum: '1000' };

describe('the amount of a top-up', () => {
  it.each(['20', '1000', '20.00', '99.5', '100.'])('is quoted within the bounds (%s)', (typed) => {
    expect(readAmount(typed, bounds)).toEqual({ amount: typed.replace(/\.$/, ''), problem: null });
  });

  it.each(['', '0', '0.00', '.', 'x', '1e2'])('is required (%s)', (typed) => {
    expect(readAmount(typed, bounds).problem).toBe('amountRequired');
  });

  it.each(['19.99', '1000.01', '99999999999999999999'])('has bounds (%s)', (typed) => {
    expect(readAmount(typed, bounds).problem).toBe('between');
  });
});

describe('the page of a provider', () => {
  it('is a path of this site or a page with TLS', () => {
    expect(mayOpen('/demo/card?order=1')).toBe(true);
    expect(mayOpen('https://buy.example.com/?a=1')).toBe(true);
    for (const url of ['//evil.example.com', 'http://example.com', 'javascript:alert(1)', '']) {
      expect(mayOpen(url)).toBe(false);
    }
  });
});
