import { event } from '../declaration/event.ts';
import type { EventOf } from '../declaration/event.ts';
import { choice, list, nullable, record } from '../declaration/value-type.ts';
import type { ValueOf } from '../declaration/value-type.ts';
import { audit, count, currency, indexPrice } from '../declaration/vocabulary.ts';
import { indexCommands, indexSource } from './commands.ts';

const { asset, decimals, sources, minSources, maxDeviationPpm, stalenessMs } = indexCommands.configure_index.fields;

/** An excluded source, and the reason: it has gone silent, or it is too far from the others. */
const leftOut = record({ source: indexSource, reason: choice('silent', 'deviating') });
export type LeftOut = ValueOf<typeof leftOut>;

const indexUpdate = record({
  asset: currency,
  version: count,
  /** The source's price in the tick; null without a tick. */
  observed: nullable(indexPrice),
  /** The index price; null while too few sources are live. */
  price: nullable(indexPrice),
  /** The number of sources that count, and the excluded ones by name. */
  live: count,
  leftOut: list(leftOut),
});
export type IndexUpdate = ValueOf<typeof indexUpdate>;

export const indexEvents = {
  /** The rule by which an index is computed from now on. The resulting index follows in the same command. */
  index_configured: event({
    asset,
    version: count,
    decimals,
    sources,
    minSources,
    maxDeviationPpm,
    stalenessMs,
    ...audit,
  }),
  /** A new rule waits until the seconds contracts on the present one have ended. */
  index_change_waiting: event({ asset, decimals, sources, minSources, maxDeviationPpm, stalenessMs, ...audit }),
  /** The new rule of an asset's index no longer waits: an operator has decided for the rule in force. */
  index_change_withdrawn: event({ asset, ...audit }),
  /**
   * Indices by asset. After a tick: every asset that it named, changed or not, so that each tick is recorded. Without a
   * tick, time (a source went silent) or a configuration changed them. Any reader can recompute an index from earlier
   * ticks and configurations: from the newest tick of each configured source that names the asset, and its age at this
   * command's time.
   */
  index_updated: event({
    tick: nullable(record({ source: indexSource, observedAtMs: count })),
    assets: list(indexUpdate),
  }),
};
export type IndexConfigured = EventOf<typeof indexEvents, 'index_configured'>;
export type IndexUpdated = EventOf<typeof indexEvents, 'index_updated'>;
