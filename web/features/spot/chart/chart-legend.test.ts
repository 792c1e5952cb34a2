import { describe, expect, it } from 'vitest';
import { createFigures } from '../../../ui/figures.ts';
import { candleSummary } from './chart-legend.ts';

const words = {
  ...{ time: 'Time', open: 'Open', high: 'High', low: 'Low', close: 'Close' },
  ...{ volume: 'Volume', change: 'Change', turnover: 'Turnover' },
};
const candle = {
  ...{ timestamp: Date.UTC(2026, 0, 2), open: 100, high: 110, low: 95, close: 105 },
  ...{ volume: 2.5, turnover: 250 },
};

describe('the summary of the last candle', () => {
  const figures = createFigures('en', 'America/New_York');

  it("is dated as on the chart: daily candles in UTC, shorter ones in the site's time zone", () => {
    const said = (period: '1day' | '60min'): string =>
      candleSummary(candle, null, { figures, words, decimals: 1, period });
    expect(said('1day')).toMatch(/^2026-01-02, Open 100\.0, High 110\.0, Low 95\.0, Close 105\.0,/);
    expect(said('60min')).toMatch(/^2026-01-01 19:00:00,/);
  });

  it('shows the change from the previous close, or from its own open without one', () => {
    const parts = { figures, words, decimals: 1, period: '1day' } as const;
    expect(candleSummary(candle, null, parts)).toContain('Change +5.00%');
    expect(candleSummary(candle, { ...candle, close: 210 }, parts)).toContain('Change −50.00%');
  });
});
