export const marketId = 'Id of the market, as in `market/currency_matches`.';
export const inBase = 'in the base currency';
export const inQuote = 'in the quote currency';

/** The fields by which an object names its market. */
export const marketFields = { id: [marketId, 1], symbol: ['What it is called.', 'BTC/USDT'] } as const;
