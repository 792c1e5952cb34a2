import Big from 'big.js';
import { describe, expect, it } from 'vitest';
import {
  emptyDraft,
  evaluateOrder,
  stepAmount,
  stepPrice,
  withAmount,
  withPercent,
  withPrice,
  withTotal,
  type OrderContext,
  type OrderDraft,
  type Side,
} from './order-form.ts';

const match: OrderContext['match'] = {
  id: 1,
  price_decimals: 2,
  price_step: '0.01',
  amount_decimals: 5,
  amount_step: '0.00001',
  min_notional: '5',
  taker_fee_rate: '0.001',
  sell_blocked: false,
  state: 'open',
  base_currency_code: 'BTC',
  quote_currency_code: 'USDT',
};

describe('a limit order form', () => {
  it('asks for a price and for a quantity', () => {
    expect(evaluateOrder(emptyDraft('buy'), context('100')).errors).toEqual({
      price: { key: 'trade.p_price', figures: {} },
      amount: { key: 'trade.p_num', figures: {} },
    });
    for (const nothing of ['0', '0.00', '.', '']) {
      expect(evaluateOrder(draft('buy', nothing, nothing), context('100')).errors.price?.key).toBe('trade.p_price');
    }
  });

  it('says what a buy costs, what it is charged and what remains, exactly', () => {
    const { summary, errors } = evaluateOrder(draft('buy', '30000.01', '0.12345'), context('10000'));
    expect(summary.total).toBe('3703.5012345');
    expect(summary.fee).toBe('0.00012345');
    expect(summary.receive).toBe('0.12332655');
    expect(summary.percent).toBe(37);
    expect(errors).toEqual({});
  });

  it('charges a sell in the quote currency, rounded up against the person', () => {
    const { summary } = evaluateOrder(draft('sell', '0.07', '71.42857'), context('100'));
    expect(summary.total).toBe('4.9999999');
    expect(summary.fee).toBe('0.005');
    expect(summary.receive).toBe('4.9949999');
  });

  it('refuses a price off the tick and a quantity off the lot', () => {
    const coarse = { ...context('100'), match: { ...match, price_step: '0.05', amount_step: '0.001' } };
    const { errors } = evaluateOrder(draft('buy', '10.02', '1.0005'), coarse);
    expect(errors.price).toEqual({ key: 'trade.priceStep', figures: { step: '0.05' } });
    expect(errors.amount).toEqual({ key: 'trade.amountStep', figures: { step: '0.001' } });
  });

  it('refuses what is worth less than the minimum, at its very edge', () => {
    expect(evaluateOrder(draft('buy', '10', '0.5'), context('100')).errors.total).toBeUndefined();
    expect(evaluateOrder(draft('buy', '10', '0.49999'), context('100')).errors.total).toEqual({
      key: 'trade.minNotional',
      figures: { minimum: '5', currency: 'USDT' },
    });
  });

  it('refuses a buy that costs more than is available, and a sell of more than is available', () => {
    expect(evaluateOrder(draft('buy', '10', '10'), context('100')).errors.total).toBeUndefined();
    expect(evaluateOrder(draft('buy', '10', '10.00001'), context('100')).errors.total?.figures).toEqual({
      available: '100',
      currency: 'USDT',
    });
    expect(evaluateOrder(draft('sell', '10', '100'), context('100')).errors.amount).toBeUndefined();
    expect(evaluateOrder(draft('sell', '10', '100.00001'), context('100')).errors.amount?.figures).toEqual({
      available: '100',
      currency: 'BTC',
    });
  });

  it('does not judge the balance before it is known', () => {
    expect(evaluateOrder(draft('buy', '10', '10'), context(null)).errors).toEqual({});
  });

  it('reminds that a blocked market cannot be sold on, but lets people buy', () => {
    const blocked = { ...context('100'), match: { ...match, id: 64, sell_blocked: true } };
    expect(evaluateOrder(draft('sell', '10', '1'), blocked).errors).toEqual({
      market: { key: 'trade.remind', figures: {} },
    });
    expect(evaluateOrder(draft('buy', '10', '1'), blocked).errors).toEqual({});
  });

  it.each([
    ['halted', 'trade.halted'],
    ['cancel_only', 'trade.onlyCancels'],
    // Whether an order would rest is for the exchange to say, whose book is newer.
    ['post_only', undefined],
  ] as const)('says what a market that is %s takes', (state, key) => {
    const closed = { ...context('100'), match: { ...match, state } };
    expect(evaluateOrder(draft('buy', '10', '1'), closed).errors.market?.key).toBe(key);
  });
});

describe('the fields of the form', () => {
  it('keep the amount when the price changes, if the amount was set last', () => {
    expect(withPrice(draft('buy', '10', '2'), '20', context('100'))).toMatchObject({ amount: '2', total: '40' });
  });

  it('keep the total when the price changes, if the total was set last', () => {
    const byTotal = withTotal(draft('buy', '10', ''), '100', context('100'));
    expect(byTotal).toMatchObject({ amount: '10', total: '100' });
    expect(withPrice(byTotal, '20', context('100'))).toMatchObject({ amount: '5', total: '100' });
  });

  it('never turn a total into an amount that costs more than it', () => {
    for (const [price, total] of [
      ['3', '1'],
      ['0.07', '0.5'],
      ['29999.99', '10000'],
      ['7', '99999999.99999999'],
    ] as const) {
      const { amount } = withTotal(draft('buy', price, ''), total, context('1'));
      const cost = new Big(amount).times(price);
      expect(cost.lte(total)).toBe(true);
      expect(cost.plus(new Big(price).times(match.amount_step)).gt(total)).toBe(true);
    }
  });

  it('take a share of the balance in whole lots, cut and not rounded', () => {
    expect(withPercent(draft('buy', '3', ''), 25, context('100')).amount).toBe('8.33333');
    expect(withPercent(draft('buy', '3', ''), 100, context('100')).amount).toBe('33.33333');
    expect(withPercent(draft('sell', '', ''), 75, context('0.00003')).amount).toBe('0.00002');
    expect(withPercent(draft('sell', '3', '1'), 0, context('100')).amount).toBe('');
    expect(withPercent(draft('buy', '', '1'), 50, context('100')).amount).toBe('1');
  });

  it('step the price by the tick, from the last price when empty, and never below one tick', () => {
    expect(stepPrice(draft('buy', '10', '1'), 1, context('1'), '12').price).toBe('10.01');
    expect(stepPrice(draft('buy', '', ''), -1, context('1'), '12').price).toBe('11.99');
    expect(stepPrice(draft('buy', '0.01', ''), -1, context('1'), '12').price).toBe('0.01');
    const coarse = { ...context('1'), match: { ...match, price_step: '0.5' } };
    expect(stepPrice(draft('buy', '10.3', ''), 1, coarse, '1').price).toBe('10.50');
    expect(stepPrice(draft('buy', '10.3', ''), -1, coarse, '1').price).toBe('10.00');
  });

  it('step the amount by the lot, down to nothing', () => {
    expect(stepAmount(draft('buy', '10', ''), 1, context('1')).amount).toBe('0.00001');
    expect(stepAmount(draft('buy', '10', '0.00001'), -1, context('1')).amount).toBe('');
  });
});

function context(available: string | null): OrderContext {
  return { match, available };
}

function draft(side: Side, price: string, amount: string): OrderDraft {
  return withAmount({ ...emptyDraft(side), price }, amount);
}
