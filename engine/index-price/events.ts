import { event } from '../declaration/event.ts';
import type { EventOf } from '../declaration/event.ts';
import { choice, list, nullable, record } from '../declaration/value-type.ts';
import type { ValueOf } from '../declaration/value-type.ts';
import { audit, count, currency, indexPrice } from '../declaration/vocabulary.ts';
import { indexCommands, indexSource } from './commands.ts';

const { asset, decimals, sources, minSources, maxDeviationPpm, stalenessMs } = indexCommands.configure_index.fields;

/** A source that does not count, and why: nothing new from it, or too far from the others. */
const leftOut = record({ source: indexSource, reason: choice('silent', 'deviating') });
export type LeftOut = ValueOf<typeof leftOut>;

const indexUpdate = record({
  asset: currency,
  version: count,
  /** The tick's own price, null without a tick. */
  observed: nullable(indexPrice),
  /** Null where there is no live index. */
  price: nullable(indexPrice),
  /** How many sources count, and those that do not, by name. */
  live: count,
  leftOut: list(leftOut),
});
export type IndexUpdate = ValueOf<typeof indexUpdate>;

export const indexEvents = {
  /** The rule by which an index is computed from here on; the index under it follows in the same command. */
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
  /**
   * Indices by asset, after `tick`: every asset that it named, changed or not, so that each tick is on record. Without
   * one, time (a source fell silent) or a configuration changed them. With the ticks and configurations before it the
   * index can be computed again by any reader: from the newest tick of each source of the configuration that names the
   * asset, and its age at this command's time.
   */
  index_updated: event({
    tick: nullable(record({ source: indexSource, observedAtMs: count })),
    assets: list(indexUpdate),
  }),
};
export type IndexConfigured = EventOf<typeof indexEvents, 'index_configured'>;
export type IndexUpdated = EventOf<typeof indexEvents, 'index_updated'>;
