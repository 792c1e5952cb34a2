import { describe, expect, it } from 'vitest';
import {
  barsAtOnce,
  barsChange,
  forgetSequences,
  isFirstPage,
  isWholeRepair,
  latestRange,
  noBars,
  olderRange,
  repairRange,
  shiftOpening,
  takeBars,
  takeOlderBars,
  type BarSeries,
  type KnownBar,
} from './bars.ts';

describe('the bars of a chart', () => {
  it('stand once each and in order, however they come', () => {
    const orders = [
      [bar(0), bar(1), bar(2), bar(3)],
      [bar(3), bar(1), bar(0), bar(2)],
      [bar(0), bar(0), bar(1), bar(1), bar(2), bar(3), bar(2)],
    ];
    for (const bars of orders) {
      expect(minutes(takeBars(noBars, bars, '1min'))).toEqual([0, 1, 2, 3]);
      expect(minutes(bars.reduce((series, one) => takeBars(series, [one], '1min'), noBars))).toEqual([0, 1, 2, 3]);
    }
  });

  it('of the same opening are the one that reflects the later sequence', () => {
    const series = takeBars(noBars, [bar(0), bar(1, '10', 7)], '1min');
    expect(closes(takeBars(series, [bar(1, '12', 8)], '1min'))).toEqual(['5', '12']);
    expect(closes(takeBars(series, [bar(1, '9', 6)], '1min'))).toEqual(['5', '10']);
    // A doubled word of the same sequence says nothing new.
    expect(takeBars(series, [bar(1, '10', 7)], '1min')).toBe(series);
    // The same figures at a later sequence make words in between old.
    const renewed = takeBars(series, [bar(1, '10', 9)], '1min');
    expect(closes(takeBars(renewed, [bar(1, '11', 8)], '1min'))).toEqual(['5', '10']);
  });

  it('wait behind a hole that a dropped message left, and join when it is filled', () => {
    const known = takeBars(noBars, [bar(0), bar(1)], '1min');
    const torn = takeBars(known, [bar(4), bar(3)], '1min');
    expect(minutes(torn)).toEqual([0, 1]);
    expect(torn.ahead).toHaveLength(2);
    const later = takeBars(torn, [bar(4, '8', 9)], '1min');
    const filled = takeBars(later, [bar(1, '6', 3), bar(2)], '1min');
    expect(minutes(filled)).toEqual([0, 1, 2, 3, 4]);
    expect(closes(filled).at(-1)).toBe('8');
    expect(filled.ahead).toEqual([]);
  });

  it('take any word after a new start of the connection, also of a server that begins anew', () => {
    const series = forgetSequences(takeBars(noBars, [bar(0, '5', 900), bar(1, '6', 901)], '1min'));
    expect(closes(takeBars(series, [bar(1, '7', 2)], '1min'))).toEqual(['5', '7']);
  });

  it('of weeks and months follow each other as the calendar of UTC has them', () => {
    const month = (year: number, index: number): KnownBar => ({ ...bar(0), time: Date.UTC(year, index) / 1_000 });
    const months = [month(2023, 11), month(2024, 0), month(2024, 1), month(2024, 2)];
    expect(takeBars(noBars, months, '1mon').ahead).toEqual([]);
    expect(takeBars(noBars, [month(2023, 11), month(2024, 1)], '1mon').ahead).toHaveLength(1);
    expect(shiftOpening('1mon', Date.UTC(2024, 2) / 1_000, -13)).toBe(Date.UTC(2023, 1) / 1_000);
    const monday = Date.UTC(2024, 0, 1) / 1_000;
    expect(shiftOpening('1week', monday, 2)).toBe(Date.UTC(2024, 0, 15) / 1_000);
    expect(shiftOpening('3day', 0, 1)).toBe(259_200);
  });
});

describe('pages of older bars', () => {
  const series = takeBars(noBars, [bar(1_000), bar(1_001)], '1min');

  it('come in front, each bar once', () => {
    const page = [bar(998), bar(999), bar(1_000, '99', 50)];
    const joined = takeOlderBars(series, page, '1min');
    expect(joined === null ? [] : minutes(joined)).toEqual([998, 999, 1_000, 1_001]);
    expect(joined?.bars[2]).toBe(series.bars[0]);
  });

  it('that do not reach up to what is known are refused', () => {
    expect(takeOlderBars(series, [bar(997), bar(998)], '1min')).toBeNull();
  });

  it('end at the first bar of the market', () => {
    expect(takeOlderBars(series, [], '1min')).toBe(series);
    expect(isFirstPage([])).toBe(true);
    expect(isFirstPage(Array.from({ length: barsAtOnce }, (_, index) => bar(index)))).toBe(false);
  });

  it('are asked for right before the first known bar', () => {
    expect(olderRange('1min', bar(1_000))).toEqual({ from: 500 * 60, to: 1_000 * 60 });
    expect(olderRange('1day', bar(0))).toEqual({ from: 0, to: 0 });
  });
});

describe('a repair of the end', () => {
  const series = takeBars(noBars, [bar(10), bar(11)], '1min');

  it('asks for no more than what may be missing, and for two bars at least', () => {
    const { from, to } = repairRange('1min', series, 13 * 60 + 5) ?? { from: 0, to: 0 };
    expect(from).toBe(10 * 60);
    expect(to).toBeGreaterThan(13 * 60);
    const long = repairRange('1min', series, 4_000 * 60);
    expect(long).toEqual({ from: 10 * 60, to: (11 + 1_000) * 60 });
  });

  it('begins anew when too much is missing, and with the latest bars when nothing is known', () => {
    expect(repairRange('1min', series, 6_000 * 60)).toBeNull();
    expect(repairRange('1min', noBars, 600_000)).toEqual(latestRange('1min', 600_000));
  });

  it('fails with fewer than two bars, unless the first bar of the market is the running one', () => {
    expect(isWholeRepair(series, [bar(11)])).toBe(false);
    expect(isWholeRepair(series, [])).toBe(false);
    expect(isWholeRepair(series, [bar(10), bar(11)])).toBe(true);
    expect(isWholeRepair(takeBars(noBars, [bar(11)], '1min'), [bar(11)])).toBe(true);
  });

  it('asks for bars after the clock of this device, which may be slow, and never backwards', () => {
    expect(latestRange('1min', 100_000).to).toBeGreaterThan(100_000 + 3_600);
    const days = takeBars(noBars, [bar(14_400), bar(14_401)], '1min');
    expect(repairRange('1min', days, 8 * 86_400)).toEqual({ from: 14_400 * 60, to: 15_401 * 60 });
  });
});

describe('what is drawn anew', () => {
  const drawn = takeBars(noBars, [bar(5), bar(6), bar(7)], '1min');

  it('is nothing when a word repeats what is known', () => {
    expect(barsChange(drawn.bars, drawn.bars).kind).toBe('none');
    const doubled = takeBars(drawn, [bar(6, '5', 9), bar(7, '5', 9)], '1min');
    expect(barsChange(drawn.bars, doubled.bars).kind).toBe('none');
  });

  it('is the end when the running bar moves and the next ones begin', () => {
    const moved = takeBars(drawn, [bar(7, '8', 2), bar(8), bar(9)], '1min');
    const change = barsChange(drawn.bars, moved.bars);
    expect(change.kind === 'end' && change.bars.map(({ time }) => time / 60)).toEqual([7, 8, 9]);
    const begun = barsChange(drawn.bars, takeBars(drawn, [bar(8)], '1min').bars);
    expect(begun.kind === 'end' && begun.bars.map(({ time }) => time / 60)).toEqual([8]);
  });

  it('is the front when older bars came', () => {
    const change = barsChange(drawn.bars, takeOlderBars(drawn, [bar(3), bar(4)], '1min')?.bars ?? []);
    expect(change.kind === 'front' && change.bars.map(({ time }) => time / 60)).toEqual([3, 4]);
  });

  it('is all when there was nothing, when bars went, or when one in the middle is another', () => {
    expect(barsChange([], drawn.bars).kind).toBe('all');
    expect(barsChange(drawn.bars, []).kind).toBe('all');
    expect(barsChange(drawn.bars, takeBars(drawn, [bar(6, '1', 4)], '1min').bars).kind).toBe('all');
  });
});

function bar(minute: number, close = '5', sequence = 1): KnownBar {
  return { time: minute * 60, open: '5', high: '9', low: '1', close, volume: '2', sequence };
}

function minutes({ bars }: BarSeries): number[] {
  return bars.map(({ time }) => time / 60);
}

function closes({ bars }: BarSeries): string[] {
  return bars.map(({ close }) => close);
}
