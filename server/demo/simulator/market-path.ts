import type { CandleReader, BitcoinPath, PathCandle } from './bitcoin-path.ts';
import { bitcoinHourlyDeviation, dayMs, minuteMs } from './bitcoin-path.ts';
import { bridgePrice } from './bridge.ts';
import { coinCharacter, marketCharacter, type CoinCharacter } from './characters.ts';
import { createOwnMoves, type OwnMoves } from './own-moves.ts';
import { createDraw, createSecretWalk } from './secret-walk.ts';
import { hashName, hashUnit, latticeNoise } from './seeded-noise.ts';

/** The price of a market, quote per base, at any time. Pure, so that it is the same after a restart. */
export interface MarketPath {
  /** The candle of the minute that opens at this time (epoch ms), from the path's first minute on, without end. */
  readonly minuteCandle: CandleReader;
  /** The candle of the day that opens at this time (epoch ms), before the path's first minute. */
  readonly dayCandle: CandleReader;
  /** The price at a moment (epoch ms), within its minute's candle. */
  readonly priceAt: (timeMs: number) => number;
}

/**
 * The path of BASE/QUOTE for a quote of USDT (treated as USD) or BTC; null if the simulator does not know the market. A
 * BTC-quoted market is the ratio of two coins with a little noise.
 */
export function createMarketPath(bitcoin: BitcoinPath, baseCode: string, quoteCode: string): MarketPath | null {
  const symbol = `${baseCode}/${quoteCode}`;
  const coin = coinCharacter(baseCode);
  const market = marketCharacter(symbol);
  if (coin === null || market === null || (quoteCode !== 'USDT' && quoteCode !== 'BTC')) return null;

  const seed = hashName(symbol);
  const moves = baseCode === 'BTC' ? null : ownMovesOf(bitcoin, baseCode, ownHourlyDeviation(coin));
  const seedAt = seedsOf(bitcoin, symbol, seed);
  const candles = (read: CandleReader, lengthMs: number) => {
    const inUsd = moves === null ? read : coinCandles(bitcoin, hashName(baseCode), coin, moves, read, lengthMs);
    const priced = quoteCode === 'BTC' ? ratioCandles(bitcoin, seed, inUsd, read, lengthMs) : inUsd;
    if (moves === null) return priced;
    const worth = tradedWorth(bitcoin, seed, market.volumeShare, moves, read, lengthMs);
    return (openMs: number): PathCandle => ({ ...priced(openMs), volume: worth(openMs) / inUsd(openMs).close });
  };
  const minuteCandle = lastTwoKept(candles(bitcoin.minuteCandle, minuteMs));
  return {
    minuteCandle,
    dayCandle: candles(bitcoin.dayCandle, dayMs),
    priceAt(timeMs) {
      const minute = Math.floor(timeMs / minuteMs);
      const sinceAnchor = minute - bitcoin.anchorMs / minuteMs;
      const openMs = minute * minuteMs;
      return bridgePrice(minuteCandle(openMs), seedAt(openMs), sinceAnchor, timeMs - openMs);
    },
  };
}

/** The own moves of a coin: those of its code, and those of the secret walk from the first minute of the secret on. */
function ownMovesOf({ anchorMs, secret }: BitcoinPath, code: string, hourlyDeviation: number): OwnMoves {
  const moves = createOwnMoves(hashName(code), hourlyDeviation);
  if (secret === null) return moves;
  const from = (secret.fromMs - anchorMs) / minuteMs;
  const start = moves.drift(from);
  const walk = createSecretWalk(createDraw(secret, `${code} walk`), hourlyDeviation / Math.sqrt(60));
  return { ...moves, drift: (minute) => (minute < from ? moves.drift(minute) : start + walk(minute - from)) };
}

/** The seed of the moves within a minute: one of its own for each minute of the secret. */
function seedsOf({ secret }: BitcoinPath, symbol: string, seed: number): (openMs: number) => number {
  if (secret === null) return () => seed;
  const draw = createDraw(secret, `${symbol} seed`);
  const seedAt = lastTwoKept((openMs: number) => Math.floor(draw(openMs, 0) * 2 ** 32));
  return (openMs) => (openMs < secret.fromMs ? seed : seedAt(openMs));
}

/** The deviation of a coin's own hourly moves that gives its returns the wanted correlation with those of BTC. */
function ownHourlyDeviation({ beta, correlation }: CoinCharacter): number {
  return beta * bitcoinHourlyDeviation * Math.sqrt(1 / correlation ** 2 - 1);
}

/** USD candles of a coin: BTC's price to the power of beta, with the coin's own moves and wicks. */
function coinCandles(
  bitcoin: BitcoinPath,
  seed: number,
  coin: CoinCharacter,
  moves: OwnMoves,
  read: CandleReader,
  lengthMs: number,
): CandleReader {
  const reference = bitcoin.minuteCandle(bitcoin.anchorMs).open;
  const price = (btc: number, drift: number) => coin.startUsd * (btc / reference) ** coin.beta * Math.exp(drift);
  const driftAt = lastTwoKept((timeMs: number) => moves.drift((timeMs - bitcoin.anchorMs) / minuteMs));
  const wick = 0.3 * ownHourlyDeviation(coin) * Math.sqrt(lengthMs / hourMs);
  return (openMs) => {
    const btc = read(openMs);
    const driftAtOpen = driftAt(openMs);
    const driftAtClose = driftAt(openMs + lengthMs);
    const between = (driftAtOpen + driftAtClose) / 2;
    return withWicks(
      { ...btc, open: price(btc.open, driftAtOpen), close: price(btc.close, driftAtClose) },
      { high: price(btc.high, between), low: price(btc.low, between) },
      { seed, openMs, size: wick },
    );
  };
}

const hourMs = 60 * minuteMs;

// A market quoted in BTC stays within some basis points of the ratio of the two USDT markets, as arbitrage keeps it.
const ratioNoise = 0.000_4;
const ratioNoiseMinutes = 7;

function ratioCandles(
  bitcoin: BitcoinPath,
  seed: number,
  inUsd: CandleReader,
  read: CandleReader,
  lengthMs: number,
): CandleReader {
  const noiseAt = lastTwoKept((timeMs: number) =>
    Math.exp(ratioNoise * latticeNoise(seed, (timeMs - bitcoin.anchorMs) / minuteMs / ratioNoiseMinutes)),
  );
  return (openMs) => {
    const base = inUsd(openMs);
    const btc = read(openMs);
    const open = (base.open / btc.open) * noiseAt(openMs);
    const close = (base.close / btc.close) * noiseAt(openMs + lengthMs);
    // The two coins have their highs and lows together, so the ratio's extremes are near its open and close.
    const size = 0.006 * Math.sqrt(lengthMs / dayMs);
    const range = { high: Math.max(open, close), low: Math.min(open, close) };
    return withWicks({ ...base, open, close }, range, { seed, openMs, size });
  };
}

interface Wick {
  readonly seed: number;
  readonly openMs: number;
  /** The typical length relative to the price. */
  readonly size: number;
}

function withWicks(candle: PathCandle, range: { readonly high: number; readonly low: number }, wick: Wick): PathCandle {
  const minute = wick.openMs / minuteMs;
  const up = 2 * hashUnit(wick.seed, minute, 21) ** 2 * wick.size;
  const down = 2 * hashUnit(wick.seed, minute, 22) ** 2 * wick.size;
  return {
    ...candle,
    high: Math.max(candle.open, candle.close, range.high) * (1 + up),
    low: Math.min(candle.open, candle.close, range.low) * (1 - down),
  };
}

// A coin follows half of the swings of BTC's volume within a month.
const sharedSwing = 0.5;

/**
 * The traded value in USD: the market's share of BTC's, with the coin's own activity, its own times of day, and noise
 * from candle to candle.
 */
function tradedWorth(
  bitcoin: BitcoinPath,
  seed: number,
  share: number,
  moves: OwnMoves,
  read: CandleReader,
  lengthMs: number,
): (openMs: number) => number {
  const typical = lengthMs === minuteMs ? bitcoin.typicalMinuteWorth : null;
  const daySwing = 0.15 + 0.35 * hashUnit(seed, 34, 0);
  const dayPhase = hashUnit(seed, 35, 0);
  return (openMs) => {
    const btc = read(openMs);
    const minute = openMs / minuteMs;
    const worth = btc.volume * btc.close;
    const followed = typical === null ? worth : sharedSwing * worth + (1 - sharedSwing) * typical;
    const timeOfDay = typical === null ? 1 : 1 + daySwing * Math.sin(2 * Math.PI * (openMs / dayMs - dayPhase));
    const own = moves.activity((openMs + lengthMs / 2 - bitcoin.anchorMs) / minuteMs);
    const luck = hashUnit(seed, minute, 31) + hashUnit(seed, minute, 32) + hashUnit(seed, minute, 33) - 1.5;
    return share * followed * timeOfDay * own * Math.exp(1.2 * luck - 0.18);
  };
}

/**
 * Caches the two latest results: the close of a candle is the open of the next, and the live market reads a minute and
 * the one before it many times.
 */
function lastTwoKept<Result>(compute: (timeMs: number) => Result): (timeMs: number) => Result {
  interface Kept {
    readonly timeMs: number;
    readonly value: Result;
  }
  let newer: Kept | null = null;
  let older: Kept | null = null;
  return (timeMs) => {
    if (newer?.timeMs === timeMs) return newer.value;
    if (older?.timeMs === timeMs) return older.value;
    older = newer;
    newer = { timeMs, value: compute(timeMs) };
    return newer.value;
  };
}
