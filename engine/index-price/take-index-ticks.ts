import { done } from '../outcome.ts';
import type { AssetPrice, IndexTicks } from './commands.ts';
import type { Event } from '../event.ts';
import type { IndexUpdate } from './events.ts';
import type { IndexPrice } from '../money.ts';
import type { Done } from '../outcome.ts';
import type { IndexRejection } from './rejections.ts';
import type { ExchangeState } from '../state.ts';
import type { IndexState, Indices } from './indices.ts';

/** A source's clock may be ahead of the journal's time by this much; what it says of later is not believed. */
const furthestAheadMs = 1000;

type TickRejection = Exclude<IndexRejection, { readonly reason: 'index_invalid' }>;

/**
 * Takes one source's tick. Refused, and nothing changes, when it is not newer than what this source told before, so
 * that a tick which is sent twice counts once.
 */
export function takeIndexTicks(state: ExchangeState, command: IndexTicks, events: Event[]): Done | TickRejection {
  const { source, observedAtMs, prices } = command;
  const rejection = refusal(state, command);
  if (rejection !== null) return rejection;

  const indices = state.indices.observe(source, observedAtMs, prices, state);
  const assets = indices.map((index, at) => updateOf(index, prices[at]?.price ?? null));
  events.push({ type: 'index_updated', tick: { source, observedAtMs }, assets });
  return done;
}

/** What an event tells of an index. */
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
  // Ascending and known, so there are never more of them than indices.
  for (const [at, price] of prices.entries()) {
    const rejection = priceRefusal(indices, source, price, prices[at - 1]);
    if (rejection !== null) return rejection;
  }
  const latestMs = timeMs + furthestAheadMs;
  if (observedAtMs > latestMs) return { reason: 'index_tick_early', latestMs };
  const newestMs = indices.newestOf(source);
  return newestMs !== null && observedAtMs <= newestMs ? { reason: 'index_tick_outdated', newestMs } : null;
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
