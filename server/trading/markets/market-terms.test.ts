import { currencyId } from '@bourse/engine';
import { describe, expect, test } from 'vitest';
import { readRates, unitProblem } from './market-terms.ts';
import { FigureReader } from '../../ground/console-gateway/index.ts';

const base = { id: currencyId(1), code: 'BTC', decimals: 8 };
const quote = { id: currencyId(3), code: 'USDT', decimals: 6 };
const unit = (decimals: number, points = 1) => ({ decimals, points });

describe('the units of a new market', () => {
  test.each([
    [unit(1), unit(5), null],
    [unit(7, 5), unit(2, 2), { error: 'tick_inexact', details: { amount: '0.00000001', unit: '0.000001' } }],
    [unit(2, 50), unit(5, 20), null],
    [unit(1), unit(9), { error: 'lot_inexact', details: { lot: '0.000000001', unit: '0.00000001' } }],
    [unit(0, 100), unit(9, 10), null],
    [unit(2), unit(5), { error: 'tick_inexact', details: { amount: '0.0000001', unit: '0.000001' } }],
  ])('are whole numbers of both currencies or refused: %o %o', (price, quantity, problem) => {
    expect(unitProblem({ price, quantity }, base, quote)).toEqual(problem);
  });
});

describe('figures of a request', () => {
  test.each([
    ['0.5', unit(1, 5), 1, null],
    ['0.6', unit(1, 5), 0, { field: 'x', problem: 'not_a_multiple', unit: '0.5' }],
    ['0.55', unit(1, 5), 0, { field: 'x', problem: 'too_precise', unit: '0.5' }],
    ['1.2.3', unit(8), 0, { field: 'x', problem: 'malformed', unit: '0.00000001' }],
    ['-1', unit(8), 0, { field: 'x', problem: 'malformed', unit: '0.00000001' }],
    ['90071992547409921', unit(0), 0, { field: 'x', problem: 'too_large', unit: '1' }],
    ['0', unit(0), 0, { field: 'x', problem: 'zero', unit: '1' }],
  ])('are converted exactly or refused: %s of %o', (text, of, count, problem) => {
    const read = new FigureReader();
    expect(read.positive('x', text, of)).toBe(count);
    expect(read.problem).toEqual(problem);
  });

  test('may be negative only for the fee of makers, which is then a rebate', () => {
    const read = new FigureReader();
    const rates = { makerFeePpm: -200, takerFeePpm: 1_500 };
    expect(readRates(read, { maker_fee: '-0.0002', taker_fee: '0.0015' })).toEqual(rates);
    expect(read.problem).toBeNull();
    readRates(read, { maker_fee: '0', taker_fee: '-0.001' });
    expect(read.problem).toMatchObject({ field: 'taker_fee', problem: 'malformed' });
  });
});
