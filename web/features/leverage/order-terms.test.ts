import Big from 'big.js';
import { describe, expect, test } from 'vitest';
import {
  maintenanceOf,
  mostShares,
  type OrderedPosition,
  orderProblem,
  type OrderSituation,
  orderTerms,
} from './order-terms.ts';

/** A hand of 0.001 BTC, at a mark of 65 000 USDT, with 1 000 USDT in the account. */
function situation(changes: Partial<OrderSituation> = {}): OrderSituation {
  return {
    pair: {
      lever_share_num: '0.001',
      mark_decimals: 3,
      spread_rate: '0.0001',
      lever_fee_rate: '0.0004',
      tiers: [
        { limit: '10000', multiple: 200 },
        { limit: '50000', multiple: 100 },
        { limit: '250000', multiple: 50 },
      ],
      min_share: 1,
      max_share: 100_000,
      room: '1000000',
    },
    decimals: 6,
    top: 200,
    marketType: 1,
    mark: '65000',
    market: 1,
    others: [],
    available: '1000',
    equity: '1000',
    margin: '0',
    maintenance: '0',
    ...changes,
  };
}

function order(changes: Partial<OrderedPosition> = {}): OrderedPosition {
  return { side: 'long', share: 100, multiple: 200, target: null, ...changes };
}

/** A position that the user holds on the pair. */
const held = {
  currency_match_id: 1,
  status: 1,
  type: 1,
  number: '0.1',
  price: '65000',
  caution_money: '32.5',
} as const;

describe('the figures of an order', () => {
  test('are those of the engine at the ask', () => {
    // 65 000 × 1.0001 = 65 006.5; 0.1 BTC = 6 500.65; ÷ 200 = 32.503 25; 0.04 % = 2.600 26.
    expect(orderTerms(order(), situation())).toEqual({
      number: '0.1',
      price: '65006.5',
      worst: '65331.533',
      amount: '6500.650000',
      margin: '32.503250',
      fee: '2.600260',
      held: '35.279029',
      // 1 000 − 2.600 26 − 0.65 − 16.251 625 = 980.498 115, ÷ 0.1 = 9 804.981 15, up to 9 804.982.
      liquidation: '55195.018',
    });
  });

  test('of a short order fill at the bid, and hold the dearer mark', () => {
    const terms = orderTerms(order({ side: 'short' }), situation());
    expect(terms).toMatchObject({ price: '64993.5', worst: '64668.532', margin: '32.496750', held: '35.100000' });
    expect(Number(terms?.liquidation)).toBeGreaterThan(65_000);
  });

  test('of a limit order are those of its target', () => {
    const terms = orderTerms(order({ target: '60000' }), situation());
    expect(terms).toMatchObject({
      price: '60000',
      worst: null,
      margin: '30.000000',
      fee: '2.400000',
      held: '32.400000',
    });
  });

  test('count the fee on the margin on a pair of that kind', () => {
    expect(orderTerms(order({ target: '60000' }), situation({ marketType: 0 }))?.fee).toBe('0.012000');
  });

  test('are unknown while the pair is suspended or without a price', () => {
    expect(orderTerms(order(), situation({ mark: null }))).toBeNull();
    expect(orderTerms(order({ target: '0' }), situation())).toBeNull();
    expect(orderTerms(order({ target: '' }), situation())).toBeNull();
    expect(mostShares(order({ target: '' }), situation())).toBe(0);
  });

  test('name no liquidation price for a position that balances another', () => {
    expect(orderTerms(order({ side: 'short' }), situation({ others: [held] }))?.liquidation).toBeNull();
  });
});

describe('maintenance', () => {
  test('charges each part the rate of its tier, on top of the other positions', () => {
    // 6 500 of the first tier are taken: 3 500 ÷ 400 and 6 500 ÷ 200.
    expect(maintenanceOf(new Big('10000'), situation({ others: [held] })).toFixed()).toBe('41.25');
  });

  test('does not count more than the highest multiple that is offered', () => {
    expect(maintenanceOf(new Big('1000'), situation({ top: 50 })).toFixed()).toBe('10');
  });
});

describe('the first problem of an order', () => {
  test.each<[Partial<OrderedPosition>, Partial<OrderSituation>, unknown]>([
    [{}, {}, null],
    [{ share: 0 }, {}, { key: 'share_out_of_range' }],
    [{ share: 1.5 }, {}, { key: 'share_out_of_range' }],
    [{}, { mark: null }, { key: 'index_unavailable' }],
    [{ share: 200 }, {}, { key: 'multiple_too_high', maximum: 100 }],
    [{ share: 10_000, multiple: 50 }, {}, { key: 'position_too_large' }],
    [{}, { pair: { ...situation().pair, room: '6500' } }, { key: 'exposure_cap' }],
    [{}, { available: '35.2' }, { key: 'insufficient_balance' }],
    [{}, { equity: '30' }, { key: 'risk_too_high', rate: '81.84' }],
  ])('of %o with %o is %o', (changed, at, problem) => {
    expect(orderProblem(order(changed), situation(at))).toEqual(problem);
  });
});

describe('the most hands of an order', () => {
  test('pass all checks, and one more does not', () => {
    for (const multiple of [2, 50, 100, 200]) {
      const most = mostShares(order({ multiple }), situation());
      expect(orderProblem(order({ multiple, share: most }), situation())).toBeNull();
      expect(orderProblem(order({ multiple, share: most + 1 }), situation())).not.toBeNull();
    }
  });

  test('are none without money', () => {
    expect(mostShares(order(), situation({ available: '0', equity: '0' }))).toBe(0);
  });
});
