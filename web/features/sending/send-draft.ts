import type { SendingQuote, SendingReason } from '@bourse/contract/sending';
import Big from 'big.js';
import { unreadable } from '../../live/decimal-input.ts';

/** Why an amount cannot be sent; the last two with the amount that could. */
export type AmountProblem = { readonly kind: 'missing' } | { readonly kind: 'small' | 'large'; readonly bound: string };

/** Why this amount cannot be sent; null if it can, or while the limits are not known. */
export function amountProblem(
  number: string,
  quote: Pick<SendingQuote, 'maximum' | 'minimum'> | undefined,
): AmountProblem | null {
  if (number === '' || number === unreadable || !/\d/.test(number)) return { kind: 'missing' };
  if (quote === undefined) return null;
  const units = new Big(number.endsWith('.') ? number.slice(0, -1) : number);
  if (units.gt(quote.maximum)) return { kind: 'large', bound: quote.maximum };
  if (quote.minimum !== null && units.lt(quote.minimum)) return { kind: 'small', bound: quote.minimum };
  return units.eq(0) ? { kind: 'missing' } : null;
}

/** The reasons that no amount can change, without those that another one explains. */
export function obstaclesOf(quote: Pick<SendingQuote, 'reasons'> | undefined): readonly SendingReason[] {
  const reasons = quote?.reasons ?? [];
  // The trade password is set with the verification.
  return reasons.includes('draw_unverified') ? ['draw_unverified'] : reasons;
}

/** The recipient of a link or of a scanned code: a user id. */
export function recipientOf(search: string | undefined): string {
  return search !== undefined && /^\d{1,10}$/.test(search) ? search : '';
}
