import type { Kysely } from 'kysely';
import type { Schema } from '../../ground/database/index.ts';
import type { Gateway } from '../../ground/gateway/index.ts';
import { type ContentConsoleParts, registerContentConsole } from './console.ts';
import { type ContentParts, type LoginAttempt, registerContent } from './routes.ts';
import { seedArticles } from './seed-articles.ts';
import { readStartingArticles } from './starting-articles.ts';
import { migrations } from './migrations/index.ts';
import { newsPrivileges } from './tables.ts';

interface Registration extends Pick<ContentParts, 'db' | 'settings'> {
  readonly gateway: Gateway;
  readonly loginCodes: { takesCode(attempt: LoginAttempt): 0 | 1 | Promise<0 | 1> };
}

interface Preparation {
  readonly db: Kysely<Schema>;
  readonly demo: boolean;
  readonly now: () => number;
}

export const content = {
  tables: newsPrivileges,
  migrations,
  prepare: async ({ db, demo, now }: Preparation): Promise<void> => {
    await seedArticles(db, readStartingArticles({ demo }), now());
  },
  open: ({ gateway, db, settings, loginCodes }: Registration) => {
    registerContent(gateway, { db, settings, loginTakesCode: (attempt) => loginCodes.takesCode(attempt) });
    return {
      console: (own: ContentConsoleParts): void => {
        registerContentConsole(own);
      },
    };
  },
};
