import { describe, expect, it } from 'vitest';
import { chosen, firstDraft, readDraft, swapped } from './convert-draft.ts';

const btc = { id: 1, code: 'BTC', decimals: 8, spread: '0.002', is_priced: 1 } as const;
const eth = { id: 2, code: 'ETH', decimals: 8, spread: '0.002', is_priced: 1 } as const;
const usdt = { id: 3, code: 'USDT', decimals: 6, spread: '0.002', is_priced: 1 } as const;
const all = [btc, eth, usdt];

describe('the form of a conversion', () => {
  it('begins with the wanted currency, otherwise with USDT, and ends with USDT where it can', () => {
    expect(firstDraft(all, undefined)).toEqual({ from: 3, to: 1, amount: '' });
    expect(firstDraft(all, 1)).toEqual({ from: 1, to: 3, amount: '' });
    expect(firstDraft([eth, btc], 2)).toEqual({ from: 2, to: 1, amount: '' });
    expect(firstDraft(all, 9)).toEqual({ from: 3, to: 1, amount: '' });
    expect(firstDraft([btc], 1)).toBeNull();
    expect(firstDraft([], undefined)).toBeNull();
  });

  it('never has the same currency on both sides', () => {
    const draft = { from: 3, to: 1, amount: '5' };
    expect(chosen(draft, 'from', 1)).toEqual({ from: 1, to: 3, amount: '' });
    expect(chosen(draft, 'to', 3)).toEqual({ from: 1, to: 3, amount: '' });
    expect(swapped(draft)).toEqual({ from: 1, to: 3, amount: '' });
  });

  it('keeps the amount only while its currency stays', () => {
    const draft = { from: 3, to: 1, amount: '5' };
    expect(chosen(draft, 'to', 2)).toEqual({ from: 3, to: 2, amount: '5' });
    expect(chosen(draft, 'from', 2)).toEqual({ from: 2, to: 1, amount: '' });
  });
});

describe('an amount to convert', () => {
  const problemOf = (amount: string, available: string | null = '100') =>
    readDraft({ from: 3, to: 1, amount }, all, available)?.problem;

  it.each(['', '.', '0', '0.00'])('is required: "%s"', (amount) => {
    expect(problemOf(amount)).toBe('amountRequired');
  });

  it('is compared with the balance exactly, once it has loaded', () => {
    expect(problemOf('100')).toBeNull();
    expect(problemOf('100.000001')).toBe('tooMuch');
    expect(problemOf('100.000001', null)).toBeNull();
  });

  it.each([
    ['.5', '0.5'],
    ['5.', '5'],
    ['05.10', '05.10'],
  ])('"%s" is sent as "%s"', (amount, number) => {
    expect(readDraft({ from: 3, to: 1, amount }, all, null)?.number).toBe(number);
  });

  it('cannot be quoted while a currency has no price, or is no longer offered', () => {
    const unpriced = [{ ...btc, is_priced: 0 as const }, usdt];
    expect(readDraft({ from: 3, to: 1, amount: '5' }, unpriced, null)?.problem).toBe('noPrice');
    expect(readDraft({ from: 3, to: 1, amount: '5' }, [eth, usdt], null)).toBeNull();
  });
});
