import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely, Transaction } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { Schema } from './schema.ts';

/**
 * Runs `work` in a transaction on the sessions of the capabilities; commits it, or rolls it back if `work` throws. All
 * transactions must be opened here: code called from `work` is marked, so that it cannot wait for the exchange, nor
 * for a second session, which could be waiting for the end of this transaction.
 */
export function inTransaction<Result>(
  database: Kysely<Schema>,
  work: (transaction: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  refuseInside();
  const mark: Mark = { open: false };
  return openTransactions.run(mark, async () => {
    try {
      return await database.transaction().execute((transaction) => {
        mark.open = true;
        return work(transaction);
      });
    } finally {
      // Work that was started but not awaited keeps the mark, but the transaction is over.
      mark.open = false;
    }
  });
}

/**
 * Runs `work` in a transaction on a session of the pool, for statements that typed queries cannot express. A session
 * whose work failed is discarded together with its transaction.
 */
export async function inSessionTransaction<Result>(
  pool: Pool,
  work: (session: PoolClient) => Promise<Result>,
): Promise<Result> {
  refuseInside();
  const mark: Mark = { open: false };
  return openTransactions.run(mark, async () => {
    const session = await pool.connect();
    mark.open = true;
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

/** Whether the caller runs, directly or indirectly, inside the `work` of an open transaction. */
export function insideTransaction(): boolean {
  return openTransactions.getStore()?.open === true;
}

/**
 * Refuses to wait for a session inside an open transaction: if as many transactions did so as there are sessions, each
 * would wait for the end of another one.
 *
 * @throws Error
 */
export function refuseInside(): void {
  if (insideTransaction())
    throw new Error('A session was requested inside an open database transaction; pass the transaction on.');
}

interface Mark {
  open: boolean;
}

const openTransactions = new AsyncLocalStorage<Mark>();
