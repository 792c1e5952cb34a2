/** The price model of a coin: `price = startUsd × (BTC now / BTC at the anchor)^beta × own moves`. */
export interface CoinCharacter {
  /** USD at the anchor. */
  readonly startUsd: number;
  readonly beta: number;
  /** The correlation of its hourly returns with those of BTC, which sets the size of its own moves. */
  readonly correlation: number;
}

/** How bots trade a market. */
export interface MarketCharacter {
  /** Traded value as a share of that of BTC/USDT. */
  readonly volumeShare: number;
  /** Taker orders per second on average. */
  readonly tradesPerSecond: number;
  /** Distance of the best quotes from the path. */
  readonly halfSpreadBps: number;
  /** Distance of the outermost quotes from the path. */
  readonly reachBps: number;
  /** Average interval at which makers check this market. */
  readonly lookEveryMs: number;
}

const coins: Readonly<Record<string, CoinCharacter>> = {
  BTC: { startUsd: 0, beta: 1, correlation: 1 },
  ETH: { startUsd: 3_240, beta: 1.0, correlation: 0.75 },
  BNB: { startUsd: 874, beta: 0.66, correlation: 0.66 },
  SOL: { startUsd: 163, beta: 1.08, correlation: 0.71 },
  XRP: { startUsd: 2.31, beta: 0.78, correlation: 0.57 },
  ADA: { startUsd: 0.614, beta: 0.94, correlation: 0.65 },
  DOGE: { startUsd: 0.1873, beta: 1.0, correlation: 0.59 },
  AVAX: { startUsd: 19.4, beta: 1.05, correlation: 0.68 },
  DOT: { startUsd: 3.42, beta: 0.9, correlation: 0.63 },
  LTC: { startUsd: 93.7, beta: 0.74, correlation: 0.61 },
  LINK: { startUsd: 15.3, beta: 0.95, correlation: 0.66 },
  TRX: { startUsd: 0.2915, beta: 0.42, correlation: 0.52 },
  XLM: { startUsd: 0.2742, beta: 0.7, correlation: 0.54 },
};

const markets: Readonly<Record<string, MarketCharacter>> = {
  'BTC/USDT': { volumeShare: 1, tradesPerSecond: 0.75, halfSpreadBps: 0.15, reachBps: 60, lookEveryMs: 350 },
  'ETH/USDT': { volumeShare: 0.55, tradesPerSecond: 0.32, halfSpreadBps: 0.25, reachBps: 70, lookEveryMs: 500 },
  'BNB/USDT': { volumeShare: 0.1, tradesPerSecond: 0.22, halfSpreadBps: 0.5, reachBps: 80, lookEveryMs: 900 },
  'SOL/USDT': { volumeShare: 0.2, tradesPerSecond: 0.26, halfSpreadBps: 0.4, reachBps: 80, lookEveryMs: 800 },
  'XRP/USDT': { volumeShare: 0.15, tradesPerSecond: 0.24, halfSpreadBps: 0.45, reachBps: 80, lookEveryMs: 800 },
  'ADA/USDT': { volumeShare: 0.04, tradesPerSecond: 0.24, halfSpreadBps: 1, reachBps: 90, lookEveryMs: 1_200 },
  'DOGE/USDT': { volumeShare: 0.07, tradesPerSecond: 0.22, halfSpreadBps: 0.8, reachBps: 90, lookEveryMs: 1_100 },
  'AVAX/USDT': { volumeShare: 0.025, tradesPerSecond: 0.2, halfSpreadBps: 1.2, reachBps: 90, lookEveryMs: 1_300 },
  'LTC/USDT': { volumeShare: 0.025, tradesPerSecond: 0.22, halfSpreadBps: 1.2, reachBps: 90, lookEveryMs: 1_300 },
  'LINK/USDT': { volumeShare: 0.035, tradesPerSecond: 0.22, halfSpreadBps: 1.1, reachBps: 90, lookEveryMs: 1_300 },
  'DOT/USDT': { volumeShare: 0.015, tradesPerSecond: 0.22, halfSpreadBps: 1.4, reachBps: 90, lookEveryMs: 1_300 },
  'TRX/USDT': { volumeShare: 0.02, tradesPerSecond: 0.22, halfSpreadBps: 1.2, reachBps: 80, lookEveryMs: 1_300 },
  'ETH/BTC': { volumeShare: 0.03, tradesPerSecond: 0.22, halfSpreadBps: 1.8, reachBps: 100, lookEveryMs: 1_300 },
  'SOL/BTC': { volumeShare: 0.01, tradesPerSecond: 0.22, halfSpreadBps: 2.2, reachBps: 100, lookEveryMs: 1_400 },
  'BNB/BTC': { volumeShare: 0.01, tradesPerSecond: 0.22, halfSpreadBps: 1.8, reachBps: 100, lookEveryMs: 1_400 },
  'XLM/USDT': { volumeShare: 0.015, tradesPerSecond: 0.2, halfSpreadBps: 1.2, reachBps: 80, lookEveryMs: 1_400 },
};

/** The character of a coin by its code; null if the simulator does not know it. */
export function coinCharacter(code: string): CoinCharacter | null {
  return coins[code] ?? null;
}

/** The character of a market by its symbol; null if the simulator does not trade it. */
export function marketCharacter(symbol: string): MarketCharacter | null {
  return markets[symbol] ?? null;
}
