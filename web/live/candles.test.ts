import { describe, expect, it } from 'vitest';
import {
  candlesAtOnce,
  candlesChange,
  forgetSequences,
  isFirstPage,
  isWholeRepair,
  latestRange,
  noCandles,
  olderRange,
  repairRange,
  shiftOpening,
  takeCandles,
  takeOlderCandles,
  type CandleSeries,
  type KnownCandle,
} from './candles.ts';

describe('a candle series', () => {
  it('is sorted and free of duplicates in whatever order candles arrive', () => {
    const orders = [
      [candle(0), candle(1), candle(2), candle(3)],
      [candle(3), candle(1), candle(0), candle(2)],
      [candle(0), candle(0), candle(1), candle(1), candle(2), candle(3), candle(2)],
    ];
    for (const candles of orders) {
      expect(minutes(takeCandles(noCandles, candles, '1min'))).toEqual([0, 1, 2, 3]);
      expect(minutes(candles.reduce((series, one) => takeCandles(series, [one], '1min'), noCandles))).toEqual([
        0, 1, 2, 3,
      ]);
    }
  });

  it('keeps the candle with the later sequence when two open at the same time', () => {
    const series = takeCandles(noCandles, [candle(0), candle(1, '10', 7)], '1min');
    expect(closes(takeCandles(series, [candle(1, '12', 8)], '1min'))).toEqual(['5', '12']);
    expect(closes(takeCandles(series, [candle(1, '9', 6)], '1min'))).toEqual(['5', '10']);
    // A duplicate of the same sequence changes nothing.
    expect(takeCandles(series, [candle(1, '10', 7)], '1min')).toBe(series);
    // A candle with the same values at a later sequence makes updates in between stale.
    const renewed = takeCandles(series, [candle(1, '10', 9)], '1min');
    expect(closes(takeCandles(renewed, [candle(1, '11', 8)], '1min'))).toEqual(['5', '10']);
  });

  it('holds candles behind a gap back until the gap is filled', () => {
    const known = takeCandles(noCandles, [candle(0), candle(1)], '1min');
    const torn = takeCandles(known, [candle(4), candle(3)], '1min');
    expect(minutes(torn)).toEqual([0, 1]);
    expect(torn.ahead).toHaveLength(2);
    const later = takeCandles(torn, [candle(4, '8', 9)], '1min');
    const filled = takeCandles(later, [candle(1, '6', 3), candle(2)], '1min');
    expect(minutes(filled)).toEqual([0, 1, 2, 3, 4]);
    expect(closes(filled).at(-1)).toBe('8');
    expect(filled.ahead).toEqual([]);
  });

  it('accepts any update after a reconnect, also from a server whose sequences start again', () => {
    const series = forgetSequences(takeCandles(noCandles, [candle(0, '5', 900), candle(1, '6', 901)], '1min'));
    expect(closes(takeCandles(series, [candle(1, '7', 2)], '1min'))).toEqual(['5', '7']);
  });

  it('of weeks or months follows the UTC calendar', () => {
    const month = (year: number, index: number): KnownCandle => ({ ...candle(0), time: Date.UTC(year, index) / 1_000 });
    const months = [month(2023, 11), month(2024, 0), month(2024, 1), month(2024, 2)];
    expect(takeCandles(noCandles, months, '1mon').ahead).toEqual([]);
    expect(takeCandles(noCandles, [month(2023, 11), month(2024, 1)], '1mon').ahead).toHaveLength(1);
    expect(shiftOpening('1mon', Date.UTC(2024, 2) / 1_000, -13)).toBe(Date.UTC(2023, 1) / 1_000);
    const monday = Date.UTC(2024, 0, 1) / 1_000;
    expect(shiftOpening('1week', monday, 2)).toBe(Date.UTC(2024, 0, 15) / 1_000);
    expect(shiftOpening('3day', 0, 1)).toBe(259_200);
  });
});

describe('a page of older candles', () => {
  const series = takeCandles(noCandles, [candle(1_000), candle(1_001)], '1min');

  it('is put in front of the series without duplicates', () => {
    const page = [candle(998), candle(999), candle(1_000, '99', 50)];
    const joined = takeOlderCandles(series, page, '1min');
    expect(joined === null ? [] : minutes(joined)).toEqual([998, 999, 1_000, 1_001]);
    expect(joined?.candles[2]).toBe(series.candles[0]);
  });

  it('is refused when it does not connect to the series', () => {
    expect(takeOlderCandles(series, [candle(997), candle(998)], '1min')).toBeNull();
  });

  it('is the last one when it is not full', () => {
    expect(takeOlderCandles(series, [], '1min')).toBe(series);
    expect(isFirstPage([])).toBe(true);
    expect(isFirstPage(Array.from({ length: candlesAtOnce }, (_, index) => candle(index)))).toBe(false);
  });

  it('ends right before the first known candle', () => {
    expect(olderRange('1min', candle(1_000))).toEqual({ from: 500 * 60, to: 1_000 * 60 });
    expect(olderRange('1day', candle(0))).toEqual({ from: 0, to: 0 });
  });
});

describe('the repair of missing candles', () => {
  const series = takeCandles(noCandles, [candle(10), candle(11)], '1min');

  it('requests only the candles that may be missing, and at least two', () => {
    const { from, to } = repairRange('1min', series, 13 * 60 + 5) ?? { from: 0, to: 0 };
    expect(from).toBe(10 * 60);
    expect(to).toBeGreaterThan(13 * 60);
    const long = repairRange('1min', series, 4_000 * 60);
    expect(long).toEqual({ from: 10 * 60, to: (11 + 1_000) * 60 });
  });

  it('starts over when too much is missing, and fetches the latest candles when none are known', () => {
    expect(repairRange('1min', series, 6_000 * 60)).toBeNull();
    expect(repairRange('1min', noCandles, 600_000)).toEqual(latestRange('1min', 600_000));
  });

  it('needs at least two candles, unless the market has only one', () => {
    expect(isWholeRepair(series, [candle(11)])).toBe(false);
    expect(isWholeRepair(series, [])).toBe(false);
    expect(isWholeRepair(series, [candle(10), candle(11)])).toBe(true);
    expect(isWholeRepair(takeCandles(noCandles, [candle(11)], '1min'), [candle(11)])).toBe(true);
  });

  it('requests past the device clock, which may be slow, and never a reversed range', () => {
    expect(latestRange('1min', 100_000).to).toBeGreaterThan(100_000 + 3_600);
    const days = takeCandles(noCandles, [candle(14_400), candle(14_401)], '1min');
    expect(repairRange('1min', days, 8 * 86_400)).toEqual({ from: 14_400 * 60, to: 15_401 * 60 });
  });
});

describe('the change between two series', () => {
  const drawn = takeCandles(noCandles, [candle(5), candle(6), candle(7)], '1min');

  it('is none when an update repeats known values', () => {
    expect(candlesChange(drawn.candles, drawn.candles).kind).toBe('none');
    const doubled = takeCandles(drawn, [candle(6, '5', 9), candle(7, '5', 9)], '1min');
    expect(candlesChange(drawn.candles, doubled.candles).kind).toBe('none');
  });

  it('covers the end when the current candle changes or later ones open', () => {
    const moved = takeCandles(drawn, [candle(7, '8', 2), candle(8), candle(9)], '1min');
    const change = candlesChange(drawn.candles, moved.candles);
    expect(change.kind === 'end' && change.candles.map(({ time }) => time / 60)).toEqual([7, 8, 9]);
    const begun = candlesChange(drawn.candles, takeCandles(drawn, [candle(8)], '1min').candles);
    expect(begun.kind === 'end' && begun.candles.map(({ time }) => time / 60)).toEqual([8]);
  });

  it('covers the front when older candles are added', () => {
    const change = candlesChange(drawn.candles, takeOlderCandles(drawn, [candle(3), candle(4)], '1min')?.candles ?? []);
    expect(change.kind === 'front' && change.candles.map(({ time }) => time / 60)).toEqual([3, 4]);
  });

  it('covers everything when a series was or becomes empty, or when a candle in the middle changes', () => {
    expect(candlesChange([], drawn.candles).kind).toBe('all');
    expect(candlesChange(drawn.candles, []).kind).toBe('all');
    expect(candlesChange(drawn.candles, takeCandles(drawn, [candle(6, '1', 4)], '1min').candles).kind).toBe('all');
  });
});

function candle(minute: number, close = '5', sequence = 1): KnownCandle {
  return { time: minute * 60, open: '5', high: '9', low: '1', close, volume: '2', sequence };
}

function minutes({ candles }: CandleSeries): number[] {
  return candles.map(({ time }) => time / 60);
}

function closes({ candles }: CandleSeries): string[] {
  return candles.map(({ close }) => close);
}
