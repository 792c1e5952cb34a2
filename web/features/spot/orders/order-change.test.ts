import { describe, expect, it } from 'vitest';
import type { OrderContext } from '../ticket/order-form.ts';
import { evaluateChange, evaluateReplacement, isChangeable } from './order-change.ts';

const rules = { price_step: '0.1', amount_step: '0.001', min_notional: '10', quote_currency_code: 'USDT' };
const order = { price: '100', number: '2', transacted_amount: '0.5' };

describe('a change of an order', () => {
  it.each([
    ['nothing new', { price: '100.0', number: '2.000' }, 'none'],
    ['a smaller amount at the same price', { price: '100', number: '1.5' }, 'reduce'],
    ['a larger amount', { price: '100', number: '2.5' }, 'replace'],
    ['another price', { price: '100.1', number: '2' }, 'replace'],
    ['another price and a smaller amount', { price: '99', number: '1' }, 'replace'],
  ])('to %s has a known effect before it is sent', (_what, draft, kind) => {
    expect(evaluateChange(order, draft, rules)).toEqual({ kind, price: null, number: null });
  });

  it.each([
    ['no price', { price: '', number: '2' }, 'price', 'errors.price_required'],
    ['a price of zero', { price: '0', number: '2' }, 'price', 'errors.price_required'],
    ['a price off the step', { price: '100.05', number: '2' }, 'price', 'errors.price_step'],
    ['no amount', { price: '100', number: '.' }, 'number', 'errors.quantity_required'],
    ['an amount off the step', { price: '100', number: '1.0005' }, 'number', 'errors.quantity_step'],
    ['the filled amount', { price: '100', number: '0.5' }, 'number', 'orders.aboveFilled'],
    ['less than the filled amount', { price: '100', number: '0.4' }, 'number', 'orders.aboveFilled'],
    ['a remainder below the minimum value', { price: '100', number: '0.599' }, 'number', 'trade.minNotional'],
  ] as const)('to %s is refused at its field', (_what, draft, field, key) => {
    expect(evaluateChange(order, draft, rules)[field]?.key).toBe(key);
  });

  it('may leave a remainder of exactly the minimum value', () => {
    expect(evaluateChange(order, { price: '100', number: '0.6' }, rules).number).toBeNull();
  });
});

describe('a replacement of an order', () => {
  const context: OrderContext = {
    match: {
      id: 1,
      price_decimals: 2,
      price_step: '0.1',
      amount_decimals: 3,
      amount_step: '0.001',
      base_decimals: 8,
      quote_decimals: 8,
      min_notional: '10',
      market_slippage: '0.05',
      maker_fee_rate: '0.001',
      taker_fee_rate: '0.001',
      sell_blocked: false,
      state: 'open' as const,
      self_trade_prevention: 'expire_maker' as const,
      base_currency_code: 'BTC',
      quote_currency_code: 'USDT',
    },
    available: '50',
    opposite: [{ price: '101', amount: '9' }],
    own: [],
    last: '100',
  };
  const buy = { ...order, way: 2, post_only: false } as const;

  it('warns of a price far worse than the market', () => {
    const { evaluation } = evaluateReplacement(buy, { price: '1000', number: '0.6' }, context);
    expect(evaluation.warnings).toEqual([{ key: 'ticket.farAbove', values: { percent: '890' }, grave: true }]);
    const near = evaluateReplacement(buy, { price: '101', number: '2' }, context);
    expect(near.evaluation.warnings).toEqual([]);
  });

  it('is sized for the unfilled amount and keeps the terms of the order', () => {
    const { draft } = evaluateReplacement({ ...buy, post_only: true }, { price: '99', number: '2' }, context);
    expect(draft).toMatchObject({ side: 'buy', kind: 'limit', price: '99', size: '1.5', postOnly: true });
  });

  it('may cost at most the available balance plus the hold of the old order', () => {
    // 50 are available and 1.5 × 100 held.
    expect(evaluateReplacement(buy, { price: '100', number: '2.5' }, context).short).toBeNull();
    const { short } = evaluateReplacement(buy, { price: '100', number: '2.501' }, context);
    expect(short).toEqual({ key: 'trade.insufficient', values: { available: '200', currency: 'USDT' } });
    const sale = { ...buy, way: 1 } as const;
    const few = { ...context, available: '0.1' };
    expect(evaluateReplacement(sale, { price: '100', number: '2.1' }, few).short).toBeNull();
    expect(evaluateReplacement(sale, { price: '100', number: '2.2' }, few).short?.values).toEqual({
      available: '1.6',
      currency: 'BTC',
    });
    expect(evaluateReplacement(sale, { price: '100', number: '9' }, { ...few, available: null }).short).toBeNull();
  });
});

describe('the editability of an order', () => {
  it.each([
    ['true for a resting order', { status: 'submitted', order_type: 'limit', quote_amount: null }, true],
    ['true for a partly filled order', { status: 'partially_filled', order_type: 'limit', quote_amount: null }, true],
    [
      'true for a triggered stop-limit order',
      { status: 'submitted', order_type: 'stop_limit', quote_amount: null },
      true,
    ],
    ['true for a waiting stop order', { status: 'untriggered', order_type: 'stop_limit', quote_amount: null }, true],
    [
      'true for a waiting stop order sized by total',
      { status: 'untriggered', order_type: 'stop_market', quote_amount: '5' },
      true,
    ],
    ['false for an ended order', { status: 'cancelled', order_type: 'limit', quote_amount: null }, false],
    ['false for an order sized by total', { status: 'submitted', order_type: 'market', quote_amount: '5' }, false],
  ] as const)('is %s', (_when, facts, can) => {
    expect(isChangeable(facts)).toBe(can);
  });
});
