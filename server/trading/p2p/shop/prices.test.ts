import { describe, expect, it, test } from 'vitest';
import {
  bandOf,
  coinsFor,
  type Decimals,
  fiatFor,
  fiatWithin,
  floatingPrice,
  hasMoved,
  isTooPrecise,
  priceScale,
  readBasisPoints,
  type Reference,
  referencePrice,
} from './prices.ts';

const runs = 3_000;
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/** Random numbers from a seed (mulberry32). */
function draws(from: number): (below: number) => number {
  let state = from;
  return (below) => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

interface Drawn {
  readonly reference: Reference;
  readonly price: bigint;
  readonly decimals: Decimals;
  readonly priceDecimals: number;
  readonly units: bigint;
}

function drawn(draw: (below: number) => number): Drawn {
  const big = (digits: number) => BigInt(draw(9) + 1) * 10n ** BigInt(draw(digits)) + BigInt(draw(1_000_000));
  const priceDecimals = 2 + draw(5);
  const unit = 10n ** BigInt(priceScale - priceDecimals);
  return {
    reference: { numerator: big(20) * unit, denominator: 10n ** BigInt(draw(9)) },
    price: big(10) * unit,
    decimals: { coin: draw(9), fiat: draw(3) },
    priceDecimals,
    units: big(10),
  };
}

describe(`for random prices and amounts (SEED=${seed})`, () => {
  const draw = draws(seed);
  const cases = Array.from({ length: runs }, () => drawn(draw));
  const atLeast = ({ decimals, price }: Drawn, fiat: bigint, coins: bigint): boolean =>
    fiat * 10n ** BigInt(priceScale + decimals.coin) >= coins * price * 10n ** BigInt(decimals.fiat);

  test('the seller never gets less than the price, and one more coin unit would be less', () => {
    for (const one of cases) {
      const coins = coinsFor(one.units, one.price, one.decimals);
      expect(atLeast(one, one.units, coins)).toBe(true);
      expect(atLeast(one, one.units, coins + 1n)).toBe(false);
    }
  });

  test('for an amount of coins the seller never gets less than the price, and one fiat unit less would be', () => {
    for (const one of cases) {
      const fiat = fiatFor(one.units, one.price, one.decimals);
      expect(atLeast(one, fiat, one.units)).toBe(true);
      expect(atLeast(one, fiat - 1n, one.units)).toBe(false);
    }
  });

  test('the coins of an ad suffice for the most fiat money that they can be taken for', () => {
    for (const { decimals, price, units } of cases) {
      const most = fiatWithin(units, price, decimals);
      expect(coinsFor(most, price, decimals) <= units).toBe(true);
    }
  });

  test('a floating price is rounded against the taker by less than one unit', () => {
    for (const { priceDecimals, reference } of cases) {
      const unit = 10n ** BigInt(priceScale - priceDecimals);
      const points = draw(4_001) - 2_000;
      const exact = reference.numerator * BigInt(10_000 + points);
      const under = reference.denominator * 10_000n;
      const [sells, buys] = (['sell', 'buy'] as const).map((side) =>
        floatingPrice(reference, points, side, priceDecimals),
      );
      if (sells === undefined || buys === undefined) throw new Error('there are two sides');
      expect([sells % unit, buys % unit]).toEqual([0n, 0n]);
      expect(sells * under >= exact && (sells - unit) * under < exact).toBe(true);
      expect(buys * under <= exact && (buys + unit) * under > exact).toBe(true);
    }
  });

  test('the band holds the reference, and its ends are within the percentage', () => {
    for (const { priceDecimals, reference } of cases) {
      const percent = 1 + draw(50);
      const { high, low } = bandOf(reference, percent, priceDecimals);
      const { denominator, numerator } = reference;
      expect(low * denominator * 100n >= numerator * BigInt(100 - percent)).toBe(true);
      expect(high * denominator * 100n <= numerator * BigInt(100 + percent)).toBe(true);
      const unit = 10n ** BigInt(priceScale - priceDecimals);
      expect((low - unit) * denominator * 100n < numerator * BigInt(100 - percent)).toBe(true);
      expect(referencePrice(reference, priceDecimals) <= high).toBe(true);
    }
  });
});

describe('a price that moves', () => {
  it('is refused from 0.1 % against the taker, and a better one is given', () => {
    const shown = 720_000_000n;
    expect([720_720_000n, 720_720_001n, 700_000_000n].map((now) => hasMoved(shown, now, 'sell'))).toEqual([
      false,
      true,
      false,
    ]);
    expect([719_280_000n, 719_279_999n, 740_000_000n].map((now) => hasMoved(shown, now, 'buy'))).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('has the decimals of its pair', () => {
    expect(isTooPrecise(721_000_000n, 2)).toBe(false);
    expect(isTooPrecise(721_100_000n, 2)).toBe(true);
  });
});

test('percentages have a sign and two decimals', () => {
  const texts = ['0', '2', '-2', '+0.5', '0.50', '-1.25', '1.2500', '-0'];
  expect(texts.map(readBasisPoints)).toEqual([0, 200, -200, 50, 50, -125, 125, 0]);
  const wrong = ['', '.', '1.', '.5', '1.255', '1e2', ' 1', '--1', '1000', '٢', 'NaN', '1,5'];
  expect(wrong.filter((text) => readBasisPoints(text) !== null)).toEqual([]);
});
