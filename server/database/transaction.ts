import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely, Transaction } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { Schema } from './schema.ts';

/**
 * Runs `work` in one transaction of the capabilities' sessions and commits it, or takes everything back when `work`
 * throws. This is the only way to open one: it marks everything called from `work`, so that nothing in there can wait
 * for the exchange.
 */
export function inTransaction<Result>(
  database: Kysely<Schema>,
  work: (transaction: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  const mark: Mark = { open: true };
  return openTransactions.run(mark, async () => {
    try {
      return await database.transaction().execute(work);
    } finally {
      // What `work` started and did not wait for still carries the mark, but the transaction is over.
      mark.open = false;
    }
  });
}

/**
 * The same on a session of the pool, for what typed queries cannot say. A session that failed in the middle is thrown
 * away, and its transaction with it.
 */
export async function inSessionTransaction<Result>(
  pool: Pool,
  work: (session: PoolClient) => Promise<Result>,
): Promise<Result> {
  const mark: Mark = { open: true };
  return openTransactions.run(mark, async () => {
    const session = await pool.connect();
    let broken = true;
    try {
      await session.query('begin');
      const result = await work(session);
      await session.query('commit');
      broken = false;
      return result;
    } finally {
      mark.open = false;
      session.release(broken);
    }
  });
}

/** Whether the caller runs, however indirectly, inside the `work` of a transaction that is still open. */
export function insideTransaction(): boolean {
  return openTransactions.getStore()?.open === true;
}

interface Mark {
  open: boolean;
}

const openTransactions = new AsyncLocalStorage<Mark>();
