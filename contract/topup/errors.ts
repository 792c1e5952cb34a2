export const topupErrors = {
  topup_unavailable: [],
  topup_unverified: [],
  topup_amount: ['minimum', 'maximum'],
  topup_currency: ['currency'],
  topup_held: [],
  topup_limit: ['left'],
  topups_used_up: ['maximum'],
  topup_price_unavailable: ['currency'],
  topup_provider_failed: [],
  topup_unknown: [],
  topup_decided: [],
} as const;
