import Big from 'big.js';
import type { Match } from '@bourse/contract/markets';

/** Exact arithmetic of the order form. Nothing here rounds but where it says so. */

/** A number above zero, or null. "12." counts as 12. */
export function positive(text: string): Big | null {
  const digits = text.replace(/\.$/, '');
  if (!/^(\d+(\.\d+)?|\.\d+)$/.test(digits)) return null;
  const value = new Big(digits.startsWith('.') ? `0${digits}` : digits);
  return value.gt(0) ? value : null;
}

export function onStep(value: Big, step: string): boolean {
  return value.mod(step).eq(0);
}

/** A plain decimal of at most so many decimals, without zeros at its end. */
export function plain(value: Big, decimals: number, rounding: 0 | 1 | 2 | 3): string {
  const text = value.toFixed(decimals, rounding);
  return text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;
}

/** The largest amount in whole steps whose cost is not more than a value. */
export function amountWithin(value: Big, costOfOne: Big, { amount_step: step }: Pick<Match, 'amount_step'>): Big {
  return wholeTimes(value, costOfOne.times(step)).times(step);
}

/** The smallest amount in whole steps that earns a value. */
export function amountThatEarns(value: Big, priceOfOne: Big, { amount_step: step }: Pick<Match, 'amount_step'>): Big {
  const ofStep = priceOfOne.times(step);
  const whole = wholeTimes(value, ofStep);
  return (whole.times(ofStep).eq(value) ? whole : whole.plus(1)).times(step);
}

/**
 * What is taken from an amount received, rounded up to the smallest unit of its currency; a rate below zero takes
 * nothing.
 */
export function feeOf(received: Big, rate: string, decimals: number): Big {
  const fee = received.times(rate);
  return fee.lte(0) ? new Big(0) : fee.round(decimals, Big.roundUp);
}

/** How many whole times a divisor goes into a value. */
function wholeTimes(value: Big, divisor: Big): Big {
  const quotient = value.div(divisor).round(0, Big.roundDown);
  // A quotient is rounded at its last digit, which can have lifted it to the next whole number.
  return quotient.times(divisor).gt(value) ? quotient.minus(1) : quotient;
}
