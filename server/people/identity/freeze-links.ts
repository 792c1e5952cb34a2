import { hash, randomBytes } from 'node:crypto';
import { userId, type UserId } from '@bourse/engine';
import type { Kysely, Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';

/** Mail with a link is read within days, and the owner may notice a theft late. */
const linkLifetimeMs = 7 * 86_400_000;
/** Every notice carries a link; older ones of a user end. */
const linksPerUser = 20;
/** Max rows that one clean-up run deletes. */
const rowsPerRound = 1_000;

type Database = Kysely<Schema> | Transaction<Schema>;

/** The token of a new link that freezes the user's account: 256 random bits, stored as a hash. */
export async function newFreezeToken(database: Database, user: UserId, nowMs: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await database
    .insertInto('freeze_links')
    .values({ token_hash: hashOf(token), user_id: user, expires_at: nowMs + linkLifetimeMs })
    .execute();
  const older = database
    .selectFrom('freeze_links')
    .select('token_hash')
    .where('user_id', '=', String(user))
    .orderBy('expires_at', 'desc')
    .offset(linksPerUser);
  await database.deleteFrom('freeze_links').where('token_hash', 'in', older).execute();
  return token;
}

/** The user whose account a link freezes; null if the token is unknown or has expired. */
export async function ownerOfFreezeToken(database: Database, token: string, nowMs: number): Promise<UserId | null> {
  const row = await database
    .selectFrom('freeze_links')
    .select('user_id')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', String(nowMs))
    .executeTakeFirst();
  return row === undefined ? null : userId(safeInteger(row.user_id));
}

/** Deletes a bounded number of expired links. */
export async function deleteExpiredFreezeLinks(database: Database, nowMs: number): Promise<void> {
  const expired = database
    .selectFrom('freeze_links')
    .select('token_hash')
    .where('expires_at', '<=', String(nowMs))
    .limit(rowsPerRound);
  await database.deleteFrom('freeze_links').where('token_hash', 'in', expired).execute();
}

function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
