import { describe, expect, it } from 'vitest';
import { amount } from '../money.ts';
import {
  entrustThreshold,
  isAllowedAmount,
  isEntrustMet,
  isWellCovered,
  limitedSum,
  liquidationFee,
  maintenanceOf,
  marginOf,
  markOf,
  markOfProfit,
  openingFee,
  openingPrice,
  openingReserve,
  profitAt,
  riskRate,
  tierOf,
} from './formulas.ts';

const largest = Number.MAX_SAFE_INTEGER;

describe('the mark', () => {
  it.each([
    // base, its decimals, quote, its decimals, decimals of the mark, mark
    [6_500_000, 2, null, 0, 3, 65_000_000],
    [6_500_050, 2, null, 0, 0, 65_001],
    [6_500_049, 2, null, 0, 0, 65_000],
    [6_500_000, 2, 400_000, 2, 3, 16_250],
    [1, 0, 2, 0, 0, 1],
    [1, 0, 3, 0, 0, null],
    [largest, 0, null, 0, 0, largest],
    [largest, 0, null, 0, 1, null],
    // 2^53 − 1 ÷ (2^53 − 2) is a little more than 1.
    [largest, 0, largest - 1, 0, 15, 1_000_000_000_000_000],
    [largest, 4, largest, 4, 2, 100],
  ] as const)(
    'of %i (%i decimals) in %s (%i) with %i decimals is %s',
    (price, decimals, quote, quoteDecimals, to, mark) => {
      const divisor = quote === null ? null : { price: quote, decimals: quoteDecimals };
      expect(markOf({ price, decimals }, divisor, to)).toBe(mark);
    },
  );
});

describe('prices', () => {
  it.each([
    ['long', 65_000_000, 100, 65_006_500],
    ['short', 65_000_000, 100, 64_993_500],
    ['long', 1, 100, 2],
    ['short', 1, 100, 0],
    ['long', 1000, 0, 1000],
  ] as const)('a %s opens at the mark %i with %i ppm at %i', (side, mark, spread, price) => {
    expect(openingPrice(side, mark, spread)).toBe(price);
  });

  it.each([
    ['long', 65_006_500, 100, 65_000_000],
    ['long', 65_006_499, 100, 64_999_999],
    ['short', 64_993_500, 100, 65_000_000],
    ['short', 64_993_501, 100, 65_000_002],
  ] as const)('an entrusted %s at %i with %i ppm waits for %i', (side, target, spread, threshold) => {
    expect(entrustThreshold(side, target, spread)).toBe(threshold);
    const worse = side === 'long' ? 1 : -1;
    expect(isEntrustMet(side, threshold, target, spread)).toBe(true);
    expect(isEntrustMet(side, threshold + worse, target, spread)).toBe(false);
    // It opens at its target or better, and one point further it would not.
    const isBetter = (price: number) => (side === 'long' ? price <= target : price >= target);
    expect(isBetter(openingPrice(side, threshold, spread))).toBe(true);
    expect(isBetter(openingPrice(side, threshold + worse, spread))).toBe(false);
  });

  it('do not reach the largest targets', () => {
    expect(isEntrustMet('short', 65_000_000, largest, 100)).toBe(false);
    expect(isEntrustMet('long', 65_000_000, largest, 100)).toBe(true);
  });

  it.each([
    [100, 1000, 50, 1001],
    [100, 1000, 100, 1001],
    [100, 1000, 101, 1002],
    [-100, 1000, 100, 999],
    [-100, 1000, 1, 999],
  ])('an exposure of %i from %i has gained %i at %i', (exposure, price, profit, mark) => {
    expect(markOfProfit(exposure, price, profit)).toBe(mark);
    expect(profitAt(exposure, price, mark)).toBeGreaterThanOrEqual(profit);
    expect(profitAt(exposure, price, mark - Math.sign(exposure))).toBeLessThan(profit);
  });

  it('have profits of at most 2^53 − 1 either way', () => {
    expect(profitAt(largest, 1, 3)).toBe(largest);
    expect(profitAt(largest, 3, 1)).toBe(-largest);
    expect(limitedSum([largest, largest, -largest])).toBe(largest);
    expect(limitedSum([largest, largest])).toBe(largest);
    expect(limitedSum([-largest, -1, largest])).toBe(-1);
    expect(limitedSum([-largest, -largest, 5])).toBe(-largest);
  });
});

describe('sums of a position', () => {
  it.each([
    [6_500_000_000, 200, 32_500_000],
    [6_500_000_001, 200, 32_500_001],
    [1, 200, 1],
  ])('the margin of %i at %i times is %i', (sum, multiple, margin) => {
    expect(marginOf(sum, multiple)).toBe(margin);
  });

  it.each([
    [0, 400, 6_500_000_000, 32_500_000, 13_000],
    [1, 400, 6_500_000_000, 32_500_000, 2_600_000],
    [1, 400, 2501, 13, 2],
    [1, 0, 2501, 13, 0],
  ] as const)(
    'the fee of market type %i at %i ppm, amount %i, margin %i, is %i',
    (marketType, feePpm, sum, margin, fee) => {
      expect(openingFee({ marketType, feePpm }, sum, margin)).toBe(fee);
    },
  );

  it.each([
    [1_000_000, 5000],
    [1_000_001, 5001],
    [200, 1],
    [201, 2],
    [largest, 45_035_996_273_705],
    [largest + 1, largest],
  ])('the fee of a liquidation of %i is %i', (sum, fee) => {
    expect(liquidationFee(sum)).toBe(fee);
  });

  it.each([
    [6_500_650_000, 100_000, 650_065_000],
    [11, 100_000, 2],
    [5, 1_000_000, 5],
    [5, 2_000_000, 5],
  ])('the house reserves for %i at %i ppm %i', (sum, reservePpm, reserve) => {
    expect(openingReserve(sum, reservePpm)).toBe(reserve);
  });

  it('may be a hundredth of the safe integers', () => {
    expect(isAllowedAmount(90_071_992_547_409)).toBe(true);
    expect(isAllowedAmount(90_071_992_547_410)).toBe(false);
  });
});

describe('tiers', () => {
  const tiers = [
    { limit: amount(1000), multiple: 200 },
    { limit: amount(5000), multiple: 100 },
    { limit: amount(20_000), multiple: 7 },
  ];

  it.each([
    [0, 200],
    [1000, 200],
    [1001, 100],
    [5000, 100],
    [20_000, 7],
    [20_001, undefined],
  ])('a total of %i may have %s times', (total, multiple) => {
    expect(tierOf(tiers, total)?.multiple).toBe(multiple);
  });

  it.each([
    // before, amount, maintenance: half of the margin of each part
    [0, 1000, 3], // 1000 ÷ 400 = 2.5
    [0, 800, 2],
    [0, 1001, 3], // 2.5 + 1 ÷ 200
    [0, 1200, 4], // 2.5 + 200 ÷ 200 = 3.5
    [1000, 200, 1],
    [1000, 0, 0],
    [999, 2, 1], // 1 ÷ 400 + 1 ÷ 200, rounded up once
    [0, 20_000, 1094], // 2.5 + 20 + 15 000 ÷ 14 = 1093.93
  ])('an amount on top of %i of %i needs %i', (before, sum, maintenance) => {
    expect(maintenanceOf({ tiers, multiples: [2, 200] }, before, sum)).toBe(maintenance);
  });

  it('have no higher multiple than is offered', () => {
    expect(maintenanceOf({ tiers, multiples: [2, 50] }, 0, 1000)).toBe(10);
  });
});

describe('risk', () => {
  it.each([
    [120, 100, true],
    [119, 100, false],
    [121, 101, false],
    [122, 101, true],
    [0, 0, true],
    [-1, 0, false],
    [9_007_199_254_740_990, 7_505_999_378_950_825, true],
    [9_007_199_254_740_989, 7_505_999_378_950_825, false],
  ])('an equity of %i covers margins of %i: %s', (equity, margins, isCovered) => {
    expect(isWellCovered(equity, margins)).toBe(isCovered);
  });

  it.each([
    [120, 100, 12_000],
    [1, 3, 3333],
    [0, 5, 0],
    [-5, 5, 0],
    [largest, 1, largest],
  ])('the rate of an equity of %i to margins of %i is %i', (equity, margins, rate) => {
    expect(riskRate(equity, margins)).toBe(rate);
  });
});
