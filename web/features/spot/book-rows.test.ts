import { describe, expect, it } from 'vitest';
import { bookLines, groupedDecimals, groupings, spreadOf } from './book-rows.ts';

const asks = rows(['100.01', '1'], ['100.05', '2'], ['100.12', '3']);
const bids = rows(['99.99', '4'], ['99.91', '1'], ['99.89', '5']);

describe('the lines of the book', () => {
  it('sum up exactly from the best price on', () => {
    const { asks: shown } = bookLines(rows(['1', '0.1'], ['2', '0.2'], ['3', '0.3']), [], '0.01', '0.01', 3);
    expect(shown.map(({ sum }) => sum)).toEqual(['0.1', '0.3', '0.6']);
  });

  it('measure both sides by the deeper one', () => {
    const lines = bookLines(asks, bids, '0.01', '0.01', 3);
    expect(lines.asks.map(({ share }) => share)).toEqual([0.1, 0.3, 0.6]);
    expect(lines.bids.map(({ share }) => share)).toEqual([0.4, 0.5, 1]);
  });

  it('in groups are rounded against the taker: asks up, bids down', () => {
    const lines = bookLines(asks, bids, '0.1', '0.01', 3);
    expect(lines.asks.map(({ price, amount }) => [price, amount])).toEqual([
      ['100.1', '3'],
      ['100.2', '3'],
    ]);
    expect(lines.bids.map(({ price, amount }) => [price, amount])).toEqual([
      ['99.9', '5'],
      ['99.8', '5'],
    ]);
  });

  it('are no more than asked for', () => {
    expect(bookLines(asks, bids, '0.01', '0.01', 2).asks).toHaveLength(2);
    expect(bookLines(asks, bids, '0.1', '0.01', 1).asks).toHaveLength(1);
    expect(bookLines([], [], '0.01', '0.01', 2)).toEqual({ asks: [], bids: [] });
  });
});

describe('the groupings', () => {
  it('are the tick and its powers of ten, as long as they tell prices apart', () => {
    expect(groupings('0.01', '50000')).toEqual(['0.01', '0.1', '1', '10']);
    expect(groupings('0.0001', '0.5')).toEqual(['0.0001', '0.001']);
    expect(groupedDecimals('0.1', '0.01', 2)).toBe(1);
    expect(groupedDecimals('0.01', '0.01', 4)).toBe(4);
    expect(groupedDecimals('10', '0.01', 2)).toBe(0);
  });
});

describe('the spread', () => {
  it('is the gap between the best prices', () => {
    expect(spreadOf(asks[0], bids[0])).toEqual({ amount: '0.02', percent: '0.019' });
    expect(spreadOf(asks[0], undefined)).toBeNull();
  });
});

function rows(...given: readonly (readonly [string, string])[]): { price: string; amount: string }[] {
  return given.map(([price, amount]) => ({ price, amount }));
}
