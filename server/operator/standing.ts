import type { Kysely } from 'kysely';
import type { Schema } from '../database/index.ts';
import type { Standing } from '../gateway/index.ts';
import { Operators } from './operators.ts';

/** Reads a user's operator roles and whether they are a seller. */
export function standingOf(db: Kysely<Schema>, now: () => number): Standing {
  const operators = new Operators(db, now);
  return {
    rolesOf: (user) => operators.rolesOf(user),
    isSeller: async (user) => {
      const query = db.selectFrom('users').select('is_seller').where('id', '=', String(user));
      return (await query.executeTakeFirst())?.is_seller === true;
    },
  };
}
