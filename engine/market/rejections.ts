export type MarketRejection =
  | { readonly reason: 'operator_invalid' }
  | { readonly reason: 'currency_exists' }
  | { readonly reason: 'market_exists' }
  | { readonly reason: 'market_unknown' }
  | { readonly reason: 'listing_invalid'; readonly field: string }
  | { readonly reason: 'setting_invalid'; readonly field: string }
  | { readonly reason: 'setting_unchanged' };
