import type { BarReader, BitcoinPath, PathBar } from './bitcoin-path.ts';
import { dayMs, minuteMs } from './bitcoin-path.ts';
import { bridgePrice } from './bridge.ts';
import { coinCharacter, marketCharacter, type CoinCharacter } from './characters.ts';
import { hashName, hashUnit, octaveNoise } from './seeded-noise.ts';

/** The price of a market, quote per base, at any time: pure, so that a restart and a second reader agree. */
export interface MarketPath {
  /** The bar of the minute that opens at this time (epoch ms), from the path's first minute on, without end. */
  readonly minuteBar: BarReader;
  /** The bar of the day that opens at this time (epoch ms), before the path's first minute. */
  readonly dayBar: BarReader;
  /** The price at a moment (epoch ms), within its minute's bar. */
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
  const bars = (read: BarReader, lengthMs: number) => {
    const inUsd = baseCode === 'BTC' ? read : coinBars(bitcoin, hashName(baseCode), coin, read, lengthMs);
    const priced = quoteCode === 'BTC' ? ratioBars(bitcoin, seed, inUsd, read, lengthMs) : inUsd;
    return (openMs: number): PathBar => {
      const bar = priced(openMs);
      if (market.volumeShare === 1) return bar;
      return { ...bar, volume: tradedVolume(seed, openMs, market.volumeShare, read(openMs), inUsd(openMs)) };
    };
  };
  const minuteBar = lastKept(bars(bitcoin.minuteBar, minuteMs));
  return {
    minuteBar,
    dayBar: bars(bitcoin.dayBar, dayMs),
    priceAt(timeMs) {
      const minute = Math.floor(timeMs / minuteMs);
      const sinceAnchor = minute - bitcoin.anchorMs / minuteMs;
      return bridgePrice(minuteBar(minute * minuteMs), seed, sinceAnchor, timeMs - minute * minuteMs);
    },
  };
}

/** USD bars of a coin: BTC's to the power of beta, bent by the coin's own noise and with wicks of its own. */
function coinBars(
  bitcoin: BitcoinPath,
  seed: number,
  coin: CoinCharacter,
  read: BarReader,
  lengthMs: number,
): BarReader {
  const reference = bitcoin.minuteBar(bitcoin.anchorMs).open;
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

function ratioBars(bitcoin: BitcoinPath, seed: number, inUsd: BarReader, read: BarReader, lengthMs: number): BarReader {
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

function withWicks(bar: PathBar, range: { readonly high: number; readonly low: number }, wick: Wick): PathBar {
  const minute = wick.openMs / minuteMs;
  const up = 2 * hashUnit(wick.seed, minute, 21) ** 2 * wick.size;
  const down = 2 * hashUnit(wick.seed, minute, 22) ** 2 * wick.size;
  return {
    ...bar,
    high: Math.max(bar.open, bar.close, range.high) * (1 + up),
    low: Math.min(bar.open, bar.close, range.low) * (1 - down),
  };
}

/** Base volume that is worth the market's share of what BTC traded, give or take. */
function tradedVolume(seed: number, openMs: number, share: number, btc: PathBar, inUsd: PathBar): number {
  const minute = openMs / minuteMs;
  const luck = hashUnit(seed, minute, 31) + hashUnit(seed, minute, 32) + hashUnit(seed, minute, 33) - 1.5;
  return ((btc.volume * btc.close * share) / inUsd.close) * Math.exp(1.2 * luck - 0.18);
}

/** Remembers the latest answer: the live market asks for the same minute many times. */
function lastKept(read: BarReader): BarReader {
  let keptMs = Number.NaN;
  let kept: PathBar | null = null;
  return (openMs) => {
    if (kept === null || keptMs !== openMs) {
      kept = read(openMs);
      keptMs = openMs;
    }
    return kept;
  };
}

/** Remembers the two latest answers: the close of a bar is the open of the next. */
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
