import type { Kysely } from 'kysely';
import type { Schema } from '../../ground/database/index.ts';
import type { Standing } from '../../ground/gateway/index.ts';

/** Reads whether a user is an approved merchant, and whether it is or was an agent. */
export function standingOf(db: Kysely<Schema>): Standing {
  return {
    isSeller: async (user) => {
      const query = db.selectFrom('users').select('is_seller').where('id', '=', String(user));
      return (await query.executeTakeFirst())?.is_seller === true;
    },
    isAgent: async (user) => {
      const query = db.selectFrom('agents').select('state').where('user_id', '=', String(user));
      return (await query.executeTakeFirst()) !== undefined;
    },
  };
}
