export const marketId = 'Id of the market, as in `market/currency_matches`.';
export const inBase = 'in the base currency';
export const inQuote = 'in the quote currency';

/** The fields with which an object identifies its market. */
export const marketFields = { id: [marketId, 1], symbol: ['Symbol of the market.', 'BTC/USDT'] } as const;
