import type { Pool } from 'pg';
import { safeInteger } from '../database/index.ts';
import type { FundCounter } from './funding.ts';

/**
 * The moment to which the path of all prices is tied, epoch milliseconds: now at the first call ever, the same from
 * then on.
 */
export async function readAnchor(database: Pool, nowMs: number): Promise<number> {
  await database.query('insert into simulator_state (anchored_at_ms) values ($1) on conflict do nothing', [nowMs]);
  const { rows } = await database.query<{ anchored_at_ms: string }>('select anchored_at_ms from simulator_state');
  const [row] = rows;
  if (row === undefined) throw new Error('simulator_state has no row, though it was just written');
  return safeInteger(row.anchored_at_ms);
}

/** The number of the last credit of `simulator-fund`, kept beside the anchor. */
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
