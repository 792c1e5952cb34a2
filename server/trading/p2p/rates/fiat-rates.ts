import type { Kysely } from 'kysely';
import { inTransaction, safeInteger, type Schema } from '../../../ground/database/index.ts';
import { fiats, findFiat, rateDecimals } from './fiats.ts';
import type { With } from '../../../ground/parts.ts';

/** An older rate is stale, unless it is fixed. */
const staleAfterMs = 10 * 60_000;

/** A reported rate that differs from the stored one by more than this many percent is not taken over. */
const maxJumpPercent = 10n;

/** Units of a fiat currency for one dollar, as a count of 10^-8. */
interface FiatRate {
  readonly fiat: string;
  readonly rate: bigint;
  readonly source: Schema['fiat_rates']['source'];
  readonly atMs: number;
  readonly version: number;
  readonly changedBy: number | null;
}

/** A rate that a source outside reports. */
export interface ReportedRate {
  readonly fiat: string;
  readonly rate: bigint;
  readonly atMs: number;
}

/** The rates of fiat currencies, in memory as of their last change. */
export class FiatRates {
  readonly #db: Kysely<Schema>;
  readonly #now: () => number;
  #rates: ReadonlyMap<string, FiatRate> = new Map();

  constructor({ identityDb, now }: With<'identityDb' | 'now'>) {
    this.#db = identityDb;
    this.#now = now;
  }

  /** Reads the table. Called at the start and after each change. */
  async reload(): Promise<void> {
    const rows = await this.#db.selectFrom('fiat_rates').selectAll().execute();
    this.#rates = new Map(
      rows
        .filter(({ fiat }) => findFiat(fiat) !== null)
        .map((row) => [
          row.fiat,
          {
            fiat: row.fiat,
            rate: BigInt(row.rate),
            source: row.source,
            atMs: safeInteger(row.at),
            version: row.version,
            changedBy: row.changed_by,
          },
        ]),
    );
  }

  /** The rate of a fiat currency, also a stale one; null without one. */
  find(fiat: string): FiatRate | null {
    return this.#rates.get(fiat) ?? null;
  }

  /** The rate of a fiat currency; null while it is stale. */
  live(fiat: string): FiatRate | null {
    const rate = this.find(fiat);
    return rate === null || this.isStale(rate) ? null : rate;
  }

  isStale({ atMs, source }: FiatRate): boolean {
    return source !== 'fixed' && this.#now() - atMs > staleAfterMs;
  }

  /** The rates of the source that are stale. */
  staleOfSource(): readonly FiatRate[] {
    return [...this.#rates.values()].filter((rate) => rate.source === 'adapter' && this.isStale(rate));
  }

  /**
   * Stores what a source reports, unless the stored rate is newer or fixed. A rate that jumps is not stored: the one
   * before becomes stale, until the source is near it again or staff enter another.
   *
   * @returns the currencies whose rates jump
   */
  async report(reported: readonly ReportedRate[]): Promise<readonly string[]> {
    const known = reported.filter(
      ({ atMs, fiat, rate }) => findFiat(fiat) !== null && rate > 0n && atMs <= this.#now(),
    );
    const jumps = known.filter((next) => isJump(this.find(next.fiat), next));
    const usable = known.filter((next) => !jumps.includes(next));
    if (usable.length > 0) await this.#store(usable);
    return jumps.map(({ fiat }) => fiat);
  }

  async #store(usable: readonly ReportedRate[]): Promise<void> {
    await inTransaction(this.#db, async (transaction) => {
      for (const { atMs, fiat, rate } of usable) {
        await transaction
          .insertInto('fiat_rates')
          .values({ fiat, rate: String(rate), source: 'adapter', at: atMs })
          .onConflict((conflict) =>
            conflict
              .column('fiat')
              .doUpdateSet((row) => ({
                rate: String(rate),
                source: 'adapter' as const,
                at: atMs,
                version: row('fiat_rates.version', '+', 1),
                changed_by: null,
              }))
              .where('fiat_rates.at', '<', String(atMs))
              .where('fiat_rates.source', '<>', 'fixed'),
          )
          .execute();
      }
    });
    await this.reload();
  }
}

function isJump(known: FiatRate | null, { rate }: ReportedRate): boolean {
  if (known === null || known.source === 'fixed') return false;
  const change = rate > known.rate ? rate - known.rate : known.rate - rate;
  return change * 100n > known.rate * maxJumpPercent;
}

/** The fixed rates of a demo that it lacks. */
export async function addDemoRates(db: Kysely<Schema>, nowMs: number): Promise<void> {
  const rows = fiats.map(({ code, demoRate }) => {
    const [units = '', fraction = ''] = demoRate.split('.');
    const rate = String(BigInt(`${units}${fraction.padEnd(rateDecimals, '0')}`));
    return { fiat: code, rate, source: 'fixed' as const, at: nowMs };
  });
  await db
    .insertInto('fiat_rates')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
