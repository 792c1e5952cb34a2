import type { CandleReader, BitcoinPath, PathCandle } from './bitcoin-path.ts';
import { dayMs, minuteMs } from './bitcoin-path.ts';
import { bridgePrice } from './bridge.ts';
import { coinCharacter, marketCharacter, type CoinCharacter } from './characters.ts';
import { hashName, hashUnit, octaveNoise } from './seeded-noise.ts';

/** The price of a market, quote per base, at any time: pure, so that a restart and a second reader agree. */
export interface MarketPath {
  /** The candle of the minute that opens at this time (epoch ms), from the path's first minute on, without end. */
  readonly minuteCandle: CandleReader;
  /** The candle of the day that opens at this time (epoch ms), before the path's first minute. */
  readonly dayCandle: CandleReader;
  /** The price at a moment (epoch ms), within its minute's candle. */
  readonly priceAt: (timeMs: number) => number;
}

/**
 * The path of BASE/QUOTE for a quote of USDT (taken as USD) or BTC; null for a market that the simulator does not know.
 * A BTC-quoted market is the ratio of the two with a little noise of its own.
 */
export function createMarketPath(bitcoin: BitcoinPath, baseCode: string, quoteCode: string): MarketPath | null {
  const symbol = `${baseCode}/${quoteCode}`;
  const coin = coinCharacter(baseCode);
  const market = marketCharacter(symbol);
  if (coin === null || market === null || (quoteCode !== 'USDT' && quoteCode !== 'BTC')) return null;

  const seed = hashName(symbol);
  const candles = (read: CandleReader, lengthMs: number) => {
    const inUsd = baseCode === 'BTC' ? read : coinCandles(bitcoin, hashName(baseCode), coin, read, lengthMs);
    const priced = quoteCode === 'BTC' ? ratioCandles(bitcoin, seed, inUsd, read, lengthMs) : inUsd;
    return (openMs: number): PathCandle => {
      const candle = priced(openMs);
      if (market.volumeShare === 1) return candle;
      return { ...candle, volume: tradedVolume(seed, openMs, market.volumeShare, read(openMs), inUsd(openMs)) };
    };
  };
  const minuteCandle = lastKept(candles(bitcoin.minuteCandle, minuteMs));
  return {
    minuteCandle,
    dayCandle: candles(bitcoin.dayCandle, dayMs),
    priceAt(timeMs) {
      const minute = Math.floor(timeMs / minuteMs);
      const sinceAnchor = minute - bitcoin.anchorMs / minuteMs;
      return bridgePrice(minuteCandle(minute * minuteMs), seed, sinceAnchor, timeMs - minute * minuteMs);
    },
  };
}

/** USD candles of a coin: BTC's to the power of beta, bent by the coin's own noise and with wicks of its own. */
function coinCandles(
  bitcoin: BitcoinPath,
  seed: number,
  coin: CoinCharacter,
  read: CandleReader,
  lengthMs: number,
): CandleReader {
  const reference = bitcoin.minuteCandle(bitcoin.anchorMs).open;
  const price = (btc: number, noise: number) => coin.startUsd * (btc / reference) ** coin.beta * Math.exp(noise);
  const noiseAt = lastTwoKept((timeMs: number) =>
    octaveNoise(seed, (timeMs - bitcoin.anchorMs) / minuteMs, coin.volatility),
  );
  const wick = 0.2 * coin.volatility * Math.sqrt(lengthMs / dayMs);
  return (openMs) => {
    const btc = read(openMs);
    const noiseAtOpen = noiseAt(openMs);
    const noiseAtClose = noiseAt(openMs + lengthMs);
    const between = (noiseAtOpen + noiseAtClose) / 2;
    return withWicks(
      { ...btc, open: price(btc.open, noiseAtOpen), close: price(btc.close, noiseAtClose) },
      { high: price(btc.high, between), low: price(btc.low, between) },
      { seed, openMs, size: wick },
    );
  };
}

// Two books of one coin never agree to the last digit.
const ratioVolatility = 0.002;

function ratioCandles(
  bitcoin: BitcoinPath,
  seed: number,
  inUsd: CandleReader,
  read: CandleReader,
  lengthMs: number,
): CandleReader {
  const noiseAt = lastTwoKept((timeMs: number) =>
    Math.exp(octaveNoise(seed, (timeMs - bitcoin.anchorMs) / minuteMs, ratioVolatility)),
  );
  return (openMs) => {
    const base = inUsd(openMs);
    const btc = read(openMs);
    const open = (base.open / btc.open) * noiseAt(openMs);
    const close = (base.close / btc.close) * noiseAt(openMs + lengthMs);
    // The two coins top and bottom together, so the ratio's extremes lie near its ends.
    const size = 0.006 * Math.sqrt(lengthMs / dayMs);
    const range = { high: Math.max(open, close), low: Math.min(open, close) };
    return withWicks({ ...base, open, close }, range, { seed, openMs, size });
  };
}

interface Wick {
  readonly seed: number;
  readonly openMs: number;
  /** The usual length relative to the price. */
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

/** Base volume that is worth the market's share of what BTC traded, give or take. */
function tradedVolume(seed: number, openMs: number, share: number, btc: PathCandle, inUsd: PathCandle): number {
  const minute = openMs / minuteMs;
  const luck = hashUnit(seed, minute, 31) + hashUnit(seed, minute, 32) + hashUnit(seed, minute, 33) - 1.5;
  return ((btc.volume * btc.close * share) / inUsd.close) * Math.exp(1.2 * luck - 0.18);
}

/** Remembers the latest answer: the live market asks for the same minute many times. */
function lastKept(read: CandleReader): CandleReader {
  let keptMs = Number.NaN;
  let kept: PathCandle | null = null;
  return (openMs) => {
    if (kept === null || keptMs !== openMs) {
      kept = read(openMs);
      keptMs = openMs;
    }
    return kept;
  };
}

/** Remembers the two latest answers: the close of a candle is the open of the next. */
function lastTwoKept(compute: (timeMs: number) => number): (timeMs: number) => number {
  let newer = { timeMs: Number.NaN, value: 0 };
  let older = newer;
  return (timeMs) => {
    if (newer.timeMs === timeMs) return newer.value;
    if (older.timeMs === timeMs) return older.value;
    older = newer;
    newer = { timeMs, value: compute(timeMs) };
    return newer.value;
  };
}
