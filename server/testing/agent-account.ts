import type { TestDatabase } from '../ground/database/test-database.ts';

/** Makes a user an agent with a share of 20 %, or a former one, without the console. */
export async function beAgent(
  database: TestDatabase,
  user: number,
  state: 'active' | 'removed' = 'active',
): Promise<void> {
  await database.query(
    `insert into app.agents (user_id, state, share_ppm, created_at, changed_at) values ($1, $2, 200000, 0, 0)
     on conflict (user_id) do update set state = excluded.state`,
    [user, state],
  );
}
