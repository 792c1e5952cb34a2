import { Type, type Static } from 'typebox';

/**
 * Every refusal that the exchange can give. A key is stable for ever; its text lives in `messages/`, one catalogue a language,
 * and may use the figures named here as `{{name}}`.
 */
export const errorFigures = {
  // The request itself
  invalid_request: ['field', 'problem'],
  not_found: [],
  method_not_allowed: [],
  payload_too_large: [],
  unsupported_media_type: [],
  server_error: [],
  too_many_requests: ['retry_after'],
  too_many_in_flight: ['maximum'],
  session_ended: [],
  forbidden: [],
  superseded: [],
  idempotency_key_invalid: [],
  idempotency_key_reused: [],
  idempotency_keys_exhausted: ['maximum'],
  // The exchange as a whole
  exchange_busy: [],
  exchange_closed: [],
  cancels_only: [],
  outcome_pending: [],
  command_suspended: [],
  // People
  account_invalid: [],
  account_taken: [],
  password_required: [],
  password_shape: [],
  password_common: [],
  passwords_differ: [],
  invite_code_required: [],
  invite_code_unknown: [],
  area_unknown: [],
  phone_required: [],
  phone_invalid: [],
  login_type_unsupported: [],
  phone_taken: [],
  verification_code_required: [],
  verification_code_wrong: [],
  verification_code_expired: [],
  code_type_unknown: [],
  code_sent_already: ['seconds'],
  codes_used_up: ['hours'],
  long_code_sent: ['ago', 'minutes'],
  sms_unavailable: [],
  contact_unbound: [],
  credentials_wrong: [],
  login_locked: ['minutes'],
  session_unknown: [],
  old_password_wrong: [],
  password_unchanged: [],
  // Markets
  market_unknown: [],
  currency_unknown: [],
  period_unknown: [],
  range_invalid: ['limit'],
  market_closed: [],
  tick_range_invalid: ['seconds'],
  // What the venue publishes
  news_unknown: [],
  news_category_unknown: [],
  // Accounts
  account_unknown: [],
  accounts_alike: [],
  // Orders
  price_required: [],
  price_precision: ['decimals'],
  price_step: ['step'],
  quantity_required: [],
  quantity_precision: ['decimals'],
  quantity_step: ['step'],
  amount_too_large: ['maximum'],
  below_min_notional: ['minimum', 'currency'],
  sell_blocked: ['symbol'],
  too_many_open_orders: ['maximum'],
  insufficient_balance: ['available', 'needed', 'currency'],
  order_waiting: [],
  quantity_not_smaller: ['number'],
  quantity_filled: ['filled'],
  order_not_found: [],
  order_unknown: [],
  export_running: [],
  order_type_unsupported: [],
  time_in_force_unsupported: [],
  client_order_id_invalid: [],
  client_order_id_taken: [],
  fill_or_kill_unfilled: [],
  post_only_would_trade: [],
  no_best_price: [],
  self_trade_prevention_unsupported: [],
  stop_price_required: [],
  stop_would_trigger: ['stop_price', 'reference'],
  price_out_of_band: ['lowest', 'highest', 'reference'],
  client_order_ids_exhausted: ['maximum'],
} as const satisfies Record<string, readonly string[]>;

export type ErrorKey = keyof typeof errorFigures;

export const errorKeys = Object.keys(errorFigures).filter((key): key is ErrorKey => key in errorFigures);

export const ErrorKey = Type.Enum(errorKeys);
export type ErrorKeyWire = Static<typeof ErrorKey>;
