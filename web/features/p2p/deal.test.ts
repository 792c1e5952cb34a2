import { describe, expect, test } from 'vitest';
import { coinsAfterFee, coinsFor, dealOf, feeOf, moneyFor, mostToBuy, mostToSell, problemOf } from './deal.ts';

const decimals = { coin: 6, fiat: 2 };
const price = '7.21';
const ad = { min: '500', max: '20000', left: '2840.5' };

describe('the amounts of an order', () => {
  test('are coins rounded down for money that is given', () => {
    expect(coinsFor('1000', '7.21', 6)).toBe('138.696255');
    expect(coinsFor('1000', '8', 6)).toBe('125');
    expect(coinsFor('0.01', '50000', 6)).toBe('0');
    expect(coinsFor('1000', '0', 6)).toBe('0');
  });

  test('are money rounded up for coins that are given', () => {
    expect(moneyFor('138.696255', '7.21', 2)).toBe('1000');
    expect(moneyFor('0.000001', '7.21', 2)).toBe('0.01');
    expect(moneyFor('100', '7.21', 2)).toBe('721');
    expect(moneyFor('100.1', '7.21', 0)).toBe('722');
  });

  test('never give the seller less than the price', () => {
    for (const amount of ['500', '777.77', '1234.56', '19999.99']) {
      const number = coinsFor(amount, price, decimals.coin);
      expect(Number(moneyFor(number, price, decimals.fiat))).toBeLessThanOrEqual(Number(amount));
    }
  });

  test('follow from the field that was typed into', () => {
    expect(dealOf({ typed: 'amount', text: '1000.' }, '7.21', decimals)).toEqual({
      amount: '1000',
      number: '138.696255',
    });
    expect(dealOf({ typed: 'number', text: '.5' }, '7.21', decimals)).toEqual({ amount: '3.61', number: '0.5' });
    expect(dealOf({ typed: 'amount', text: '' }, '7.21', decimals)).toEqual({ amount: '0', number: '0' });
  });

  test('are without a price only what was typed', () => {
    expect(dealOf({ typed: 'amount', text: '1000' }, null, decimals)).toEqual({ amount: '1000', number: '0' });
    expect(dealOf({ typed: 'number', text: '.5' }, null, decimals)).toEqual({ amount: '0', number: '0.5' });
  });
});

describe('the fee', () => {
  test('is rounded up, and the buyer receives the rest', () => {
    expect(feeOf('138.696255', '0.001', 6)).toBe('0.138697');
    expect(coinsAfterFee('138.696255', '0.001', 6)).toBe('138.557558');
    expect(coinsAfterFee('138.696255', '0', 6)).toBe('138.696255');
  });
});

test.each([
  ['0', '0', 'missing'],
  ['499.99', '69', 'below'],
  ['20000.01', '2773', 'above'],
  ['20000', '2840.500001', 'exhausted'],
  ['20000', '2773.92', null],
])('an order of %s for %s coins has the problem %s', (amount, number, problem) => {
  expect(problemOf({ amount, number }, ad)).toBe(problem);
});

describe('the most', () => {
  test('to buy is the largest order, or what is left', () => {
    expect(mostToBuy(ad, price, decimals)).toEqual({ typed: 'amount', text: '20000' });
    expect(mostToBuy({ ...ad, left: '100.123' }, price, decimals)).toEqual({ typed: 'amount', text: '721.88' });
  });

  test('to sell is the balance at most', () => {
    expect(mostToSell(ad, price, '150', decimals)).toEqual({ typed: 'number', text: '150' });
    expect(mostToSell(ad, price, null, decimals)).toEqual({ typed: 'number', text: '2773.925104' });
    expect(mostToSell({ ...ad, left: '12.5' }, price, '150', decimals)).toEqual({ typed: 'number', text: '12.5' });
  });
});
