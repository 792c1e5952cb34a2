export type RestrictionRejection =
  /** An operator has stopped money from leaving the user's accounts. */
  | { readonly reason: 'outflow_stopped' }
  /** An operator has stopped the user's trading. */
  | { readonly reason: 'trading_stopped' };
