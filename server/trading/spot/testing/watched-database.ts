import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import { expect, vi } from 'vitest';
import { openAppPool, type Schema } from '../../../ground/database/index.ts';
import type { TestDatabase } from '../../../ground/database/test-database.ts';

/**
 * Vacuums until PostgreSQL marks all pages of a table as visible to all transactions. `vacuum` skips pages in use, for
 * example by a checkpoint, so one run may not suffice.
 */
export async function settle(database: TestDatabase, table: string): Promise<void> {
  await vi.waitFor(
    async () => {
      await database.query(`vacuum (freeze, analyze) ${table}`);
      const [pages] = await database.query<{ unsettled: number }>(
        `select sum(relpages - relallvisible)::integer as unsettled
           from pg_partition_tree('${table}'::regclass) join pg_class on oid = relid where isleaf`,
      );
      expect(pages?.unsettled).toBe(0);
    },
    { timeout: 30_000 },
  );
}

/** A database that measures the cost of queries. */
export class WatchedDatabase {
  readonly db: Kysely<Schema>;
  readonly #pool: Pool;
  readonly #asked: CompiledQuery[] = [];

  constructor(database: TestDatabase) {
    this.#pool = openAppPool(database.settings);
    this.db = new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: this.#pool }),
      log: ({ query }) => void this.#asked.push(query),
    });
  }

  /** The result of `ask`, and how many blocks PostgreSQL read for its queries. */
  async watched<Answer>(ask: () => Promise<Answer>): Promise<{ answer: Answer; blocks: number }> {
    this.#asked.length = 0;
    const answer = await ask();
    let blocks = 0;
    for (const { sql, parameters } of this.#asked.slice()) {
      const explained = await this.#pool.query<Explained>(`explain (analyze, buffers, format json) ${sql}`, [
        ...parameters,
      ]);
      const plan = explained.rows[0]?.['QUERY PLAN'][0]?.Plan;
      blocks += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
    }
    return { answer, blocks };
  }

  async close(): Promise<void> {
    await this.db.destroy();
  }
}

interface Explained {
  readonly 'QUERY PLAN': readonly {
    readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number };
  }[];
}
