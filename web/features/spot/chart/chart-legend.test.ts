import type { CandleStyle } from 'klinecharts';
import { describe, expect, it } from 'vitest';
import { createFigures } from '../../../ui/figures.ts';
import { candleLegend, candleSummary } from './chart-legend.ts';

const words = {
  time: 'Time',
  open: 'Open',
  high: 'High',
  low: 'Low',
  close: 'Close',
  volume: 'Volume',
  change: 'Change',
  turnover: 'Turnover',
};
const candle = {
  timestamp: Date.UTC(2026, 0, 2),
  open: 100,
  high: 110,
  low: 95,
  close: 105,
  volume: 2.5,
  turnover: 250,
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

describe('the legend above the candles', () => {
  const figures = createFigures('en', 'UTC');
  /** The rows as the library breaks them on a plot of this width, where every character is 6 pixels wide. */
  const rowsOf = (plot: number, shown: typeof candle): string[] => {
    const colours = { quiet: 'grey', up: 'green', down: 'red' };
    const textWidth = (text: string): number => text.length * 6;
    const legend = candleLegend({ figures, words, decimals: 1, colours, plotWidth: () => plot, textWidth });
    const rows: string[] = [];
    let x = Infinity;
    for (const { title, value } of legend({ prev: null, current: shown, next: null }, {} as CandleStyle)) {
      const [name, text] = [title, value].map((part) => (typeof part === 'string' ? part : part.text));
      const width = textWidth(`${name}${text}`) + 10;
      if (x + width > plot - 8) rows.push('');
      x = x + width > plot - 8 ? 8 + width : x + width;
      rows.push(`${rows.pop() ?? ''} ${(name ?? '').trim() === '' ? 'Change' : (name ?? '').trim()}`);
    }
    return rows.map((row) => row.trim());
  };

  it('has the same rows whatever the figures are, on a plot of any width', () => {
    const calm = { ...candle, open: 105, volume: 0.01, turnover: 1 };
    const busy = { ...candle, open: 104.9, volume: 888_888, turnover: 888_888 };
    for (let plot = 310; plot < 1000; plot += 5) {
      expect({ plot, rows: rowsOf(plot, busy) }).toEqual({ plot, rows: rowsOf(plot, calm) });
      expect(rowsOf(plot, calm).length).toBeLessThanOrEqual(plot < 480 ? 3 : 2);
    }
  });
});
