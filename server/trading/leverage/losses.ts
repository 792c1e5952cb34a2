import { type CurrencyId, currencyId } from '@bourse/engine';
import { type Kysely, sql } from 'kysely';
import type { Pool } from 'pg';
import { safeInteger, type Schema } from '../../ground/database/index.ts';

/** Losses that accounts, the house and insurance could not bear, and how often accounts were liquidated. */
export interface Losses {
  /** Losses above the balances of accounts, and the part that insurance paid. */
  readonly deficit: number;
  readonly insured: number;
  readonly liquidations: number;
  /** Positions that were closed because the house could not secure their profit. */
  readonly deleveraged: number;
}

export const noLosses: Losses = { deficit: 0, insured: 0, liquidations: 0, deleveraged: 0 };

/** The losses of all positions so far, by currency. */
export async function readLosses(database: Pool): Promise<ReadonlyMap<CurrencyId, Losses>> {
  const { rows } = await database.query<Record<string, string>>(
    `select currency_id, sum(deficit) as deficit, sum(insured) as insured,
       sum(deleveraged) as deleveraged, sum(liquidations) as liquidations
     from (
       select currency_id, deficit, insured,
         case when close_reason = 'deleveraging' then 1 else 0 end as deleveraged, 0 as liquidations
       from core.lever_positions
       where state = 'closed'
       union all
       -- A liquidation that only revokes orders closes no position.
       select currency_id, 0, 0, 0, 1 from core.lever_liquidations
     ) ended
     group by currency_id`,
  );
  return new Map(
    rows.map((row) => [
      currencyId(Number(row['currency_id'])),
      {
        deficit: safeInteger(row['deficit'] ?? '0'),
        insured: safeInteger(row['insured'] ?? '0'),
        liquidations: safeInteger(row['liquidations'] ?? '0'),
        deleveraged: safeInteger(row['deleveraged'] ?? '0'),
      },
    ]),
  );
}

/** The losses and liquidations in a currency since a time. */
export interface DayLosses extends Pick<Losses, 'deficit' | 'liquidations'> {
  /**
   * Profits that house and insurance could not pay, less what they have paid and what was set off against losses.
   * Includes profits of before the exchange kept them as claims.
   */
  readonly unpaid: number;
}

export const noDayLosses: DayLosses = { deficit: 0, unpaid: 0, liquidations: 0 };

/** The losses by currency since a time. */
export async function readDayLosses(db: Kysely<Schema>, sinceMs: number): Promise<ReadonlyMap<CurrencyId, DayLosses>> {
  const closed = db
    .selectFrom('lever_positions')
    .select(['currency_id', 'deficit', 'unpaid', sql<number>`0`.as('liquidations')])
    .where('state', '=', 'closed')
    .where('ended_at', '>', String(sinceMs))
    .where((row) => row.or([row('deficit', '>', '0'), row('unpaid', '>', '0')]));
  const settled = db
    .selectFrom('lever_claim_payments')
    .select([
      'currency_id',
      sql<string>`0`.as('deficit'),
      sql<string>`0 - amount`.as('unpaid'),
      sql<number>`0`.as('liquidations'),
    ])
    .where('time_ms', '>', String(sinceMs));
  const liquidated = db
    .selectFrom('lever_liquidations')
    .select([
      'currency_id',
      sql<string>`0`.as('deficit'),
      sql<string>`0`.as('unpaid'),
      sql<number>`1`.as('liquidations'),
    ])
    .where('time_ms', '>', String(sinceMs));
  const rows = await db
    .selectFrom(closed.unionAll(settled).unionAll(liquidated).as('ended'))
    .groupBy('currency_id')
    .select((row) => [
      'currency_id',
      row.fn.sum<string>('deficit').as('deficit'),
      row.fn.sum<string>('unpaid').as('unpaid'),
      row.fn.sum<string>('liquidations').as('liquidations'),
    ])
    .execute();
  return new Map(
    rows.map(({ currency_id: id, deficit, unpaid, liquidations }) => [
      currencyId(id),
      { deficit: safeInteger(deficit), unpaid: safeInteger(unpaid), liquidations: safeInteger(liquidations) },
    ]),
  );
}

/** The newest liquidations since a time; one command can liquidate several accounts, and one of them twice. */
export async function readLiquidations(db: Kysely<Schema>, sinceMs: number, limit: number) {
  const rows = await db
    .selectFrom('lever_liquidations')
    .selectAll()
    .where('time_ms', '>', String(sinceMs))
    .orderBy('sequence', 'desc')
    .orderBy('user_id')
    .orderBy('currency_id')
    .orderBy('n', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    sequence: safeInteger(row.sequence),
    n: row.n,
    at: safeInteger(row.time_ms),
    user_id: safeInteger(row.user_id),
    currency: currencyId(row.currency_id),
    equity: safeInteger(row.equity),
    maintenance: safeInteger(row.maintenance),
    closed: row.closed,
    fee: safeInteger(row.fee),
  }));
}
