import type { Amount } from '../money.ts';

export type SecondsRejection =
  /** The market offers no new contracts. */
  | { readonly reason: 'seconds_closed' }
  | { readonly reason: 'seconds_not_offered' }
  | { readonly reason: 'currency_not_offered' }
  | { readonly reason: 'number_not_offered' }
  /** A new rule of the index waits until the open contracts have ended. */
  | { readonly reason: 'index_changing' }
  /** The user's open contracts leave only this much room for stakes of the currency. */
  | { readonly reason: 'user_cap'; readonly room: Amount }
  /** The open contracts of the market and direction leave only this much room for stakes of the currency. */
  | { readonly reason: 'side_cap'; readonly room: Amount };
