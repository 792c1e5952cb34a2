export const marketErrors = {
  market_unknown: [],
  currency_unknown: [],
  period_unknown: [],
  range_invalid: ['limit'],
  market_closed: [],
} as const;
