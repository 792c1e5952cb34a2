import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import { expect, vi } from 'vitest';
import { openAppPool, type Schema } from '../../database/index.ts';
import type { TestDatabase } from '../../database/test-database.ts';

/**
 * Tells PostgreSQL that all rows of a table are there for everyone. A page that something holds at that moment (a
 * checkpoint that writes it, say) is passed over, so this goes on until none is.
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

/** A database as the capabilities reach it, which tells what it took to answer. */
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

  /** What was answered, and how many blocks PostgreSQL looked at for it. */
  async watched<Answer>(ask: () => Promise<Answer>): Promise<{ answer: Answer; blocks: number }> {
    this.#asked.length = 0;
    const answer = await ask();
    let blocks = 0;
    for (const { sql, parameters } of [...this.#asked]) {
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
