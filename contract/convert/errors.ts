export const convertErrors = {
  currencies_alike: [],
  currency_not_convertible: ['currency'],
  convert_price_unavailable: ['currency'],
  convert_too_small: [],
  convert_treasury_short: ['currency'],
  convert_price_moved: ['received', 'currency'],
  quote_expired: [],
  quote_invalid: [],
} as const;
