import { describe, expect, it } from 'vitest';
import { lastMove } from './last-move.ts';

describe('the direction of the last move', () => {
  it('compares the last trade with the latest one at another price', () => {
    expect(lastMove(prices('101', '101.0', '100'))).toBe('up');
    expect(lastMove(prices('99', '99', '100', '90'))).toBe('down');
  });

  it('is flat when all known trades are at one price', () => {
    expect(lastMove(prices('100', '100.00'))).toBe('flat');
    expect(lastMove([])).toBe('flat');
  });
});

function prices(...given: readonly string[]): { price: string }[] {
  return given.map((price) => ({ price }));
}
