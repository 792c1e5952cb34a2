import type { OrderId, Side } from '@bourse/engine';
import type { Random } from './seeded-noise.ts';
import type { TradedMarket } from './traded-market.ts';

/** How one maker quotes one market: bands of distance from the path, from the touch outwards. It wants a quote in every band, on both sides. */
export type Ladder = readonly Band[];

export interface Band {
  /** Distances from the path in basis points, from ≤ distance < to. */
  readonly fromBps: number;
  readonly toBps: number;
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

// What a band offers in relation to the market's usual order, from the touch outwards. Four makers of five bands make about twenty levels.
const bandWeights: readonly number[] = [0.8, 1.2, 2, 3.6, 7];

// A reach of fewer ticks would put many quotes on the same price.
const leastReachTicks = 30;

/** `rank` of the maker from 0: ladders are staggered, so that the quotes of several makers interleave. `price` in quote per base. */
export function createLadder(market: TradedMarket, price: number, rank: number): Ladder {
  const tickBps = (market.tick / price) * 10_000;
  const inner = market.character.halfSpreadBps * (1 + 0.3 * rank);
  const outer = Math.max(market.character.reachBps, leastReachTicks * tickBps) * (1 + 0.1 * rank);
  const growth = (outer / inner) ** (1 / bandWeights.length);
  return bandWeights.map((weight, band) => ({
    fromBps: inner * growth ** band,
    toBps: inner * growth ** (band + 1),
    notional: market.usualOrder * weight * (0.7 + 0.2 * rank),
  }));
}

/** The ladder with all distances multiplied, for times in which the path runs. */
export function stretched(ladder: Ladder, factor: number): Ladder {
  return ladder.map(({ fromBps, toBps, notional }) => ({ fromBps: fromBps * factor, toBps: toBps * factor, notional }));
}

// A quote is tolerated until the path has come this near, as a share of the ladder's inner edge, so that it does not move with every tick.
const toleratedShare = 0.4;
// A quote outside of the ladder is left until it is this much further out than the outer edge.
const toleratedExcess = 1.25;
// A second quote in a band does no harm; a third one is taken away.
const quotesPerBand = 2;
// A quote that was filled down to less than this share of its band's notional counts for nothing.
const thinShare = 0.1;

/**
 * Compares the quotes of one side with the ladder. `price` is the path's, in quote per base; `appetite` scales what is offered
 * (1 is usual, less when the maker is short of what it would pay with). Draws from `random` for each missing quote.
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
    else if ((held[band] ?? 0) >= quotesPerBand) surplus.push(quote.order);
    else if (worth >= thinShare * (ladder[band]?.notional ?? 0)) held[band] = (held[band] ?? 0) + 1;
  }

  const missing: Placement[] = [];
  for (const [band, count] of held.entries()) {
    const wanted = ladder[band];
    if (count === 0 && wanted !== undefined) {
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
