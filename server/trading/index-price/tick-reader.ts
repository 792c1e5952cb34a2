import { type IndexRule, type IndexTick, maxTicks } from '@bourse/contract/index-price';
import type { CurrencyId, LeftOutReason } from '@bourse/engine';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import { fractionText, wideText } from '../../ground/feed/index.ts';
import type { Visitor } from '../../ground/gateway/index.ts';

/** Selects the ticks with `fromMs` ≤ time < `toMs` and a sequence above `after`. */
export interface TickQuery {
  readonly asset: CurrencyId;
  /** Decimals of the prices, which are integers. */
  readonly decimals: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly after: number;
}

/** Max answers kept in memory, each of at most `maxTicks` ticks besides those of its last sequence. */
const maxKept = 50;

/** Reads the published ticks and rules of an index. */
export class TickReader {
  readonly #db: Kysely<Schema>;
  /** Answers of closed time ranges, which never change, least recently used first. */
  readonly #kept = new Map<string, IndexTick[]>();

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  /**
   * The first `maxTicks` ticks in ascending order, extended so that the rows of one sequence are never split.
   *
   * @param inTurn limits how many of the visitors' reads use the database at a time
   * @param publishedMs the time up to which ticks are stored: a range that ends before it is closed
   */
  async ticks(query: TickQuery, inTurn: Visitor['inTurn'], publishedMs: number): Promise<IndexTick[]> {
    const key = `${query.asset} ${query.fromMs} ${query.toMs} ${query.after}`;
    const kept = this.#kept.get(key);
    const ticks = kept ?? (await inTurn(() => this.#read(query)));
    if (kept === undefined && query.toMs > publishedMs) return ticks;
    this.#kept.delete(key);
    this.#kept.set(key, ticks);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > maxKept && oldest.done !== true) this.#kept.delete(oldest.value);
    return ticks;
  }

  async #read({ asset, decimals, fromMs, toMs, after }: TickQuery): Promise<IndexTick[]> {
    // A row has one element per index in each of its arrays. The database picks those of this index: parsing them all
    // here would cost the thread that trades ten times as much.
    const at = sql`array_position(asset_ids, ${asset}::integer)`;
    const rows = await this.#db
      .selectFrom('index_ticks')
      .select([
        'n',
        'sequence',
        'time_ms',
        'source',
        'observed_at',
        'left_out',
        sql<number | null>`versions[${at}]`.as('version'),
        sql<string | null>`observed[${at}]`.as('observed'),
        sql<string | null>`prices[${at}]`.as('price'),
        sql<number | null>`live_sources[${at}]`.as('live_sources'),
      ])
      .where('time_ms', '>=', String(fromMs))
      .where('time_ms', '<', String(toMs))
      .where('sequence', '>', String(after))
      .where(sql<boolean>`asset_ids @> array[${asset}::integer]`)
      .orderBy('time_ms')
      .orderBy('sequence')
      .fetch(maxTicks, 'with ties')
      .execute();
    const price = (units: string | null): string | null => (units === null ? null : wideText(BigInt(units), decimals));
    // One command can write two rows. Ordering by `n` as well would break the tie and split them between pages.
    return rows
      .toSorted((a, b) => safeInteger(a.sequence) - safeInteger(b.sequence) || a.n - b.n)
      .map((row) => ({
        sequence: safeInteger(row.sequence),
        time: safeInteger(row.time_ms),
        version: row.version ?? 0,
        source: row.source,
        observed_at: row.observed_at === null ? null : safeInteger(row.observed_at),
        observed: price(row.observed),
        price: price(row.price),
        live_sources: row.live_sources ?? 0,
        left_out: (row.left_out ?? [])
          .filter((left) => left.asset === asset)
          .map(({ source, reason }): { source: string; reason: LeftOutReason } => ({ source, reason })),
      }));
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
