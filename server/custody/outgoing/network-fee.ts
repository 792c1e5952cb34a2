import type { ChainFee } from '../chains/index.ts';

/** A replacement offers an eighth more; nodes accept one from a tenth more. */
const raise = { factor: 1_125n, by: 1_000n };
const least = { factor: 1_100n, by: 1_000n };

/** The fee of a first transaction: the present one, but at most the highest that may be offered. */
export function offered(now: ChainFee, highest: bigint): ChainFee {
  const maximum = smaller(now.maximum, highest);
  return { maximum, priority: smaller(now.priority, maximum) };
}

/**
 * The fee of a transaction that replaces another: the present one, but enough for a replacement and at most the
 * highest; null if nodes would accept none that is so low.
 */
export function replacing(before: ChainFee, now: ChainFee, highest: bigint): ChainFee | null {
  if (highest * least.by < before.maximum * least.factor) return null;
  const maximum = smaller(larger(now.maximum, more(before.maximum)), highest);
  return { maximum, priority: smaller(larger(now.priority, more(before.priority)), maximum) };
}

/** A cancellation may offer one step more: otherwise a payment at the highest fee could not be cancelled. */
export function highestOfCancellation(highest: bigint): bigint {
  return more(highest);
}

/** Whether the network asks for a higher fee than a transaction offers. */
export function isOutbid(offer: ChainFee, now: ChainFee): boolean {
  return now.maximum > offer.maximum || now.priority > offer.priority;
}

function more(fee: bigint): bigint {
  return (fee * raise.factor) / raise.by + 1n;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
