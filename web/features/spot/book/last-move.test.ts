import { describe, expect, it } from 'vitest';
import { lastMove } from './last-move.ts';

describe('the way that the price went last', () => {
  it('is that between the last trade and the latest one at another price', () => {
    expect(lastMove(prices('101', '101.0', '100'))).toBe('up');
    expect(lastMove(prices('99', '99', '100', '90'))).toBe('down');
  });

  it('is none while all trades that are known were at one price', () => {
    expect(lastMove(prices('100', '100.00'))).toBe('flat');
    expect(lastMove([])).toBe('flat');
  });
});

function prices(...given: readonly string[]): { price: string }[] {
  return given.map((price) => ({ price }));
}
