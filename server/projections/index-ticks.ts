import type { IndexConfigured, IndexUpdated } from '@bourse/engine';
import { table } from './table.ts';
import type { Row } from './table.ts';

/** The rule of each index, version after version. Prices of an index count 10^-decimals USDT. */
export const indexConfigurationsTable = table('index_configurations', {
  asset_id: 'integer',
  version: 'integer',
  sequence: 'bigint',
  time_ms: 'bigint',
  decimals: 'smallint',
  sources: 'text[]',
  min_sources: 'smallint',
  max_deviation_ppm: 'integer',
  staleness_ms: 'integer',
  operator_id: 'bigint',
  cause: 'text',
});
export type IndexConfigurationRow = Row<typeof indexConfigurationsTable>;

/**
 * Every index after every tick, for ever in a live exchange: with the configurations, all that is needed to compute an index and what was
 * settled by it again. One row for all assets of a tick, whose arrays go by asset. `n` counts the rows of one sequence. `source`,
 * `observed_at` and `observed` are null where time or a configuration changed the index, `prices` where it was not live.
 */
export const indexTicksTable = table('index_ticks', {
  sequence: 'bigint',
  n: 'smallint',
  time_ms: 'bigint',
  source: 'text?',
  observed_at: 'bigint?',
  asset_ids: 'integer[]',
  versions: 'integer[]',
  observed: 'bigint?[]',
  prices: 'bigint?[]',
  live_sources: 'smallint[]',
  left_out: 'jsonb?',
});
export type IndexTickRow = Row<typeof indexTicksTable>;

/** One source that does not count, as the table has it: a list of these, or null when all count. */
export interface LeftOutOnRecord {
  readonly asset: number;
  readonly source: string;
  readonly reason: string;
}

export function indexConfigurationRow(event: IndexConfigured, sequence: number, timeMs: number): IndexConfigurationRow {
  return {
    asset_id: event.asset,
    version: event.version,
    sequence,
    time_ms: timeMs,
    decimals: event.decimals,
    sources: event.sources,
    min_sources: event.minSources,
    max_deviation_ppm: event.maxDeviationPpm,
    staleness_ms: event.stalenessMs,
    operator_id: event.operator,
    cause: event.cause,
  };
}

export function indexTickRow(
  { tick, assets }: IndexUpdated,
  sequence: number,
  n: number,
  timeMs: number,
): IndexTickRow {
  const leftOut = assets.flatMap(({ asset, leftOut: sources }) =>
    sources.map(({ source, reason }): LeftOutOnRecord => ({ asset, source, reason })),
  );
  return {
    sequence,
    n,
    time_ms: timeMs,
    source: tick?.source ?? null,
    observed_at: tick?.observedAtMs ?? null,
    asset_ids: assets.map(({ asset }) => asset),
    versions: assets.map(({ version }) => version),
    observed: assets.map(({ observed }) => observed),
    prices: assets.map(({ price }) => price),
    live_sources: assets.map(({ live }) => live),
    left_out: leftOut.length === 0 ? null : JSON.stringify(leftOut),
  };
}
