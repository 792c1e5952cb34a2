import type { CandleReader, BitcoinPath, PathCandle } from './bitcoin-path.ts';
import { dayMs, minuteMs } from './bitcoin-path.ts';
import { bridgePrice } from './bridge.ts';
import { coinCharacter, marketCharacter, type CoinCharacter } from './characters.ts';
import { hashName, hashUnit, octaveNoise } from './seeded-noise.ts';

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

/** USD candles of a coin: BTC's price to the power of beta, with the coin's own noise and wicks. */
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

// Two markets of one coin never agree exactly.
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

/** Base volume worth the market's share of BTC's traded value, with some noise. */
function tradedVolume(seed: number, openMs: number, share: number, btc: PathCandle, inUsd: PathCandle): number {
  const minute = openMs / minuteMs;
  const luck = hashUnit(seed, minute, 31) + hashUnit(seed, minute, 32) + hashUnit(seed, minute, 33) - 1.5;
  return ((btc.volume * btc.close * share) / inUsd.close) * Math.exp(1.2 * luck - 0.18);
}

/** Caches the latest result, because the live market reads the same minute many times. */
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

/** Caches the two latest results, because the close of a candle is the open of the next. */
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
