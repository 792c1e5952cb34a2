import { vi } from 'vitest';
import type { TestDatabase } from '../ground/database/test-database.ts';

/** A statement that fails, as if the server had ended just before its commit. */
export interface Interruption {
  /** Resolves when the server has tried the statement. */
  readonly reached: () => Promise<void>;
  readonly end: () => Promise<void>;
}

/**
 * Lets a server's statement on a table of `app` fail.
 *
 * @param event such as `update`
 * @param when a condition on `old` and `new`
 */
export async function interrupt(
  database: TestDatabase,
  table: string,
  event: 'insert' | 'update',
  when: string,
): Promise<Interruption> {
  // A sequence keeps its value when the transaction is rolled back.
  await database.query('create sequence public.interruptions');
  await database.query(
    `create function public.interrupt() returns trigger language plpgsql security definer as $$
      begin perform nextval('public.interruptions'); raise exception 'the test has ended the server'; end $$`,
  );
  await database.query(
    `create trigger interrupt before ${event} on app.${table} for each row when (${when})
      execute function public.interrupt()`,
  );
  const isReached = async (): Promise<boolean> => {
    const [row] = await database.query<{ is_called: boolean }>('select is_called from public.interruptions');
    return row?.is_called === true;
  };
  return {
    reached: async () => {
      await vi.waitUntil(isReached, { interval: 10, timeout: 60_000 });
    },
    end: async () => {
      await database.query(`drop trigger interrupt on app.${table}`);
      await database.query('drop function public.interrupt()');
      await database.query('drop sequence public.interruptions');
    },
  };
}
