import { describe, expect, test } from 'vitest';
import { noTexts, type PairTerms, readTerms, textsOf } from './pair-terms.ts';

const terms: PairTerms = {
  state: 'open',
  share_decimals: 3,
  share_points: 1,
  mark_decimals: 3,
  min_share: 1,
  max_share: 100_000,
  fee_base: 'amount',
  multiples: [2, 200],
  shares: [1, 10],
  spread: '0.0001',
  fee: '0.0004',
  reserve: '0.1',
  tiers: [
    { limit: '10000', multiple: 200 },
    { limit: '50000.5', multiple: 100 },
  ],
  gross_cap: '40000000',
};

describe('the terms of a pair in a form', () => {
  test('are read as they are written', () => {
    expect(textsOf(terms)).toMatchObject({ spread: '0.01', multiples: '2 200', tiers: '10000×200 50000.5×100' });
    const { state, fee_base, ...others } = terms;
    expect([state, fee_base]).toEqual(['open', 'amount']);
    expect(readTerms(textsOf(terms))).toEqual(others);
  });

  test('may be written with commas and with another sign', () => {
    const texts = { ...textsOf(terms), multiples: '2, 200', tiers: '10000x200,50000.5*100' };
    expect(readTerms(texts)).toMatchObject({ multiples: terms.multiples, tiers: terms.tiers });
  });

  test('are missing while a field is empty or no number', () => {
    for (const value of Object.values(readTerms(noTexts))) expect(value).toBeNull();
    const wrong = { ...textsOf(terms), multiples: '2 a', tiers: '10000×', spread: '1.23456', grossCap: '1e9' };
    expect(readTerms(wrong)).toMatchObject({ multiples: null, tiers: null, spread: null, gross_cap: null });
  });
});
