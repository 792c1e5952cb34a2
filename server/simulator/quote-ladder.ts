import type { OrderId, Side } from '@bourse/engine';
import type { Random } from './seeded-noise.ts';
import type { TradedMarket } from './traded-market.ts';

/**
 * How one maker quotes one market: bands of distance from the path, from the touch outwards. It wants some quotes in
 * every band, on both sides.
 */
export type Ladder = readonly Band[];

export interface Band {
  /** Distances from the path in basis points, from ≤ distance < to. */
  readonly fromBps: number;
  readonly toBps: number;
  /** How many quotes it wants. */
  readonly quotes: number;
  /** What a quote of this band is usually worth, in the quote currency. */
  readonly notional: number;
}

/** An own order that rests in the book. Lots are those still open. */
export interface Quote {
  readonly order: OrderId;
  readonly ticks: number;
  readonly lots: number;
}

/** A quote to be placed; `band` 0 is the one at the touch. */
export interface Placement {
  readonly side: Side;
  readonly ticks: number;
  readonly lots: number;
  readonly band: number;
}

/** What one side of a ladder needs to be in order again. */
export interface SidePlan {
  /** Quotes that the path has come too near to; they go before anything else happens. */
  readonly stale: readonly OrderId[];
  /** From the touch outwards. */
  readonly missing: readonly Placement[];
  /** Quotes that are not wanted any more, though they do no harm. */
  readonly surplus: readonly OrderId[];
}

interface BandShape {
  readonly quotes: number;
  /** What each of them offers in relation to the market's usual order. */
  readonly weight: number;
}

// Within the reach, from the touch outwards: what takers meet.
const nearBands: readonly BandShape[] = [
  { quotes: 1, weight: 0.8 },
  { quotes: 1, weight: 1.2 },
  { quotes: 2, weight: 1.5 },
  { quotes: 3, weight: 2 },
  { quotes: 4, weight: 3 },
];

// Beyond it: what hardly ever trades and seldom moves, and gives a book its depth. With the near ones about eighty
// levels by four makers.
const farBands: readonly BandShape[] = [
  { quotes: 3, weight: 4 },
  { quotes: 3, weight: 5 },
  { quotes: 2, weight: 6 },
  { quotes: 2, weight: 8 },
];

/** What all quotes of a side offer, in usual orders of the market. */
export const ladderWeight = [...nearBands, ...farBands].reduce((sum, { quotes, weight }) => sum + quotes * weight, 0);

// A reach of fewer ticks would put many quotes on the same price.
const minReachTicks = 60;
// How far out the far bands end, in reaches; when the reach has widened, at least this much beyond it.
const farReaches = 2.2;
const minFarShare = 1.25;

/**
 * `rank` of the maker from 0: ladders are staggered, so that the quotes of several makers interleave. `price` in quote
 * per base. `nervousness` widens the reach in times in which the path runs; the far bands move together then, and their
 * quotes stay.
 */
export function createLadder(market: TradedMarket, price: number, rank: number, nervousness = 1): Ladder {
  const tickBps = (market.tick / price) * 10_000;
  const { halfSpreadBps, reachBps } = market.character;
  const inner = halfSpreadBps * (1 + 0.3 * rank) * nervousness;
  const calm = Math.max(reachBps, minReachTicks * tickBps) * (1 + 0.1 * rank);
  const outer = calm * nervousness;
  const end = Math.max(calm * farReaches, outer * minFarShare);
  const usual = market.typicalOrder * (0.7 + 0.2 * rank);
  return [...spread(nearBands, inner, outer, usual), ...spread(farBands, outer, end, usual)];
}

/** Bands from one distance to another, each wider than the one before by the same factor. */
function spread(shapes: readonly BandShape[], fromBps: number, toBps: number, usual: number): Band[] {
  const growth = (toBps / fromBps) ** (1 / shapes.length);
  return shapes.map(({ quotes, weight }, band) => ({
    fromBps: fromBps * growth ** band,
    toBps: fromBps * growth ** (band + 1),
    quotes,
    notional: usual * weight,
  }));
}

// A quote is tolerated until the path has come this near, as a share of the ladder's inner edge, so that it does not
// move with every tick.
const toleratedShare = 0.4;
// A quote outside of the ladder is left until it is this much further out than the outer edge.
const toleratedExcess = 1.25;
// Half as many quotes again as a band wants do no harm, and one more than one; what is above that is taken away.
const toleratedQuotes = 1.5;
// A quote that was filled down to less than this share of its band's notional counts for nothing.
const thinShare = 0.1;

/**
 * Compares the quotes of one side with the ladder. `price` is the path's, in quote per base; `appetite` scales what is
 * offered (1 is usual, less when the maker is short of what it would pay with). Draws from `random` for each missing
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

/** A fresh quote somewhere in a band, never at or beyond the path. */
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

/** How far a price lies outside of the path; negative beyond it. */
export function distanceBps(side: Side, path: number, price: number): number {
  return ((side === 'buy' ? path - price : price - path) / path) * 10_000;
}

/** The innermost band whose outer edge is beyond this distance, at last the outermost. */
function bandAt(ladder: Ladder, distance: number): number {
  const band = ladder.findIndex(({ toBps }) => distance < toBps);
  return band === -1 ? ladder.length - 1 : band;
}
