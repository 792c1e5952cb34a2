import type { MarketDetail } from '@bourse/contract/console';
import { describe, expect, it } from 'vitest';
import { newMarketForm, suggestedDecimals } from './new-market.ts';
import { changedSettings, readMultiple, readRates, readSettings, settingFormOf } from './setting-form.ts';

const market: MarketDetail = {
  id: 1,
  symbol: 'BTC/USDT',
  base_id: 1,
  quote_id: 3,
  base_code: 'BTC',
  quote_code: 'USDT',
  state: 'open',
  last_price: '65000',
  change: '0',
  volume: '0',
  open_orders: 0,
  version: 9,
  tick: '0.1',
  price_decimals: 1,
  lot: '0.00001',
  amount_decimals: 5,
  price_step: '0.1',
  quantity_step: '0.00001',
  min_notional: '5',
  slippage: '0.02',
  price_band: '4',
  max_open_orders: 200,
  self_trade_prevention: 'expire_maker',
  sell_blocked: false,
  maker_fee: '-0.0001',
  taker_fee: '0.001',
  tiers: [{ tier: 0, maker_fee: '-0.0001', taker_fee: '0.001' }],
};
const units = { tick: market.tick, lot: market.lot, amount: '0.000001' };

describe('the form of settings', () => {
  const form = settingFormOf(market);

  it('shows shares in percent and changes nothing by itself', () => {
    expect(form).toMatchObject({ slippage: '2', price_band: '400', max_open_orders: '200' });
    const { problems, values } = readSettings(form, units);
    expect(problems).toEqual({});
    expect(values && changedSettings(values, market)).toEqual({});
  });

  it('sends only what differs as a number', () => {
    const { values } = readSettings({ ...form, min_notional: '5.00', slippage: '2.5', price_band: ' ' }, units);
    expect(values && changedSettings(values, market)).toEqual({ slippage: '0.025', price_band: null });
  });

  it.each([
    [{ price_step: '0.15' }, { price_step: 'multiple' }],
    [{ price_step: '0' }, { price_step: 'number' }],
    [{ quantity_step: '1,5' }, { quantity_step: 'number' }],
    [{ min_notional: '0.0000001' }, { min_notional: 'multiple' }],
    [{ slippage: '-1' }, { slippage: 'percent' }],
    [{ price_band: '0.00001' }, { price_band: 'percent' }],
    [{ max_open_orders: '0' }, { max_open_orders: 'whole' }],
  ])('finds the problem of %o', (changes, problems) => {
    expect(readSettings({ ...form, ...changes }, units)).toEqual({ values: null, problems });
  });
});

describe('fees', () => {
  it('are read in percent; only the maker fee may be negative', () => {
    const rates = { maker_fee: '-0.01', taker_fee: '0.1' };
    expect(readRates(rates).values).toEqual({ maker_fee: '-0.0001', taker_fee: '0.001' });
    expect(readRates({ ...rates, taker_fee: '-0.01' }).problems).toEqual({ taker_fee: 'percent' });
  });
});

describe('a decimal that must be a multiple', () => {
  it('is compared exactly and loses its superfluous zeros', () => {
    expect(readMultiple('0.30', '0.1')).toEqual({ value: '0.3' });
    expect(readMultiple('100', '0.00000001')).toEqual({ value: '100' });
    expect(readMultiple('0', '0.1', { isZeroAllowed: true })).toEqual({ value: '0' });
  });
});

describe('a new market', () => {
  const btc = { code: 'BTC', decimals: 8 };
  const usdt = { code: 'USDT', decimals: 6 };
  const xlm = { code: 'XLM', decimals: 6 };
  const gold = { code: 'GOLD', decimals: 3 };
  const markets = [
    { base_code: 'BTC', quote_code: 'USDT', last_price: '65000.1' },
    { base_code: 'XLM', quote_code: 'USDT', last_price: '0.25' },
    { base_code: 'GOLD', quote_code: 'USDT', last_price: null },
  ];

  it.each([
    [btc, usdt, { price: 0, amount: 6 }],
    [xlm, usdt, { price: 5, amount: 1 }],
    // The price is derived from those in USDT.
    [xlm, btc, { price: 8, amount: 0 }],
    // Without a price the decimals of the quote currency are divided.
    [gold, usdt, { price: 3, amount: 3 }],
    [gold, btc, { price: 4, amount: 3 }],
  ])('of %o in %o is suggested %o decimals', (base, quote, decimals) => {
    expect(suggestedDecimals({ base, quote, markets })).toEqual(decimals);
  });

  it('has a tick, a lot and steps that follow the decimals until they are edited', () => {
    const pair = { base: xlm, quote: usdt, markets, similar: market };
    expect(newMarketForm(pair, {})).toMatchObject({
      price_decimals: '5',
      tick: '0.00001',
      price_step: '0.00001',
      lot: '0.1',
      quantity_step: '0.1',
      min_notional: '5',
      slippage: '2',
      maker_fee: '-0.01',
      taker_fee: '0.1',
      state: 'open',
    });
    expect(newMarketForm(pair, { price_decimals: '3', tick: '0.005', amount_decimals: '0' })).toMatchObject({
      price_decimals: '3',
      tick: '0.005',
      price_step: '0.005',
      lot: '1',
      quantity_step: '1',
    });
    expect(newMarketForm(pair, { price_decimals: '19' }).tick).toBe('');
  });
});
