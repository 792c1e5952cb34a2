import { describe, expect, it } from 'vitest';
import { largestPayment, lessened, paymentProblem } from './settlement.ts';

const debt = { amount: '40', decimals: 6 };

describe('the payment of a debt by the exchange', () => {
  it.each([
    ['', 'none'],
    ['0', 'none'],
    ['-1', 'none'],
    ['0.0000001', 'precise'],
    ['40.000001', 'above_debt'],
    ['31', 'above_balance'],
    ['30', null],
  ])('of "%s" has the problem %s', (amount, problem) => {
    expect(paymentProblem(amount, debt, '30')).toBe(problem);
  });

  it('is limited by the debt and by the balance', () => {
    expect(largestPayment(debt, '30')).toBe('30');
    expect(largestPayment(debt, '100')).toBe('40');
    expect(lessened('40', '0.5', 6)).toBe('39.5');
  });
});
