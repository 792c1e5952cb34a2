import { describe, expect, it } from 'vitest';
import { ageText, readRule, secondsOf } from './index-rule.ts';

const entered = { sources: 'kraken, binance', decimals: '8', minSources: '2', maxDeviation: '0.5', staleness: '2.5' };

describe('the form of an index', () => {
  it('reads sources, percent and seconds exactly', () => {
    expect(readRule(entered)).toEqual({
      sources: ['binance', 'kraken'],
      decimals: 8,
      minSources: 2,
      maxDeviation: '0.005',
      stalenessMs: 2_500,
    });
  });

  it('refuses names that are invalid or occur twice', () => {
    for (const sources of ['', ' , ', 'Kraken', 'kraken kraken', 'a-b', 'x'.repeat(17)]) {
      expect(readRule({ ...entered, sources }).sources, sources).toBeNull();
    }
  });

  it('refuses more required sources than there are, and figures out of range', () => {
    expect(readRule({ ...entered, minSources: '3' }).minSources).toBeNull();
    expect(readRule({ ...entered, maxDeviation: '100.0001' }).maxDeviation).toBeNull();
    expect(readRule({ ...entered, maxDeviation: '100' }).maxDeviation).toBe('1');
    for (const staleness of ['0', '0.0001', '3600.001', 'soon']) {
      expect(readRule({ ...entered, staleness }).stalenessMs, staleness).toBeNull();
    }
  });

  it('shows milliseconds as seconds and ages', () => {
    expect([1, 2_500, 3_000].map(secondsOf)).toEqual(['0.001', '2.5', '3']);
    expect([-3, 840, 3_900, 125_000].map(ageText)).toEqual(['0 ms', '840 ms', '3 s', '2 min 5 s']);
  });
});
