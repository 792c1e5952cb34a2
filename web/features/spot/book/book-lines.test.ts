import { describe, expect, it } from 'vitest';
import {
  bookLines,
  factsOf,
  groupedDecimals,
  groupings,
  keepUnchanged,
  noLines,
  spreadOf,
  stepOf,
  type BookLine,
  type BookSides,
  type LineChoice,
} from './book-lines.ts';

const scale = { price_decimals: 2, price_step: '0.01', amount_decimals: 4 };
const nothing: BookSides = { asks: [], bids: [] };
const book: BookSides = {
  asks: rows(['100.01', '1'], ['100.05', '2'], ['100.12', '3']),
  bids: rows(['99.99', '4'], ['99.91', '1'], ['99.89', '5']),
};

describe('the lines of the book', () => {
  it('have exact cumulative amounts and values', () => {
    const asks = rows(['1', '0.1'], ['2', '0.2'], ['3', '0.3']);
    const { asks: shown } = bookLines({ asks, bids: [] }, nothing, scale, lines());
    expect(shown.map(({ sum }) => sum)).toEqual(['0.1', '0.3', '0.6']);
    expect(shown.map(({ value }) => value)).toEqual(['0.1', '0.5', '1.4']);
  });

  it('scale the bars of both sides by the deeper side', () => {
    const { asks, bids } = bookLines(book, nothing, scale, lines());
    expect(asks.map(({ share }) => share)).toEqual([10, 30, 60]);
    expect(bids.map(({ share }) => share)).toEqual([40, 50, 100]);
  });

  it('scale the bars by the largest level when bars show single levels', () => {
    const { asks, bids } = bookLines(book, nothing, scale, lines({ bars: 'level' }));
    expect(asks.map(({ share }) => share)).toEqual([20, 40, 60]);
    expect(bids.map(({ share }) => share)).toEqual([80, 20, 100]);
  });

  it('in groups are rounded against the taker: asks up, bids down', () => {
    const { asks, bids } = bookLines(book, nothing, scale, lines({ factor: 10 }));
    expect(asks.map(priceAndAmount)).toEqual(['100.1 3', '100.2 3']);
    expect(bids.map(priceAndAmount)).toEqual(['99.9 5', '99.8 5']);
  });

  it('in groups leave prices on a group boundary unchanged', () => {
    const even = { asks: rows(['100.1', '1'], ['100.11', '2']), bids: rows(['99.9', '1'], ['99.89', '2']) };
    const { asks, bids } = bookLines(even, nothing, scale, lines({ factor: 10 }));
    expect(asks.map(priceAndAmount)).toEqual(['100.1 1', '100.2 2']);
    expect(bids.map(priceAndAmount)).toEqual(['99.9 1', '99.8 2']);
  });

  it('support a tick that is no power of ten', () => {
    const quarter = { price_decimals: 2, price_step: '0.25', amount_decimals: 0 };
    const asks = rows(['10.25', '1'], ['12.5', '1'], ['12.75', '1']);
    const bids = rows(['9.75', '1'], ['7.5', '1'], ['7.25', '1']);
    const shown = bookLines({ asks, bids }, nothing, quarter, lines({ factor: 10 }));
    expect(stepOf(quarter, 10)).toBe('2.5');
    expect(shown.asks.map(priceAndAmount)).toEqual(['12.5 2', '15 1']);
    expect(shown.bids.map(priceAndAmount)).toEqual(['7.5 2', '5 1']);
  });

  it('are limited to the available space, each side separately', () => {
    const { asks, bids } = bookLines(book, nothing, scale, lines({ asks: 1, bids: 2 }));
    expect([asks.length, bids.length]).toEqual([1, 2]);
    expect(bookLines(nothing, nothing, scale, lines())).toEqual(noLines);
  });

  it('omit the last group when the server may have sent it incompletely', () => {
    expect(bookLines(book, nothing, scale, lines({ factor: 10 }), 3).asks.map(priceAndAmount)).toEqual(['100.1 3']);
    // The second-last group is complete, because the server has sent a level beyond it.
    expect(bookLines(book, nothing, scale, lines({ factor: 10, asks: 1 }), 3).asks).toHaveLength(1);
    expect(bookLines(book, nothing, scale, lines(), 3).asks).toHaveLength(3);
  });

  it("mark the user's own amounts, grouped like the rest", () => {
    const own = { asks: rows(['100.05', '0.5'], ['100.12', '3']), bids: rows(['99.91', '1'], ['50', '1']) };
    const single = bookLines(book, own, scale, lines());
    expect(single.asks.map((line) => line.own)).toEqual([null, '0.5', '3']);
    expect(single.bids.map((line) => line.own)).toEqual([null, '1', null]);
    const grouped = bookLines(book, own, scale, lines({ factor: 100 }));
    expect(grouped.asks.map((line) => line.own)).toEqual(['3.5']);
  });
});

describe('lines after a change', () => {
  it('are the same objects where nothing changed, so that only the others are rendered', () => {
    const before = bookLines(book, nothing, scale, lines({ bars: 'level' }));
    const moved = { ...book, asks: rows(['100.01', '1'], ['100.05', '2'], ['100.12', '2.5']) };
    const after = keepUnchanged(before, bookLines(moved, nothing, scale, lines({ bars: 'level' })));
    expect(after).not.toBe(before);
    expect(after.bids).toBe(before.bids);
    expect(after.asks.map((line, index) => line === before.asks[index])).toEqual([true, true, false]);
  });

  it('keep an unchanged line that has moved down', () => {
    const choice = lines({ bars: 'level' });
    const before = bookLines(book, nothing, scale, choice);
    const rest = before.bids.map(({ price, amount }) => ({ price, amount }));
    const after = keepUnchanged(before, bookLines({ ...book, bids: rest.slice(1) }, nothing, scale, choice));
    expect(after.bids.map(({ price }) => price)).toEqual(['99.91', '99.89']);
    expect(after.bids[1]?.sum).toBe('6');
  });

  it('are the previous object when nothing visible has changed', () => {
    const before = bookLines(book, nothing, scale, lines({ asks: 2 }));
    const deeper = { ...book, asks: rows(['100.01', '1'], ['100.05', '2'], ['100.12', '9']) };
    expect(keepUnchanged(before, bookLines(deeper, nothing, scale, lines({ asks: 2 })))).toBe(before);
  });
});

describe('the groupings', () => {
  it('are powers of ten of the tick that still distinguish prices', () => {
    expect(groupings(scale, '50000')).toEqual([1, 10, 100, 1_000, 10_000]);
    expect(groupings({ ...scale, price_decimals: 4, price_step: '0.0001' }, '0.5')).toEqual([1, 10]);
    expect(groupings(scale, '0')).toEqual([1]);
  });

  it('have the decimals of their step', () => {
    expect(groupedDecimals(scale, 1)).toBe(2);
    expect(groupedDecimals({ ...scale, price_decimals: 4 }, 1)).toBe(4);
    expect(groupedDecimals(scale, 10)).toBe(1);
    expect(groupedDecimals(scale, 1_000)).toBe(0);
  });
});

describe('the facts of a line', () => {
  it('are the average price, both cumulative sums and the distance from the mid price', () => {
    const { asks, bids } = bookLines(book, nothing, scale, lines());
    expect(factsOf(lineAt(asks, 1), scale, book)).toEqual({
      average: '100.03',
      sum: '3',
      value: '300.11',
      distance: '0.05',
    });
    expect(factsOf(lineAt(bids, 2), scale, book).distance).toBe('-0.11');
  });

  it('have no distance while one side is empty', () => {
    const alone = { ...book, asks: [] };
    const { bids } = bookLines(alone, nothing, scale, lines());
    expect(factsOf(lineAt(bids, 0), scale, alone)).toMatchObject({ average: '99.99', distance: null });
  });
});

describe('the spread', () => {
  it('is the gap between the best prices', () => {
    expect(spreadOf('100.01', '99.99')).toEqual({ amount: '0.02', percent: '0.019' });
    expect(spreadOf('100.01', undefined)).toBeNull();
  });
});

function rows(...given: readonly (readonly [string, string])[]): { price: string; amount: string }[] {
  return given.map(([price, amount]) => ({ price, amount }));
}

function lines(choice: Partial<LineChoice> = {}): LineChoice {
  return { factor: 1, bars: 'cumulative', asks: 3, bids: 3, ...choice };
}

function priceAndAmount({ price, amount }: BookLine): string {
  return `${price} ${amount}`;
}

function lineAt(given: readonly BookLine[], index: number): BookLine {
  const line = given[index];
  if (line === undefined) throw new Error(`there is no line ${index}`);
  return line;
}
