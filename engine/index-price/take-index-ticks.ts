import { datedArrivalsVersion } from '../logic-version.ts';
import { done } from '../outcome.ts';
import { recordReadings } from '../seconds/record-readings.ts';
import type { AssetPrice, IndexTicks } from './commands.ts';
import type { Event } from '../event.ts';
import type { IndexUpdate } from './events.ts';
import type { IndexPrice } from '../money.ts';
import type { Done } from '../outcome.ts';
import type { IndexRejection } from './rejections.ts';
import type { ExchangeState } from '../state.ts';
import type { IndexState, Indices } from './indices.ts';

/** How far a source's clock may be ahead of journal time; later observations are refused. */
const furthestAheadMs = 1000;

type TickRejection = Exclude<IndexRejection, { readonly reason: 'index_invalid' }>;

/**
 * Applies one source's tick. Refuses a tick that is not newer than the source's last one, so a repeated tick counts
 * once, and one that follows too soon on the last one for an asset, so a burst of ticks does not outweigh other times.
 */
export function takeIndexTicks(state: ExchangeState, command: IndexTicks, events: Event[]): Done | TickRejection {
  const { source, observedAtMs, prices } = command;
  const rejection = refusal(state, command);
  if (rejection !== null) return rejection;

  // A price that has arrived was known, whatever the clock of its source says.
  const isDatedByArrival = state.logicVersion >= datedArrivalsVersion;
  const asOfMs = isDatedByArrival ? Math.min(observedAtMs, state.timeMs) : observedAtMs;
  const indices = state.indices.observe(source, { observedAtMs, asOfMs }, prices, state);
  recordReadings(state, indices, true);
  const assets = indices.map((index, at) => updateOf(index, prices[at]?.price ?? null));
  events.push({ type: 'index_updated', tick: { source, observedAtMs }, assets });
  return done;
}

/** The description of an index in events. */
export function updateOf(index: IndexState, observed: IndexPrice | null): IndexUpdate {
  const { asset, version, price, live, leftOut } = index;
  return { asset, version, observed, price, live, leftOut };
}

function refusal(state: ExchangeState, { source, observedAtMs, prices }: IndexTicks): TickRejection | null {
  const { indices, timeMs } = state;
  if (!indices.hasSource(source)) return { reason: 'index_source_unknown' };
  if (!Number.isSafeInteger(observedAtMs) || observedAtMs < 0) {
    return { reason: 'index_tick_invalid', field: 'observedAtMs' };
  }
  if (prices.length === 0) return { reason: 'index_tick_invalid', field: 'prices' };
  // The assets must be known and ascending, so there are never more prices than indices.
  for (const [at, price] of prices.entries()) {
    const rejection = priceRefusal(indices, source, price, prices[at - 1]);
    if (rejection !== null) return rejection;
  }
  const latestMs = timeMs + furthestAheadMs;
  if (observedAtMs > latestMs) return { reason: 'index_tick_early', latestMs };
  const newestMs = indices.newestOf(source);
  if (newestMs !== null && observedAtMs <= newestMs) return { reason: 'index_tick_outdated', newestMs };
  const earliestMs = Math.max(...prices.map(({ asset }) => indices.earliestOf(source, asset)));
  return observedAtMs < earliestMs ? { reason: 'index_tick_too_soon', earliestMs } : null;
}

function priceRefusal(
  indices: Indices,
  source: string,
  { asset, price }: AssetPrice,
  before: AssetPrice | undefined,
): TickRejection | null {
  const takesSource = indices.configurationOf(asset)?.sources.includes(source) ?? false;
  if (!takesSource) return { reason: 'index_asset_unknown', asset };
  if (before !== undefined && before.asset >= asset) return { reason: 'index_asset_unsorted', asset };
  return Number.isSafeInteger(price) && price > 0 ? null : { reason: 'index_price_invalid', asset };
}
