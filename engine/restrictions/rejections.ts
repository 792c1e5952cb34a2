import type { RestrictionScope } from './commands.ts';

export type RestrictionRejection =
  /** The user's restriction is not the one that the operator saw. */
  | { readonly reason: 'restriction_changed'; readonly scope: RestrictionScope }
  /** An operator has stopped money from leaving the user's accounts. */
  | { readonly reason: 'outflow_stopped' }
  /** An operator has stopped the user's trading. */
  | { readonly reason: 'trading_stopped' };
