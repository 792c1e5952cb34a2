import Big from 'big.js';
import { describe, expect, it } from 'vitest';
import {
  emptyDraft,
  withAmount,
  withPostOnly,
  withTimeInForce,
  withTotal,
  type OrderDraft,
  type OrderKind,
  type Side,
} from './order-draft.ts';
import { evaluateOrder, type OrderContext } from './order-form.ts';

const match: OrderContext['match'] = {
  id: 1,
  price_decimals: 2,
  price_step: '0.01',
  amount_decimals: 5,
  amount_step: '0.00001',
  base_decimals: 8,
  quote_decimals: 6,
  min_notional: '5',
  market_slippage: '0.02',
  maker_fee_rate: '0.0005',
  taker_fee_rate: '0.001',
  self_trade_prevention: 'expire_maker',
  sell_blocked: false,
  state: 'open',
  base_currency_code: 'BTC',
  quote_currency_code: 'USDT',
};

const asks = [
  { price: '100', amount: '1' },
  { price: '101', amount: '2' },
  { price: '102', amount: '5' },
  { price: '102.01', amount: '50' },
];
const bids = [
  { price: '99', amount: '1' },
  { price: '98', amount: '2' },
  { price: '97.02', amount: '5' },
  { price: '97.01', amount: '50' },
];

describe('a limit order form', () => {
  it('requires a price and a quantity', () => {
    expect(evaluateOrder(emptyDraft('buy'), context()).errors).toEqual({
      price: { key: 'errors.price_required', values: {} },
      amount: { key: 'errors.quantity_required', values: {} },
    });
    for (const nothing of ['0', '0.00', '.', '']) {
      expect(evaluateOrder(limit('buy', nothing, nothing), context()).errors.price?.key).toBe('errors.price_required');
    }
  });

  it('shows the exact cost, fee and net amount of a buy', () => {
    const { summary, errors, input } = evaluateOrder(
      limit('buy', '30000.01', '0.12345'),
      context({ available: '10000' }),
    );
    expect(summary).toMatchObject({
      total: '3703.501234',
      fee: '0.00012345',
      feeRole: 'max',
      feeRate: '0.001',
      receive: '0.12332655',
      percent: 37,
      estimated: false,
    });
    expect(errors).toEqual({});
    expect(input).toEqual({
      currency_match_id: 1,
      order_type: 'limit',
      price: '30000.01',
      number: '0.12345',
      time_in_force: 'gtc',
    });
  });

  it('charges a sell in the quote currency, rounded up to its smallest unit', () => {
    const { summary } = evaluateOrder(limit('sell', '0.07', '71.42857'), context());
    expect(summary).toMatchObject({ total: '4.999999', fee: '0.005', receive: '4.994999' });
    expect(evaluateOrder(limit('sell', '0.01', '0.00001'), context()).summary).toMatchObject({ fee: '0.000001' });
  });

  it('uses the maker fee for orders that only rest, the taker fee for those that never do, and the higher one otherwise', () => {
    const own = context({ match: { ...match, maker_fee_rate: '0.0002', taker_fee_rate: '0.0007' } });
    const draft = limit('buy', '100', '1');
    const fee = (of: OrderDraft, given = own) => {
      const { summary } = evaluateOrder(of, given);
      return [summary.feeRole, summary.feeRate, summary.fee, summary.receive];
    };
    expect(fee(withPostOnly(draft, true))).toEqual(['maker', '0.0002', '0.0002', '0.9998']);
    expect(fee(withTimeInForce(draft, 'ioc'))).toEqual(['taker', '0.0007', '0.0007', '0.9993']);
    expect(fee(withTimeInForce(draft, 'fok'))).toEqual(['taker', '0.0007', '0.0007', '0.9993']);
    expect(fee(draft)).toEqual(['max', '0.0007', '0.0007', '0.9993']);
    const dearMaker = context({ match: { ...match, maker_fee_rate: '0.002' } });
    expect(fee(draft, dearMaker)).toEqual(['max', '0.002', '0.002', '0.998']);
    // A rebate depends on the taker's fee, so it is not shown; the maker pays nothing.
    const rebate = context({ match: { ...match, maker_fee_rate: '-0.0001' } });
    expect(fee(withPostOnly(draft, true), rebate)).toEqual(['maker', '-0.0001', '0', '1']);
  });

  it('refuses a price off the tick and a quantity off the lot', () => {
    const coarse = context({ match: { ...match, price_step: '0.05', amount_step: '0.001' } });
    const { errors, input } = evaluateOrder(limit('buy', '10.02', '1.0005'), coarse);
    expect(errors.price).toEqual({ key: 'errors.price_step', values: { step: '0.05' } });
    expect(errors.amount).toEqual({ key: 'errors.quantity_step', values: { step: '0.001' } });
    expect(input).toBeNull();
  });

  it('refuses an order below the minimum value, exactly at the boundary', () => {
    expect(evaluateOrder(limit('buy', '10', '0.5'), context()).errors.total).toBeUndefined();
    const low = { key: 'trade.minNotional', values: { minimum: '5', currency: 'USDT' } };
    expect(evaluateOrder(limit('buy', '10', '0.49999'), context()).errors.total).toEqual(low);
    // An order sized by total counts by the value of its whole lots.
    expect(evaluateOrder(withTotal({ ...emptyDraft('buy'), price: '3.33' }, '5'), context()).errors.total).toEqual(low);
    expect(
      evaluateOrder(withTotal({ ...emptyDraft('buy'), price: '10' }, '5'), context()).errors.total,
    ).toBeUndefined();
    // A total below the price of one lot.
    const dear = context({ match: { ...match, amount_step: '1', amount_decimals: 0 } });
    const { errors } = evaluateOrder(withTotal({ ...emptyDraft('buy'), price: '90' }, '50'), dear);
    expect(errors.total).toEqual({ key: 'trade.minNotional', values: { minimum: '90', currency: 'USDT' } });
  });

  it('refuses a buy above the available balance, and a sell above the available amount', () => {
    const some = context({ available: '100' });
    expect(evaluateOrder(limit('buy', '10', '10'), some).errors.total).toBeUndefined();
    const short = { available: '100', currency: 'USDT' };
    expect(evaluateOrder(limit('buy', '10', '10.00001'), some).errors.total?.values).toEqual(short);
    expect(evaluateOrder(limit('sell', '10', '100'), some).errors.amount).toBeUndefined();
    expect(evaluateOrder(limit('sell', '10', '100.00001'), some).errors.amount?.values).toEqual({
      available: '100',
      currency: 'BTC',
    });
  });

  it('does not check the balance before it is known', () => {
    expect(evaluateOrder(limit('buy', '10', '10'), context({ available: null })).errors).toEqual({});
  });

  it('says that a market with blocked sells only accepts buys', () => {
    const blocked = context({ match: { ...match, id: 64, sell_blocked: true } });
    for (const kind of ['limit', 'market', 'stop_limit', 'stop_market'] as const) {
      const { errors, input } = evaluateOrder({ ...limit('sell', '10', '1'), kind, stop: '9' }, blocked);
      expect(errors).toEqual({ market: { key: 'trade.remind', values: {} } });
      expect(input).toBeNull();
    }
    expect(evaluateOrder(limit('buy', '10', '1'), blocked).errors).toEqual({});
  });

  it.each([
    ['halted', 'limit', 'trade.halted'],
    ['cancel_only', 'limit', 'trade.cancelOnlyMarket'],
    // Only the exchange knows whether a limit order would rest, because its book is newer.
    ['post_only', 'limit', undefined],
    ['post_only', 'market', 'trade.postOnlyMarket'],
    ['post_only', 'stop_limit', 'trade.postOnlyMarket'],
  ] as const)('states whether a market in state %s accepts a %s order', (state, kind, key) => {
    const closed = context({ match: { ...match, state } });
    expect(evaluateOrder({ ...limit('buy', '10', '1'), kind }, closed).errors.market?.key).toBe(key);
  });

  it('derives the total from the amount or the amount from the total, whichever was set last', () => {
    expect(evaluateOrder(limit('buy', '20', '2'), context()).summary).toMatchObject({ amount: '2', total: '40' });
    const byTotal = withTotal({ ...emptyDraft('buy'), price: '10' }, '100');
    expect(evaluateOrder(byTotal, context()).summary).toMatchObject({ amount: '10', total: '100' });
    expect(evaluateOrder({ ...byTotal, price: '20' }, context()).summary).toMatchObject({ amount: '5', total: '100' });
  });

  it('converts a total to the most lots that it pays for', () => {
    for (const [price, total] of [
      ['3', '1'],
      ['0.07', '0.5'],
      ['29999.99', '10000'],
      ['7', '99999999.999999'],
      ['0.01', '9007199254.740991'],
    ] as const) {
      const { amount } = evaluateOrder(withTotal({ ...emptyDraft('buy'), price }, total), context()).summary;
      const cost = new Big(amount).times(price);
      expect(cost.lte(total)).toBe(true);
      expect(cost.plus(new Big(price).times(match.amount_step)).gt(total)).toBe(true);
    }
  });

  it('is exact beyond the precision of a float', () => {
    const fine = context({
      match: {
        ...match,
        price_decimals: 8,
        price_step: '0.00000001',
        quote_decimals: 8,
        base_decimals: 8,
        min_notional: '0.0001',
      },
      available: '90071992.54740993',
    });
    const { summary, input, errors } = evaluateOrder(limit('buy', '0.10000001', '9007199.25474'), fine);
    expect(errors).toEqual({});
    expect(summary).toMatchObject({ total: '900720.01554599', fee: '9007.19925474', receive: '8998192.05548526' });
    expect(input).toMatchObject({ price: '0.10000001', number: '9007199.25474' });
    expect(evaluateOrder(limit('sell', '0.1', '0.30000'), fine).input).toMatchObject({ price: '0.1', number: '0.3' });
    expect(evaluateOrder(limit('buy', '12.', '.5'), context()).input).toMatchObject({ price: '12', number: '0.5' });
  });

  it('asks for confirmation of a price much worse than the market, but not of a much better one', () => {
    const warned = (side: Side, price: string, given: Partial<OrderContext>) =>
      evaluateOrder(limit(side, price, '1'), context(given)).warnings.map(({ key, values, grave }) => [
        key,
        values['percent'],
        grave,
      ]);
    expect(warned('buy', '105', { opposite: asks })).toEqual([]);
    expect(warned('buy', '105.01', { opposite: asks })).toEqual([['ticket.farAbove', '5', true]]);
    expect(warned('buy', '1', { opposite: asks })).toEqual([]);
    expect(warned('sell', '50', { opposite: bids })).toEqual([['ticket.farBelow', '49.4', true]]);
    expect(warned('sell', '5000', { opposite: bids })).toEqual([]);
    // Without orders on the other side, the last trade counts as the market price.
    expect(warned('buy', '120', { last: '100' })).toEqual([['ticket.farAbove', '20', true]]);
    expect(warned('buy', '120', {})).toEqual([]);
  });

  it('sends the chosen advanced options and no others', () => {
    const draft = limit('buy', '10', '1');
    const sent = (of: OrderDraft) => evaluateOrder(of, context()).input;
    expect(sent(withTimeInForce(draft, 'fok'))).toMatchObject({ time_in_force: 'fok' });
    expect(sent(withPostOnly(withTimeInForce(draft, 'ioc'), true))).toMatchObject({
      time_in_force: 'gtc',
      post_only: true,
    });
    expect(sent(withTimeInForce(withPostOnly(draft, true), 'ioc'))).not.toHaveProperty('post_only');
    expect(sent({ ...draft, prevention: 'expire_both' })).toMatchObject({ self_trade_prevention: 'expire_both' });
    expect(sent(draft)).not.toHaveProperty('self_trade_prevention');
  });
});

describe('a market order form', () => {
  it('shows the best price of the other side, or that there is none', () => {
    const { errors, summary, input } = evaluateOrder(market('buy', '1'), context());
    expect(errors.price).toEqual({ key: 'errors.no_best_price', values: {} });
    expect([summary.price, input]).toEqual(['', null]);
    expect(evaluateOrder(market('buy', '1'), context({ opposite: asks })).summary.price).toBe('100.00');
    expect(evaluateOrder(market('buy', ''), context({ opposite: asks })).errors).toEqual({
      amount: { key: 'errors.quantity_required', values: {} },
    });
  });

  it('estimates the cost in the visible book, its average price and the slippage from the best price', () => {
    const { summary, errors, warnings, input } = evaluateOrder(market('buy', '2'), context({ opposite: asks }));
    expect(summary).toMatchObject({
      amount: '2',
      total: '201',
      average: '100.5',
      slippage: '0.5',
      estimated: true,
      feeRole: 'taker',
      worst: '101.00',
      worth: '201',
      fee: '0.002',
      receive: '1.998',
      percent: 20,
    });
    expect(errors).toEqual({});
    expect(warnings).toEqual([{ key: 'ticket.slippageHigh', values: { percent: '0.5' }, grave: false }]);
    expect(input).toEqual({ currency_match_id: 1, order_type: 'market', price: '100', number: '2' });
  });

  it('sells to the bids', () => {
    const { summary, input } = evaluateOrder(market('sell', '3'), context({ opposite: bids, available: '10' }));
    expect(summary).toMatchObject({
      total: '295',
      average: '98.333333',
      fee: '0.295',
      receive: '294.705',
      percent: 30,
    });
    expect(summary.slippage).toBe('0.674');
    expect(input).toEqual({ currency_match_id: 1, order_type: 'market', price: '99', number: '3' });
  });

  it('buys for a total of the quote currency, in whole lots that cost at most the total', () => {
    const { summary, input, errors } = evaluateOrder(
      withTotal(market('buy', ''), '150.5'),
      context({ opposite: asks }),
    );
    expect(errors).toEqual({});
    expect(summary).toMatchObject({ amount: '1.5', total: '150.5', average: '100.333333', receive: '1.4985' });
    expect(input).toEqual({ currency_match_id: 1, order_type: 'market', price: '100', quote_amount: '150.5' });
    const cut = evaluateOrder(withTotal(market('buy', ''), '100.000999'), context({ opposite: asks })).summary;
    expect(cut).toMatchObject({ amount: '1', total: '100.000999' });
  });

  it('sells as much as earns a total of the quote currency', () => {
    const { summary, input } = evaluateOrder(
      withTotal(market('sell', ''), '148'),
      context({ opposite: bids, available: '2' }),
    );
    expect(summary).toMatchObject({ amount: '1.5', total: '148' });
    expect(input).toMatchObject({ quote_amount: '148' });
    const short = evaluateOrder(withTotal(market('sell', ''), '148'), context({ opposite: bids, available: '1' }));
    expect(short.errors.amount?.key).toBe('trade.insufficient');
  });

  it("warns and asks for confirmation when the book within the market's slippage is too thin", () => {
    const rich = context({ opposite: asks, available: '100000' });
    const { warnings, summary, input } = evaluateOrder(market('buy', '8.5'), rich);
    expect(warnings).toEqual([
      { key: 'ticket.partly', values: { amount: '8', currency: 'BTC' }, grave: true },
      { key: 'ticket.slippageHigh', values: { percent: '1.5' }, grave: true },
    ]);
    expect(summary).toMatchObject({ amount: '8.5', total: '812', receive: '7.992' });
    expect(input).not.toBeNull();
    // 97.02 is the lowest price that a sell from 99 accepts; 97.01 is one tick too low.
    const sale = evaluateOrder(market('sell', '60'), context({ opposite: bids, available: '100' }));
    expect(sale.warnings[0]).toMatchObject({ key: 'ticket.partly', values: { amount: '8' } });
  });

  it("excludes the user's own orders, and stops at them where that was chosen", () => {
    const own = [
      { price: '100.00', amount: '0.4' },
      { price: '101', amount: '2' },
    ];
    const given = context({ opposite: asks, own, available: '100000' });
    const { summary, warnings } = evaluateOrder(market('buy', '2'), given);
    expect(summary).toMatchObject({ price: '100.00', total: '202.8', average: '101.4', slippage: '1.4' });
    expect(warnings).toMatchObject([{ key: 'ticket.slippageHigh' }, { key: 'ticket.meetsOwn' }]);
    for (const prevention of ['expire_taker', 'expire_both'] as const) {
      const ends = evaluateOrder({ ...market('buy', '2'), prevention }, given);
      expect(ends.summary).toMatchObject({ total: '60', average: '100', slippage: '0' });
      expect(ends.warnings).toMatchObject([{ key: 'ticket.partly', values: { amount: '0.6' } }, {}]);
    }
    const first = context({ opposite: asks, own: [{ price: '100', amount: '1' }], available: '100000' });
    const none = evaluateOrder({ ...market('buy', '2'), prevention: 'expire_taker' }, first);
    expect(none.warnings).toMatchObject([{ key: 'ticket.partly', values: { amount: '0' } }, {}]);
  });

  it('is limited by the balance, as on the exchange', () => {
    const some = context({ opposite: asks, available: '200' });
    // The balance covers two at the best price, but not at the prices that they would meet.
    const { errors, warnings, summary } = evaluateOrder(market('buy', '2'), some);
    expect(errors).toEqual({});
    expect(warnings[0]).toMatchObject({ key: 'ticket.partly', values: { amount: '1.99009' } });
    expect(summary.total).toBe('199.99909');
    expect(evaluateOrder(market('buy', '2.00001'), some).errors.total?.key).toBe('trade.insufficient');
    expect(evaluateOrder(withTotal(market('buy', ''), '200.01'), some).errors.total?.key).toBe('trade.insufficient');
  });

  it('requires the minimum value at the best price, and at least one lot', () => {
    expect(evaluateOrder(market('buy', '0.05'), context({ opposite: asks })).errors).toEqual({});
    expect(evaluateOrder(market('buy', '0.04999'), context({ opposite: asks })).errors.total?.key).toBe(
      'trade.minNotional',
    );
    expect(
      evaluateOrder(withTotal(market('buy', ''), '4.999999'), context({ opposite: asks })).errors.total?.values,
    ).toEqual({ minimum: '5', currency: 'USDT' });
    const coarse = context({ opposite: asks, match: { ...match, amount_step: '0.1', amount_decimals: 1 } });
    expect(evaluateOrder(withTotal(market('buy', ''), '9'), coarse).errors.total?.values['minimum']).toBe('10');
  });

  it('rounds the fee up at every level that it meets', () => {
    const dust = [
      { price: '100', amount: '0.33333' },
      { price: '100.01', amount: '0.33333' },
      { price: '100.02', amount: '5' },
    ];
    const odd = context({ opposite: dust, match: { ...match, taker_fee_rate: '0.0000001' } });
    expect(evaluateOrder(market('buy', '1'), odd).summary.fee).toBe('0.00000012');
  });
});

describe('a stop order form', () => {
  it('requires a stop price on the step, beyond the last price', () => {
    const given = context({ last: '100' });
    const stopErrors = (side: Side, stop: string) => evaluateOrder(stopLimit(side, stop, stop, '1'), given).errors.stop;
    expect(stopErrors('buy', '')).toEqual({ key: 'errors.stop_price_required', values: {} });
    expect(stopErrors('buy', '100.005')).toMatchObject({ key: 'errors.price_step' });
    expect(stopErrors('buy', '100')).toEqual({ key: 'ticket.stopAbove', values: { price: '100' } });
    expect(stopErrors('buy', '100.01')).toBeUndefined();
    expect(stopErrors('sell', '100')).toEqual({ key: 'ticket.stopBelow', values: { price: '100' } });
    expect(stopErrors('sell', '99.99')).toBeUndefined();
    expect(evaluateOrder(stopLimit('buy', '1', '1', '5'), context()).errors).toEqual({});
  });

  it('sends a stop-limit order with all options', () => {
    const draft = withPostOnly(stopLimit('sell', '90', '89.5', '2'), true);
    const { summary, input, errors } = evaluateOrder(draft, context({ last: '100' }));
    expect(errors).toEqual({});
    expect(summary).toMatchObject({ total: '179', feeRole: 'maker', estimated: false });
    expect(input).toEqual({
      currency_match_id: 1,
      order_type: 'stop_limit',
      stop_price: '90',
      price: '89.5',
      number: '2',
      time_in_force: 'gtc',
      post_only: true,
    });
    expect(evaluateOrder(stopLimit('buy', '110', '', '1'), context({ last: '100' })).errors.price?.key).toBe(
      'errors.price_required',
    );
  });

  it('asks for confirmation of a limit much worse than the stop price', () => {
    const warned = (side: Side, price: string) =>
      evaluateOrder(stopLimit(side, '100', price, '1'), context()).warnings.map(({ key }) => key);
    expect(warned('buy', '105')).toEqual([]);
    expect(warned('buy', '106')).toEqual(['ticket.farFromStop']);
    expect(warned('sell', '94')).toEqual(['ticket.farFromStop']);
    expect(warned('sell', '120')).toEqual([]);
  });

  it('requires the cost of a stop-market buy at its worst price', () => {
    const given = context({ last: '90', available: '204' });
    const { summary, input, errors } = evaluateOrder(stopMarket('buy', '100', '2'), given);
    expect(errors).toEqual({});
    expect(summary).toMatchObject({ price: '', total: '200', estimated: true, feeRole: 'taker', percent: 100 });
    expect(input).toEqual({ currency_match_id: 1, order_type: 'stop_market', stop_price: '100', number: '2' });
    expect(evaluateOrder(stopMarket('buy', '100', '2.00001'), given).errors.total?.key).toBe('trade.insufficient');
    const byTotal = evaluateOrder(withTotal(stopMarket('buy', '100', ''), '204'), given);
    expect(byTotal.errors).toEqual({});
    expect(byTotal.summary).toMatchObject({ amount: '2.04', total: '204' });
    expect(byTotal.input).toEqual({
      currency_match_id: 1,
      order_type: 'stop_market',
      stop_price: '100',
      quote_amount: '204',
    });
  });

  it('requires the amount of a stop-market sell, or by total the amount that earns it at its worst price', () => {
    const given = context({ last: '110', available: '2' });
    expect(evaluateOrder(stopMarket('sell', '100', '2'), given).errors).toEqual({});
    expect(evaluateOrder(withTotal(stopMarket('sell', '100', ''), '196'), given).errors).toEqual({});
    expect(evaluateOrder(withTotal(stopMarket('sell', '100', ''), '196.01'), given).errors.amount?.key).toBe(
      'trade.insufficient',
    );
  });
});

function context(given: Partial<OrderContext> = {}): OrderContext {
  return { match, available: '1000', opposite: [], own: [], last: null, ...given };
}

function limit(side: Side, price: string, amount: string): OrderDraft {
  return withAmount({ ...emptyDraft(side), price }, amount);
}

function market(side: Side, amount: string): OrderDraft {
  return withAmount(emptyDraft(side, 'market'), amount);
}

function stopLimit(side: Side, stop: string, price: string, amount: string): OrderDraft {
  return { ...waiting(side, 'stop_limit', stop, amount), price };
}

function stopMarket(side: Side, stop: string, amount: string): OrderDraft {
  return waiting(side, 'stop_market', stop, amount);
}

function waiting(side: Side, kind: OrderKind, stop: string, amount: string): OrderDraft {
  return withAmount({ ...emptyDraft(side, kind), stop }, amount);
}
