import { type ContentConsoleParts, registerContentConsole } from './console.ts';
import { type ContentParts, type LoginAttempt, registerContent } from './routes.ts';
import { seedArticles } from './seed-articles.ts';
import { readStartingArticles } from './starting-articles.ts';
import { migrations } from './migrations/index.ts';
import { newsPrivileges } from './tables.ts';
import type { With } from '../../ground/parts.ts';

interface Registration extends Pick<ContentParts, 'db' | 'settings'>, With<'gateway'> {
  readonly loginCodes: { takesCode(attempt: LoginAttempt): 0 | 1 | Promise<0 | 1> };
}

type Preparation = With<'db' | 'demo' | 'now'>;

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
