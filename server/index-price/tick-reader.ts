import { type IndexRule, type IndexTick, maxTicks } from '@bourse/contract/index-price';
import type { CurrencyId, LeftOutReason } from '@bourse/engine';
import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { safeInteger, type Schema } from '../database/index.ts';
import { fractionText, wideText } from '../feed/index.ts';

/** Selects the ticks with `fromMs` ≤ time < `toMs` and a sequence above `after`. */
export interface TickQuery {
  readonly asset: CurrencyId;
  /** Decimals of the prices, which are integers. */
  readonly decimals: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly after: number;
}

/** Reads the published ticks and rules of an index. */
export class TickReader {
  readonly #db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  /** The first `maxTicks` ticks in ascending order, extended so that the rows of one sequence are never split. */
  async ticks(query: TickQuery): Promise<IndexTick[]> {
    const rows = await this.#db
      .selectFrom('index_ticks')
      .selectAll()
      .where('time_ms', '>=', String(query.fromMs))
      .where('time_ms', '<', String(query.toMs))
      .where('sequence', '>', String(query.after))
      .where(sql<boolean>`asset_ids @> array[${query.asset}::integer]`)
      .orderBy('time_ms')
      .orderBy('sequence')
      .fetch(maxTicks, 'with ties')
      .execute();
    // One command can write two rows. Ordering by `n` as well would break the tie and split them between pages.
    return rows
      .toSorted((a, b) => safeInteger(a.sequence) - safeInteger(b.sequence) || a.n - b.n)
      .map((row) => tickOf(row, query));
  }

  /** Every rule of an index, by ascending version. */
  async rules(asset: CurrencyId): Promise<IndexRule[]> {
    const rows = await this.#db
      .selectFrom('index_configurations')
      .selectAll()
      .where('asset_id', '=', asset)
      .orderBy('version')
      .execute();
    return rows.map((row) => ({
      version: row.version,
      price_decimals: row.decimals,
      sources: [...row.sources],
      min_sources: row.min_sources,
      max_deviation: fractionText(row.max_deviation_ppm),
      staleness_ms: row.staleness_ms,
      time: safeInteger(row.time_ms),
      sequence: safeInteger(row.sequence),
      cause: row.cause,
    }));
  }
}

function tickOf(row: Row, { asset, decimals }: TickQuery): IndexTick {
  const at = row.asset_ids.indexOf(asset);
  const price = (units: string | null | undefined): string | null =>
    units === null || units === undefined ? null : wideText(BigInt(units), decimals);
  return {
    sequence: safeInteger(row.sequence),
    time: safeInteger(row.time_ms),
    version: row.versions[at] ?? 0,
    source: row.source,
    observed_at: row.observed_at === null ? null : safeInteger(row.observed_at),
    observed: price(row.observed[at]),
    price: price(row.prices[at]),
    live_sources: row.live_sources[at] ?? 0,
    left_out: (row.left_out ?? [])
      .filter((left) => left.asset === asset)
      .map(({ source, reason }): { source: string; reason: LeftOutReason } => ({ source, reason })),
  };
}

type Row = Selectable<Schema['index_ticks']>;
