import { describe, expect, it } from 'vitest';
import { sparklinePath } from './sparkline-path.ts';

describe('a sparkline', () => {
  it('has the highest price at the top and the lowest at the bottom', () => {
    expect(sparklinePath(['10', '30', '20'], 3)).toBe('M0 100L1 0L2 50');
  });

  it('of a new market ends at the right edge and starts later', () => {
    expect(sparklinePath(['1', '2'], 5)).toBe('M3 100L4 0');
  });

  it('of a constant price is flat in the middle', () => {
    expect(sparklinePath(['5', '5', '5'], 3)).toBe('M0 50L1 50L2 50');
  });

  it('needs two prices', () => {
    expect(sparklinePath(['5'], 3)).toBe('');
    expect(sparklinePath([], 3)).toBe('');
  });
});
