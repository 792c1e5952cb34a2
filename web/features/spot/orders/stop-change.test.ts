import { describe, expect, it } from 'vitest';
import type { OrderContext } from '../ticket/order-form.ts';
import { evaluateStopChange, stopDraft, withMovedStop, withStopKind, type WaitingStop } from './stop-change.ts';

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
  available: '20',
  opposite: [],
  own: [],
  last: '100',
};

const buy: WaitingStop = {
  id: 7,
  way: 2,
  order_type: 'stop_limit',
  price: '112',
  stop_price: '110',
  number: '2',
  quote_amount: null,
  time_in_force: 'gtc',
  post_only: false,
};

describe('a change of a waiting stop order', () => {
  it('that changes nothing is not sent', () => {
    const same = { ...stopDraft(buy), stop: '110.0', price: '112.', size: '2.000' };
    expect(evaluateStopChange(buy, same, context)).toMatchObject({ changed: false, input: null });
  });

  it('is the request of the new terms', () => {
    const { changed, input } = evaluateStopChange(buy, { ...stopDraft(buy), stop: '105', price: '106' }, context);
    expect(changed).toBe(true);
    expect(input).toEqual({
      id: 7,
      order_type: 'stop_limit',
      stop_price: '105',
      price: '106',
      number: '2',
      time_in_force: 'gtc',
    });
  });

  it('may turn it into a market order, which has no limit price, and back at its stop price', () => {
    const market = withStopKind(stopDraft(buy), 'stop_market');
    expect(evaluateStopChange(buy, market, context).input).toEqual({
      id: 7,
      order_type: 'stop_market',
      stop_price: '110',
      number: '2',
    });
    const sized = { ...buy, order_type: 'stop_market', quote_amount: '50', number: '0' } as const;
    expect(stopDraft(sized)).toMatchObject({ price: '', led: 'total', size: '50' });
    expect(withStopKind(stopDraft(sized), 'stop_limit')).toMatchObject({ price: '110' });
  });

  it.each([
    ['a stop price that the last price has reached', { stop: '100' }, 'stop', 'ticket.stopAbove'],
    ['a stop price off the step', { stop: '105.05' }, 'stop', 'errors.price_step'],
    ['no stop price', { stop: '' }, 'stop', 'errors.stop_price_required'],
    ['a value below the minimum', { size: '0.01' }, 'total', 'trade.minNotional'],
    // 224 are held and 20 available.
    ['more than the balance and the hold pay for', { size: '2.2' }, 'total', 'trade.insufficient'],
  ] as const)('to %s is refused at its field', (_what, changes, field, key) => {
    const { evaluation, input } = evaluateStopChange(buy, { ...stopDraft(buy), ...changes }, context);
    expect(evaluation.errors[field]?.key).toBe(key);
    expect(input).toBeNull();
  });

  it('may use the hold of the old order', () => {
    const { evaluation } = evaluateStopChange(buy, { ...stopDraft(buy), size: '2.1' }, context);
    expect(evaluation.errors).toEqual({});
  });

  it('that moves the stop price moves the limit price by the same distance', () => {
    expect(withMovedStop(stopDraft(buy), '105.5', context.match)).toMatchObject({ stop: '105.5', price: '107.50' });
    const market = withStopKind(stopDraft(buy), 'stop_market');
    expect(withMovedStop(market, '105.5', context.match)).toMatchObject({ stop: '105.5', price: '112' });
  });
});
