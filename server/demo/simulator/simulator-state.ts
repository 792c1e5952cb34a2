import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { safeInteger } from '../../ground/database/index.ts';
import { minuteMs } from './bitcoin-path.ts';
import type { FundCounter } from './funding.ts';
import type { PathSecret } from './secret-walk.ts';

/** The facts from which the paths of all prices follow: stored by the first call ever and constant from then on. */
interface PathOrigin {
  /** The moment to which the paths are tied, in epoch milliseconds. */
  readonly anchorMs: number;
  readonly secret: PathSecret;
}

/** A path of an older release has no secret yet: it gets one from the next minute on, so that no price jumps. */
export async function readPathOrigin(database: Pool, nowMs: number): Promise<PathOrigin> {
  const key = randomBytes(32).toString('hex');
  await database.query(
    `insert into simulator_state (anchored_at_ms, path_key, keyed_from_ms) values ($1, $2, $3) on conflict do nothing`,
    [nowMs, key, Math.floor(nowMs / minuteMs) * minuteMs],
  );
  await database.query('update simulator_state set path_key = $1, keyed_from_ms = $2 where path_key is null', [
    key,
    Math.ceil(nowMs / minuteMs) * minuteMs,
  ]);
  const { rows } = await database.query<{ anchored_at_ms: string; path_key: string; keyed_from_ms: string }>(
    'select anchored_at_ms, path_key, keyed_from_ms from simulator_state',
  );
  const [row] = rows;
  if (row === undefined) throw new Error('simulator_state has no row after the insert');
  const secret = { key: row.path_key, fromMs: safeInteger(row.keyed_from_ms) };
  return { anchorMs: safeInteger(row.anchored_at_ms), secret };
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
