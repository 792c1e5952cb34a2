import { cause, decision } from '../declaration/command.ts';
import type { CommandOf } from '../declaration/command.ts';
import { list, text, tuple } from '../declaration/value-type.ts';
import type { ValueOf, ValuesOf } from '../declaration/value-type.ts';
import { count, currency, indexPrice } from '../declaration/vocabulary.ts';

/** The name of a source of prices. */
export const indexSource = text('a-z0-9_', 16);

/** The rule by which an index is computed. */
const rule = {
  /** The sources, sorted by name, without duplicates, at most 16. */
  sources: list(indexSource),
  /** With fewer live sources than this the index has no price. */
  minSources: count,
  /** How far a source may be from the median, in parts per million of the median. */
  maxDeviationPpm: count,
  /** A source without a newer observation than this is silent. */
  stalenessMs: count,
};

const assetPrice = tuple({ asset: currency, price: indexPrice });
export type AssetPrice = ValueOf<typeof assetPrice>;

export const indexCommands = {
  /**
   * Creates an asset's index or changes its rule; the engine numbers the versions from 1. `decimals` is the scale of
   * this index's prices and cannot change after the first configuration.
   */
  configure_index: decision({ asset: currency, decimals: count, ...rule }),
  /**
   * One source's prices for all its assets at one instant, ordered by asset. Sent by the source's adapter, never by a
   * user. Only the newest observation of a source counts.
   */
  index_ticks: cause({
    priority: 'system',
    fields: { source: indexSource, observedAtMs: count, prices: list(assetPrice) },
    journal: { name: 'ticks' },
  }),
};
export type ConfigureIndex = CommandOf<typeof indexCommands, 'configure_index'>;
export type IndexTicks = CommandOf<typeof indexCommands, 'index_ticks'>;
/** The rule by which an index is computed. */
export type IndexRule = ValuesOf<typeof rule>;
