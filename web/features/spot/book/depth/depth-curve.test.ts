import { describe, expect, it } from 'vitest';
import {
  decimalsOfStep,
  depthCurve,
  fittingSpan,
  readingWithin,
  roundStep,
  spanAt,
  spanShare,
  spanText,
} from './depth-curve.ts';

const scale = { price_decimals: 1, price_step: '0.1', amount_decimals: 4 };
const curve = depthCurve(
  {
    bids: [
      { price: '99', amount: '0.1' },
      { price: '98', amount: '0.2' },
    ],
    asks: [
      { price: '101', amount: '0.3' },
      { price: '104', amount: '0.4' },
    ],
  },
  scale,
);

describe('the depth curve', () => {
  it('has exact cumulative amounts on both sides', () => {
    expect(curve.mid).toBe(100);
    expect(curve.bids.map(({ sum }) => sum)).toEqual([0.1, 0.3]);
    expect(readingWithin(curve, 'bids', 2, scale)).toEqual({ price: '98.0', sum: '0.3', value: '29.5' });
    expect(readingWithin(curve, 'asks', 2, scale)).toEqual({ price: '102.0', sum: '0.3', value: '30.3' });
  });

  it('is zero between the best prices and the total beyond the last level', () => {
    expect(readingWithin(curve, 'bids', 0.5, scale)).toEqual({ price: '99.5', sum: '0', value: '0' });
    expect(readingWithin(curve, 'asks', 50, scale)).toEqual({ price: '150.0', sum: '0.7', value: '71.9' });
    expect(readingWithin(curve, 'bids', 150, scale)?.price).toBe('0.0');
  });

  it('has its mid at the best price of the only side, and none without any', () => {
    const alone = depthCurve({ bids: [{ price: '99', amount: '1' }], asks: [] }, scale);
    expect(alone.mid).toBe(99);
    expect(readingWithin(alone, 'asks', 1, scale)).toBeNull();
    const nothing = depthCurve({ bids: [], asks: [] }, scale);
    expect(nothing.mid).toBeNull();
    expect(readingWithin(nothing, 'bids', 1, scale)).toBeNull();
  });
});

describe('the range of the depth chart', () => {
  it('is the smallest step that covers both sides', () => {
    expect(spanText(fittingSpan(curve))).toBe('5');
    expect(spanText(fittingSpan(depthCurve({ bids: [], asks: [] }, scale)))).toBe('100');
  });

  it('zooms by steps within their limits', () => {
    const fitting = fittingSpan(curve);
    expect(spanText(spanAt(fitting, -1))).toBe('3');
    expect(spanText(spanAt(fitting, 1))).toBe('7');
    expect(spanText(spanAt(0, -1))).toBe('0.01');
    expect(spanText(spanAt(fitting, 99))).toBe('100');
    expect(spanShare(fitting)).toBe(0.05);
  });
});

describe('the scale of an axis', () => {
  it('has round steps', () => {
    expect(roundStep(100, 5)).toBe(20);
    expect(roundStep(0.7, 4)).toBeCloseTo(0.2);
    expect(roundStep(9_700, 4)).toBe(2_500);
    expect(decimalsOfStep(0.25)).toBe(2);
    expect(decimalsOfStep(20)).toBe(0);
  });
});
