import { isUserId, type UserId } from '@bourse/engine';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/index.ts';
import type { Subject } from './ports.ts';

interface Parts {
  /** The login that reads users. */
  readonly identityDb: Kysely<Schema>;
}

/** The user with the id of a request; null if there is none. Demo traders are not users. */
export async function knownUser({ identityDb }: Parts, id: number | string): Promise<UserId | null> {
  const user = Number(id);
  if (!isUserId(user)) return null;
  const row = await identityDb.selectFrom('users').select('id').where('id', '=', String(user)).executeTakeFirst();
  return row === undefined ? null : user;
}

export function subjectOf(user: UserId): Subject {
  return { kind: 'user', id: String(user) };
}
