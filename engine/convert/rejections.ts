import type { CurrencyId } from '../identifiers.ts';
import type { Amount } from '../money.ts';

export type ConvertRejection =
  | { readonly reason: 'same_currency' }
  /** The quote was not accepted in time. */
  | { readonly reason: 'quote_expired' }
  | { readonly reason: 'currency_not_convertible'; readonly currency: CurrencyId }
  /** The currency has no index, or too few of its sources are live. */
  | { readonly reason: 'price_unavailable'; readonly currency: CurrencyId }
  /** The amount is worth less than one unit of the other currency. */
  | { readonly reason: 'amount_too_small' }
  /** The present prices give only `received`, which is below the quoted amount by more than the tolerance. */
  | { readonly reason: 'price_moved'; readonly received: Amount }
  /** The venue's treasury does not have enough of the currency. */
  | { readonly reason: 'treasury_short'; readonly currency: CurrencyId };
