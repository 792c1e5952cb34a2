import { expect, it } from 'vitest';
import { shownPrice } from './shown-price.ts';

const usdt = { currency_code: 'USDT', target_currency_code: 'BTC', number: '600', received: '0.00998' };

it.each([
  ['dear coin bought', usdt, '1 BTC = 60120.24 USDT'],
  [
    'dear coin sold',
    { currency_code: 'BTC', target_currency_code: 'USDT', number: '0.01', received: '598.8' },
    '1 BTC = 59880 USDT',
  ],
  [
    'coins of similar prices',
    { currency_code: 'ETH', target_currency_code: 'BTC', number: '3', received: '0.1' },
    '1 BTC = 30 ETH',
  ],
  ['equal amounts', { ...usdt, number: '1', received: '1' }, '1 USDT = 1 BTC'],
  ['long fractions', { ...usdt, number: '7', received: '3' }, '1 BTC = 2.33333333 USDT'],
])('the price is shown in the direction in which it is at least 1: %s', (_name, exchanged, text) => {
  const { base, price, quote } = shownPrice(exchanged);
  expect(`1 ${base} = ${price} ${quote}`).toBe(text);
});
