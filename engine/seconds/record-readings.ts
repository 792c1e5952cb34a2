import type { IndexState } from '../index-price/indices.ts';
import type { ExchangeState } from '../state.ts';

/**
 * Records updated indices as readings for contracts: a price counts if a tick named its asset, an interruption always.
 * Forgets readings that no open contract can need.
 */
export function recordReadings(state: ExchangeState, indices: readonly IndexState[], isTick: boolean): void {
  const { seconds, sequence, timeMs } = state;
  for (const { asset, price } of indices) {
    const readings = seconds.readings.get(asset);
    if (readings === undefined || (price !== null && !isTick)) continue;
    readings.add({ sequence, timeMs, price });
    readings.drop(seconds.neededFromMs(asset));
  }
}
