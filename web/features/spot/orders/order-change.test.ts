import { describe, expect, it } from 'vitest';
import { evaluateChange, isChangeable } from './order-change.ts';

const rules = { price_step: '0.1', amount_step: '0.001', min_notional: '10', quote_currency_code: 'USDT' };
const order = { price: '100', number: '2', transacted_amount: '0.5' };

describe('a change of an order', () => {
  it.each([
    ['nothing new', { price: '100.0', number: '2.000' }, 'none'],
    ['a smaller amount at its price', { price: '100', number: '1.5' }, 'reduce'],
    ['a larger amount', { price: '100', number: '2.5' }, 'replace'],
    ['another price', { price: '100.1', number: '2' }, 'replace'],
    ['another price and a smaller amount', { price: '99', number: '1' }, 'replace'],
  ])('to %s: what will happen is known before it is asked for', (_what, draft, kind) => {
    expect(evaluateChange(order, draft, rules)).toEqual({ kind, price: null, number: null });
  });

  it.each([
    ['no price', { price: '', number: '2' }, 'price', 'trade.p_price'],
    ['a price of nothing', { price: '0', number: '2' }, 'price', 'trade.p_price'],
    ['a price off the step', { price: '100.05', number: '2' }, 'price', 'trade.priceStep'],
    ['no amount', { price: '100', number: '.' }, 'number', 'trade.p_num'],
    ['an amount off the step', { price: '100', number: '1.0005' }, 'number', 'trade.amountStep'],
    ['what has traded already', { price: '100', number: '0.5' }, 'number', 'orders.aboveFilled'],
    ['less than what has traded', { price: '100', number: '0.4' }, 'number', 'orders.aboveFilled'],
    ['a rest that is worth too little', { price: '100', number: '0.599' }, 'number', 'trade.minNotional'],
  ] as const)('to %s is refused at its field', (_what, draft, field, key) => {
    expect(evaluateChange(order, draft, rules)[field]?.key).toBe(key);
  });

  it('may leave a rest that is worth exactly the least', () => {
    expect(evaluateChange(order, { price: '100', number: '0.6' }, rules).number).toBeNull();
  });
});

describe('an order can be changed', () => {
  it.each([
    ['when it rests in the book', { status: 'submitted', order_type: 'limit', quote_amount: null }, true],
    ['when it has traded in part', { status: 'partially_filled', order_type: 'limit', quote_amount: null }, true],
    ['once its stop price was reached', { status: 'submitted', order_type: 'stop_limit', quote_amount: null }, true],
    ['not while it waits', { status: 'untriggered', order_type: 'stop_limit', quote_amount: null }, false],
    ['not when it is over', { status: 'cancelled', order_type: 'limit', quote_amount: null }, false],
    ['not when it goes by an amount to spend', { status: 'submitted', order_type: 'market', quote_amount: '5' }, false],
  ] as const)('%s', (_when, facts, can) => {
    expect(isChangeable(facts)).toBe(can);
  });
});
