import { describe, expect, test } from 'vitest';
import { limitLines, readLimits, readShare, shareText } from './agent-form.ts';

describe('the form of an agent', () => {
  test.each([
    ['20', 200_000],
    ['12.5', 125_000],
    ['0.0001', 1],
    ['50', 500_000],
    ['50.0001', null],
    ['0', null],
    ['12.50001', null],
    ['-1', null],
    ['a', null],
    ['', null],
  ])('reads the share %j', (text, ppm) => {
    expect(readShare(text)).toBe(ppm);
    if (ppm !== null) expect(shareText(ppm)).toBe(text);
  });

  test('reads limits, one in each line', () => {
    const limits = [
      { currency_code: 'USDT', amount: '1000' },
      { currency_code: 'BTC', amount: '0.5' },
    ];
    expect(readLimits('usdt 1000\n\n BTC  0.5 ')).toEqual(limits);
    expect(limitLines(limits)).toBe('USDT 1000\nBTC 0.5');
    expect(readLimits('')).toEqual([]);
  });

  test.each(['USDT', 'USDT x', 'USDT -1', 'USDT 1 2', 'USDT 1\nusdt 2'])('refuses the limits %j', (text) => {
    expect(readLimits(text)).toBeNull();
  });
});
