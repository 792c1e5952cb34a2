import { type CurrencyId, currencyId } from '@bourse/engine';
import type { Pool } from 'pg';
import { safeInteger } from '../database/index.ts';

/** Losses that accounts, the house and insurance could not bear, and how often accounts were liquidated. */
export interface Losses {
  /** Losses above the balances of accounts, and the part that insurance paid. */
  readonly deficit: number;
  readonly insured: number;
  /** Profits that the house and insurance could not pay. */
  readonly unpaid: number;
  readonly liquidations: number;
  /** Positions that were closed because the house could not secure their profit. */
  readonly deleveraged: number;
}

export const noLosses: Losses = { deficit: 0, insured: 0, unpaid: 0, liquidations: 0, deleveraged: 0 };

/** The losses of all positions so far, by currency. */
export async function readLosses(database: Pool): Promise<ReadonlyMap<CurrencyId, Losses>> {
  const { rows } = await database.query<Record<string, string>>(
    `select currency_id, sum(deficit) as deficit, sum(insured) as insured, sum(unpaid) as unpaid,
       sum(deleveraged) as deleveraged, sum(liquidations) as liquidations
     from (
       select currency_id, deficit, insured, unpaid,
         case when close_reason = 'deleveraging' then 1 else 0 end as deleveraged, 0 as liquidations
       from core.lever_positions
       where state = 'closed'
       union all
       -- A liquidation that only revokes orders closes no position.
       select currency_id, 0, 0, 0, 0, 1 from core.lever_liquidations
     ) ended
     group by currency_id`,
  );
  return new Map(
    rows.map((row) => [
      currencyId(Number(row['currency_id'])),
      {
        deficit: safeInteger(row['deficit'] ?? '0'),
        insured: safeInteger(row['insured'] ?? '0'),
        unpaid: safeInteger(row['unpaid'] ?? '0'),
        liquidations: safeInteger(row['liquidations'] ?? '0'),
        deleveraged: safeInteger(row['deleveraged'] ?? '0'),
      },
    ]),
  );
}
