import { isObservedSince } from './marks.ts';
import type { ExchangeState } from '../state.ts';
import type { LeverOrder } from './row.ts';
import type { LeverPair } from './state.ts';

type Stops = Pick<LeverOrder, 'takeProfit' | 'stopLoss'>;

export function isPrice(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1;
}

/** The first price of an order that is out of range or does not belong to its kind. */
export function invalidPrice({
  kind,
  target,
  worst,
  ...stops
}: Stops & Pick<LeverOrder, 'kind' | 'target' | 'worst'>): 'target' | 'worst' | 'takeProfit' | 'stopLoss' | null {
  if (target !== null && (kind === 'market' || !isPrice(target))) return 'target';
  if (worst !== null && (kind === 'limit' || !isPrice(worst))) return 'worst';
  return invalidStop(stops);
}

/** The first stop that is out of range. */
export function invalidStop({ takeProfit, stopLoss }: Stops): 'takeProfit' | 'stopLoss' | null {
  if (takeProfit !== null && !isPrice(takeProfit)) return 'takeProfit';
  return stopLoss !== null && !isPrice(stopLoss) ? 'stopLoss' : null;
}

/**
 * The first stop that the reference price has reached already, or that a mark of the pair has reached for which work
 * still waits, if these count.
 */
export function triggeringStop(
  state: Pick<ExchangeState, 'leverage' | 'logicVersion'>,
  { market }: LeverPair,
  { side, takeProfit, stopLoss }: Stops & Pick<LeverOrder, 'side'>,
  reference: number,
  countsReached: boolean,
): 'takeProfit' | 'stopLoss' | null {
  const marks = [reference];
  if (countsReached) {
    for (const reached of state.leverage.reached.all()) {
      // Without a time nothing is executed at a mark.
      const counts = reached.market === market && isObservedSince(state, reached, -Infinity);
      if (counts && reached.mark !== null) marks.push(reached.mark);
    }
  }
  const [above, below] = side === 'long' ? [takeProfit, stopLoss] : [stopLoss, takeProfit];
  const isAboveMet = above !== null && marks.some((mark) => mark >= above);
  const isBelowMet = below !== null && marks.some((mark) => mark <= below);
  const [isProfitMet, isLossMet] = side === 'long' ? [isAboveMet, isBelowMet] : [isBelowMet, isAboveMet];
  if (isProfitMet) return 'takeProfit';
  return isLossMet ? 'stopLoss' : null;
}
