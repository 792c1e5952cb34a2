import Big from 'big.js';
import type { Match } from '@bourse/contract/markets';

/** Exact arithmetic of the order form. Rounding happens only where stated. */

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

/** A plain decimal with at most `decimals` decimals, without trailing zeros. */
export function plain(value: Big, decimals: number, rounding: 0 | 1 | 2 | 3): string {
  const text = value.toFixed(decimals, rounding);
  return text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;
}

/** The largest amount in whole steps that costs at most `value`. */
export function amountWithin(value: Big, costOfOne: Big, { amount_step: step }: Pick<Match, 'amount_step'>): Big {
  return wholeTimes(value, costOfOne.times(step)).times(step);
}

/** The smallest amount in whole steps that earns at least `value`. */
export function amountThatEarns(value: Big, priceOfOne: Big, { amount_step: step }: Pick<Match, 'amount_step'>): Big {
  const ofStep = priceOfOne.times(step);
  const whole = wholeTimes(value, ofStep);
  return (whole.times(ofStep).eq(value) ? whole : whole.plus(1)).times(step);
}

/** The fee on a received amount, rounded up to the currency's smallest unit; zero for a negative rate. */
export function feeOf(received: Big, rate: string, decimals: number): Big {
  const fee = received.times(rate);
  return fee.lte(0) ? new Big(0) : fee.round(decimals, Big.roundUp);
}

/** How many whole times a divisor goes into a value. */
function wholeTimes(value: Big, divisor: Big): Big {
  const quotient = value.div(divisor).round(0, Big.roundDown);
  // The division rounds its last digit, which may have raised the quotient to the next integer.
  return quotient.times(divisor).gt(value) ? quotient.minus(1) : quotient;
}
