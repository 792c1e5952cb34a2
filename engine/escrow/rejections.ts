import type { Amount } from '../money.ts';
import type { EscrowNumber } from './commands.ts';
import type { EscrowField } from './bounds.ts';
import type { EscrowStep } from './state.ts';

export type EscrowRejection =
  /** A number, hash or limit of the command is out of its bounds. */
  | { readonly reason: 'escrow_terms_invalid'; readonly field: EscrowField }
  /** The number was used for another escrow. */
  | { readonly reason: 'escrow_exists' }
  /** No open escrow with this number has the user as a party. */
  | { readonly reason: 'escrow_unknown' }
  /** The escrow with this number has ended, or can no longer be reopened. */
  | { readonly reason: 'escrow_ended' }
  /** The escrow is in another state than the command needs. */
  | { readonly reason: 'escrow_state'; readonly step: EscrowStep }
  /** The command belongs to another party. */
  | { readonly reason: 'escrow_party_wrong' }
  /** Seller and buyer are the same user. */
  | { readonly reason: 'own_offer' }
  /** The user has no offer with this number, or it is of another currency. */
  | { readonly reason: 'offer_unknown' }
  /** The number is that of another user's offer or of one in another currency. */
  | { readonly reason: 'offer_taken' }
  /** The offer has less than the amount. */
  | { readonly reason: 'offer_exhausted'; readonly left: Amount }
  /** The owner has as many offers as allowed. */
  | { readonly reason: 'offers_exhausted'; readonly maximum: number }
  /** The user has as many open escrows as a taker may. */
  | { readonly reason: 'escrows_exhausted'; readonly maximum: number }
  /** The buying taker has not paid this escrow yet. */
  | { readonly reason: 'unpaid_order_exists'; readonly n: EscrowNumber }
  /** The buying maker has as many unpaid escrows as allowed. */
  | { readonly reason: 'unpaid_orders_exhausted'; readonly maximum: number }
  /** The buyer has this open escrow of the same currency and amount. */
  | { readonly reason: 'order_amount_taken'; readonly n: EscrowNumber }
  /** The buyer has cancelled or let lapse too many escrows today. */
  | { readonly reason: 'buying_blocked_today'; readonly untilMs: number }
  /** The party is restricted. */
  | { readonly reason: 'account_frozen'; readonly party: 'seller' | 'buyer' }
  /** An appeal is possible after this much more open time. */
  | { readonly reason: 'appeal_early'; readonly leftMs: number }
  /** The seller has asked before. */
  | { readonly reason: 'cancel_asked' }
  /** The rest of the user's balances would not be worth unmatured deposits and coins bought by escrows together. */
  | { readonly reason: 'coins_maturing'; readonly untilMs: number };
