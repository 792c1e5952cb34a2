import type { OrderId, Side } from '@bourse/engine';
import type { Random } from './seeded-noise.ts';
import type { TradedMarket } from './traded-market.ts';

/**
 * A maker's quotes on one market as bands of distance from the path, innermost first. Each band has a number of quotes
 * per side.
 */
export type Ladder = readonly Band[];

export interface Band {
  /** Distances from the path in basis points, from ≤ distance < to. */
  readonly fromBps: number;
  readonly toBps: number;
  /** The number of quotes. */
  readonly quotes: number;
  /** The typical value of a quote, in the quote currency. */
  readonly notional: number;
}

/** An own resting order. `lots` is the open quantity. */
export interface Quote {
  readonly order: OrderId;
  readonly ticks: number;
  readonly lots: number;
}

/** A quote to place; band 0 is the innermost. */
export interface Placement {
  readonly side: Side;
  readonly ticks: number;
  readonly lots: number;
  readonly band: number;
}

/** The changes that one side of a ladder needs. */
export interface SidePlan {
  /** Quotes that the path has come too near to; they are cancelled first. */
  readonly stale: readonly OrderId[];
  /** The missing quotes, innermost first. */
  readonly missing: readonly Placement[];
  /** Quotes that are superfluous but harmless. */
  readonly surplus: readonly OrderId[];
}

interface BandShape {
  readonly quotes: number;
  /** The size of each quote relative to the market's typical order. */
  readonly weight: number;
}

// Bands within reach, innermost first: the quotes that takers trade with.
const nearBands: readonly BandShape[] = [
  { quotes: 1, weight: 1.5 },
  { quotes: 1, weight: 1.8 },
  { quotes: 2, weight: 2 },
  { quotes: 3, weight: 2.4 },
  { quotes: 4, weight: 3 },
];

// Bands beyond reach: they rarely trade or move, but give the book its depth. With the near ones, four makers provide
// about eighty levels.
const farBands: readonly BandShape[] = [
  { quotes: 3, weight: 4 },
  { quotes: 3, weight: 5 },
  { quotes: 2, weight: 6 },
  { quotes: 2, weight: 8 },
];

/** The size of all quotes of a side, in typical orders of the market. */
export const ladderWeight = [...nearBands, ...farBands].reduce((sum, { quotes, weight }) => sum + quotes * weight, 0);

// A reach of fewer ticks would put many quotes on the same price.
const minReachTicks = 60;
// The outer end of the far bands, in multiples of the reach; at least `minFarShare` of a widened reach.
const farReaches = 2.2;
const minFarShare = 1.25;

/**
 * `rank` of the maker, from 0, staggers the ladders so that quotes of several makers interleave. `price` is in quote
 * per base. `nervousness` widens the reach while the path moves fast; the far bands then move closer together and their
 * quotes stay.
 */
export function createLadder(market: TradedMarket, price: number, rank: number, nervousness = 1): Ladder {
  const tickBps = (market.tick / price) * 10_000;
  const { halfSpreadBps, reachBps } = market.character;
  const inner = halfSpreadBps * (1 + rank) * nervousness;
  const calm = Math.max(reachBps, minReachTicks * tickBps) * (1 + 0.1 * rank);
  const outer = calm * nervousness;
  const end = Math.max(calm * farReaches, outer * minFarShare);
  const notional = market.typicalOrder * (0.7 + 0.2 * rank);
  return [...spread(nearBands, inner, outer, notional), ...spread(farBands, outer, end, notional)];
}

/** Bands from one distance to another, each wider than the previous one by the same factor. */
function spread(shapes: readonly BandShape[], fromBps: number, toBps: number, notional: number): Band[] {
  const growth = (toBps / fromBps) ** (1 / shapes.length);
  return shapes.map(({ quotes, weight }, band) => ({
    fromBps: fromBps * growth ** band,
    toBps: fromBps * growth ** (band + 1),
    quotes,
    notional: notional * weight,
  }));
}

// A quote stays until the path is nearer than this share of the ladder's inner edge, so that it does not move with
// every tick.
const toleratedShare = 0.25;
// A quote stays until it is further out than the outer edge by this factor.
const toleratedExcess = 1.25;
// A band keeps up to 1.5 times its number of quotes, rounded up; quotes beyond that are cancelled.
const toleratedQuotes = 1.5;
// A quote filled down to less than this share of its band's value does not count.
const thinShare = 0.1;

/**
 * Compares the quotes of one side with the ladder. `price` is the path's, in quote per base; `appetite` scales the
 * sizes (1 is normal, less if the maker is short of the currency it pays with). Draws from `random` for each missing
 * quote.
 */
export function planSide(
  market: TradedMarket,
  side: Side,
  price: number,
  ladder: Ladder,
  quotes: readonly Quote[],
  appetite: number,
  random: Random,
): SidePlan {
  const stale: OrderId[] = [];
  const surplus: OrderId[] = [];
  const held = ladder.map(() => 0);
  const innerEdge = ladder[0]?.fromBps ?? 0;
  const outerEdge = ladder.at(-1)?.toBps ?? 0;

  for (const quote of quotes) {
    const distance = distanceBps(side, price, quote.ticks * market.tick);
    const band = bandAt(ladder, distance);
    const worth = quote.lots * market.lot * price;
    if (distance < innerEdge * toleratedShare) stale.push(quote.order);
    else if (distance > outerEdge * toleratedExcess) surplus.push(quote.order);
    else if ((held[band] ?? 0) >= Math.ceil(toleratedQuotes * (ladder[band]?.quotes ?? 0))) surplus.push(quote.order);
    else if (worth >= thinShare * (ladder[band]?.notional ?? 0)) held[band] = (held[band] ?? 0) + 1;
  }

  const missing: Placement[] = [];
  for (const [band, wanted] of ladder.entries()) {
    for (let n = held[band] ?? 0; n < wanted.quotes; n += 1) {
      missing.push(placementIn(market, side, price, wanted, band, appetite, random));
    }
  }
  return { stale, missing, surplus };
}

/** A new quote somewhere in a band, never at or beyond the path. */
export function placementIn(
  market: TradedMarket,
  side: Side,
  price: number,
  band: Band,
  index: number,
  appetite: number,
  random: Random,
): Placement {
  const offset = random.between(band.fromBps, band.toBps) / 10_000;
  const ideal = side === 'buy' ? price * (1 - offset) : price * (1 + offset);
  // Rounded away from the path, so that a coarse tick widens the spread instead of crossing the path.
  const ticks = side === 'buy' ? Math.floor(ideal / market.tick) : Math.ceil(ideal / market.tick);
  const worth = Math.max(band.notional * appetite * random.between(0.5, 1.5), 1.5 * market.minNotional);
  return { side, ticks, lots: Math.ceil(worth / (ideal * market.lot)), band: index };
}

/** The distance of a price from the path in basis points; negative on the other side of the path. */
export function distanceBps(side: Side, path: number, price: number): number {
  return ((side === 'buy' ? path - price : price - path) / path) * 10_000;
}

/** The innermost band whose outer edge is beyond this distance, or else the outermost band. */
function bandAt(ladder: Ladder, distance: number): number {
  const band = ladder.findIndex(({ toBps }) => distance < toBps);
  return band === -1 ? ladder.length - 1 : band;
}
