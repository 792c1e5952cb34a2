import { describe, expect, it, vi } from 'vitest';
import {
  hasRoom,
  indicatorFacts,
  isParam,
  readIndicators,
  defaultIndicator,
  defaultIndicators,
  withParams,
} from './indicators.ts';

describe('the indicators of a chart', () => {
  it('are all that the library supports', async () => {
    // The library reads the platform's modifier keys when it is loaded.
    vi.stubGlobal('window', { navigator: { userAgent: '', platform: '' } });
    const { getSupportedIndicators } = await import('klinecharts');
    vi.unstubAllGlobals();
    expect(Object.keys(indicatorFacts).toSorted()).toEqual(getSupportedIndicators().toSorted());
  });

  it('default to the volume, and are empty after the user removed it', () => {
    expect(readIndicators(null)).toEqual(defaultIndicators);
    expect(readIndicators('[]')).toEqual([]);
  });

  it('are restored as stored', () => {
    const chosen = [withParams(defaultIndicator('MA'), [7, 25, 99]), defaultIndicator('MACD')];
    expect(readIndicators(JSON.stringify(chosen))).toEqual(chosen);
  });

  it('drop unknown, duplicated and surplus ones', () => {
    const kept = ['MACD', 'KDJ', 'NOPE', 'KDJ', 'RSI', 'CCI', 'WR', 'EMA'].map((name) => ({ name, params: [] }));
    expect(readIndicators(JSON.stringify(kept)).map(({ name }) => name)).toEqual(['MACD', 'KDJ', 'RSI', 'CCI', 'EMA']);
    for (const broken of ['', '{', '7', 'null', '[null,3,{"name":4}]']) expect(readIndicators(broken)).toEqual([]);
  });

  it('use default parameters when too few are stored, and default colours for invalid ones', () => {
    const kept = JSON.stringify([{ name: 'MACD', params: [12], colours: [] }]);
    expect(readIndicators(kept)).toEqual([defaultIndicator('MACD')]);
    const odd = JSON.stringify([{ name: 'MA', params: [5, -1, 9_999, 'x', 10], colours: [7, 99] }]);
    expect(readIndicators(odd)).toEqual([{ name: 'MA', params: [5, 10], colours: [7, 1] }]);
  });

  it('keep the colours of existing lines when a line is added or removed', () => {
    const chosen = { ...defaultIndicator('EMA'), colours: [3, 4, 5] };
    expect(withParams(chosen, [6, 12]).colours).toEqual([3, 4]);
    expect(withParams(chosen, [6, 12, 20, 40]).colours).toEqual([3, 4, 5, 3]);
  });

  it('accept whole parameters within limits, and deviations with one decimal', () => {
    expect([1, 500].every((value) => isParam(value, 'length'))).toBe(true);
    expect([0, 501, 2.5, Number.NaN].some((value) => isParam(value, 'length'))).toBe(false);
    expect(isParam(2.5, 'deviation')).toBe(true);
    expect(isParam(2.55, 'deviation')).toBe(false);
  });

  it('below the candles are limited to four; those on the candles are not', () => {
    const four = (['VOL', 'MACD', 'KDJ', 'RSI'] as const).map(defaultIndicator);
    expect(hasRoom(four, 'CCI')).toBe(false);
    expect(hasRoom(four, 'BOLL')).toBe(true);
  });
});
