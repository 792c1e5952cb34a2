import { Refused } from './client.ts';

/** Whether there was no answer, or one that says that the outcome is still unknown. */
export function isUnanswered(fault: unknown): boolean {
  return fault instanceof Refused && (fault.key === 'network' || fault.key === 'outcome_pending');
}

/** Whether the exchange is closed or its queue is full: the command was not sequenced and never will be. */
export function isNotSequenced(fault: unknown): boolean {
  return fault instanceof Refused && (fault.key === 'exchange_closed' || fault.key === 'exchange_busy');
}

/** The error key of a refusal that valid load can meet; rethrows any other error. */
export function refusalOf(fault: unknown): string {
  if (!(fault instanceof Refused) || !expectedRefusals.has(fault.key)) throw fault;
  return fault.key;
}

const expectedRefusals = new Set([
  'insufficient_balance',
  'order_not_found',
  'too_many_open_orders',
  'fill_or_kill_unfilled',
  'stop_would_trigger',
  'order_waiting',
  'quantity_filled',
  'quantity_not_smaller',
  'below_min_notional',
  'terms_changed',
  'user_quota_exhausted',
  'redeem_too_early',
  'micro_index_unavailable',
  'micro_user_cap',
  'index_unavailable',
  'stop_reached',
  'position_not_found',
  'order_filling',
  'margin_needed',
  'too_many_positions',
  'multiple_too_high',
  'risk_too_high',
  'convert_price_unavailable',
  'convert_price_moved',
  'quote_expired',
  'too_many_requests',
  'codes_used_up',
  'code_sent_already',
  'long_code_sent',
  'chain_unavailable',
  'draw_not_cancellable',
  'draw_price_unavailable',
  'draw_limit_exceeded',
  'coins_maturing',
  'deposit_unmatured',
  'transfer_recipient_new',
  'transfers_used_up',
  'recipient_lookups_used',
  'recipient_unknown',
  'escrow_state',
  'unpaid_order_exists',
  'buying_blocked_today',
  'order_amount_taken',
  'opens_exhausted',
  'ad_exhausted',
  'ad_not_open',
  'merchant_offline',
]);
