import type { Pool } from 'pg';
import { safeInteger } from '../database/index.ts';
import type { FundCounter } from './funding.ts';

/**
 * The moment to which the paths of all prices are tied, epoch milliseconds: stored by the first call ever and constant
 * from then on.
 */
export async function readAnchor(database: Pool, nowMs: number): Promise<number> {
  await database.query('insert into simulator_state (anchored_at_ms) values ($1) on conflict do nothing', [nowMs]);
  const { rows } = await database.query<{ anchored_at_ms: string }>('select anchored_at_ms from simulator_state');
  const [row] = rows;
  if (row === undefined) throw new Error('simulator_state has no row after the insert');
  return safeInteger(row.anchored_at_ms);
}

/** The number of the last `simulator-fund` credit, stored in the same row as the anchor. */
export function createFundCounter(database: Pool): FundCounter {
  return {
    async read() {
      const { rows } = await database.query<{ fund_number: string }>('select fund_number from simulator_state');
      return safeInteger(rows[0]?.fund_number ?? '0');
    },
    async record(n) {
      await database.query('update simulator_state set fund_number = $1', [n]);
    },
  };
}
