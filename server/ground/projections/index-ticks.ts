import type { IndexUpdated } from '@bourse/engine';
import { jsonOf } from './column.ts';
import { EventNumbers } from './event-numbers.ts';
import { projectedTable } from './table.ts';
import type { Decided, RowOf } from './table.ts';

/** A source that was left out of an index. */
interface LeftOutOnRecord {
  readonly asset: number;
  readonly source: string;
  readonly reason: 'silent' | 'deviating';
}

const columns = {
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
  /** The sources that were left out; null if there were none. */
  left_out: jsonOf<readonly LeftOutOnRecord[]>(),
} as const;
type IndexTickRow = RowOf<typeof columns>;

/**
 * Every index after every tick; a live exchange keeps them permanently. With the configurations, they suffice to
 * recompute an index and settlements based on it. One row covers all assets of a tick; its arrays are parallel to
 * `asset_ids`. `n` counts the rows of one sequence. `source`, `observed_at` and `observed` are null where time or a
 * configuration changed the index; a price is null where the index was not live.
 */
export const indexTicksTable = projectedTable({
  name: 'index_ticks',
  columns,
  key: ['time_ms', 'sequence', 'n'],
  identity: ['sequence', 'n'],
  scope: { sequence: 'sequence' },
  partition: { column: 'sequence' },
  demoForgets: { once: { longAgo: 'time_ms' }, order: ['time_ms', 'sequence', 'n'] },
  rows: () => {
    const numbers = new EventNumbers();
    return {
      rows: {
        index_updated: (event, command) => indexTickRow(event, numbers.next(command.sequence), command),
      },
    };
  },
});

function indexTickRow({ tick, assets }: IndexUpdated, n: number, { sequence, timeMs }: Decided): IndexTickRow {
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
