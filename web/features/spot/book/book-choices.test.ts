import { describe, expect, it } from 'vitest';
import { readChoices, writeChoices } from './book-choices.ts';

describe('the settings of the book', () => {
  it('default to both sides, cumulative bars and single ticks', () => {
    expect(readChoices(storage(), 1)).toEqual({ view: 'both', bars: 'cumulative', factor: 1 });
  });

  it('are stored: the grouping by market, the others for all markets', () => {
    const kept = storage();
    writeChoices(kept, 1, { view: 'bids', bars: 'level', factor: 100 });
    writeChoices(kept, 2, { view: 'asks', bars: 'level', factor: 10 });
    expect(readChoices(kept, 1)).toEqual({ view: 'asks', bars: 'level', factor: 100 });
    expect(readChoices(kept, 2).factor).toBe(10);
    expect(readChoices(kept, 3).factor).toBe(1);
    writeChoices(kept, 1, { view: 'both', bars: 'cumulative', factor: 1 });
    expect(readChoices(kept, 1)).toEqual({ view: 'both', bars: 'cumulative', factor: 1 });
  });

  it('fall back to the defaults when the stored text is invalid', () => {
    const kept = storage({ book_view: 'all', book_bars: '', book_groups: '1:7 2:10 x 3:100000 4:-10 5:1000' });
    expect(readChoices(kept, 1)).toEqual({ view: 'both', bars: 'cumulative', factor: 1 });
    expect([2, 3, 4, 5].map((id) => readChoices(kept, id).factor)).toEqual([10, 1, 1, 1_000]);
  });

  it('keep the groupings of the last fifty markets', () => {
    const kept = storage();
    for (let id = 1; id <= 60; id += 1) writeChoices(kept, id, { view: 'both', bars: 'level', factor: 10 });
    expect(readChoices(kept, 10).factor).toBe(1);
    expect(readChoices(kept, 11).factor).toBe(10);
  });
});

function storage(given: Readonly<Record<string, string>> = {}) {
  const texts = new Map(Object.entries(given));
  return {
    read: (key: string) => texts.get(key) ?? null,
    write: (key: string, value: string) => void texts.set(key, value),
  };
}
