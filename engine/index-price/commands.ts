import { cause, decision } from '../declaration/command.ts';
import type { CommandOf } from '../declaration/command.ts';
import { list, text, tuple } from '../declaration/value-type.ts';
import type { ValueOf, ValuesOf } from '../declaration/value-type.ts';
import { count, currency, indexPrice } from '../declaration/vocabulary.ts';

/** The name of a source of prices. */
export const indexSource = text('a-z0-9_', 16);

/** The rule by which an index is computed. */
const rule = {
  /** By name, each once, at most 16. */
  sources: list(indexSource),
  /** With fewer live sources than this there is no index. */
  minSources: count,
  /** How far from the median a source may be, in parts per million of it. */
  maxDeviationPpm: count,
  /** A source that has observed nothing for longer than this is silent. */
  stalenessMs: count,
};

const assetPrice = tuple({ asset: currency, price: indexPrice });
export type AssetPrice = ValueOf<typeof assetPrice>;

export const indexCommands = {
  /**
   * Puts an asset's index in force, or changes the rule by which it is computed; `version` 1, 2, … is the engine's.
   * `decimals` is how a price of this index is counted and stays as it was given first.
   */
  configure_index: decision({ asset: currency, decimals: count, ...rule }),
  /**
   * What one source observed at one instant, of all its assets at once, by asset. Sent by the source's adapter, never
   * by a user. Only the newest observation of a source counts.
   */
  index_ticks: cause({
    priority: 'system',
    fields: { source: indexSource, observedAtMs: count, prices: list(assetPrice) },
    journal: { name: 'ticks' },
  }),
};
export type ConfigureIndex = CommandOf<typeof indexCommands, 'configure_index'>;
export type IndexTicks = CommandOf<typeof indexCommands, 'index_ticks'>;
/** By which rule an index is computed. */
export type IndexRule = ValuesOf<typeof rule>;
