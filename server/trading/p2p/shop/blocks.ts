import { userId, type UserId } from '@bourse/engine';
import type { Kysely, Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../../ground/database/index.ts';

type Database = Kysely<Schema> | Transaction<Schema>;

/** Whether one of two people has blocked the other. Neither can see who. */
export async function areBlocked(db: Database, one: UserId, other: UserId): Promise<boolean> {
  const [a, b] = [String(one), String(other)];
  const found = await db
    .selectFrom('trader_blocks')
    .select('user_id')
    .where((row) =>
      row.or([
        row.and([row('user_id', '=', a), row('other_id', '=', b)]),
        row.and([row('user_id', '=', b), row('other_id', '=', a)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The people whom a person has blocked or who have blocked the person. */
export async function hiddenFrom(db: Database, user: UserId): Promise<ReadonlySet<UserId>> {
  const rows = await db
    .selectFrom('trader_blocks')
    .select(['user_id', 'other_id'])
    .where((row) => row.or([row('user_id', '=', String(user)), row('other_id', '=', String(user))]))
    .execute();
  return new Set(
    rows.map((row) => {
      const [one, other] = [safeInteger(row.user_id), safeInteger(row.other_id)];
      return userId(one === user ? other : one);
    }),
  );
}
