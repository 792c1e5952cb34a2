export const savingsErrors = {
  product_unknown: [],
  terms_changed: [],
  product_closed: [],
  quota_exhausted: [],
  user_quota_exhausted: ['maximum'],
  savings_house_full: [],
  deposit_unknown: [],
  redeem_too_early: ['from'],
} as const;
