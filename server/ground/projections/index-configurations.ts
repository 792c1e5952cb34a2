import { projectedTable } from './table.ts';

/** Every version of each index rule. Prices of an index are in units of 10^-`decimals` USDT. */
export const indexConfigurationsTable = projectedTable({
  name: 'index_configurations',
  columns: {
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
  },
  key: ['asset_id', 'version'],
  scope: { sequence: 'sequence' },
  rows: {
    index_configured: (event, { sequence, timeMs }) => ({
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
    }),
  },
});
