import type { Kysely } from 'kysely';
import type { Background } from '../../ground/background/index.ts';
import type { Schema } from '../../ground/database/index.ts';
import type { Gateway } from '../../ground/gateway/index.ts';
import { type FeedbackConsoleParts, registerFeedbackConsole } from './console.ts';
import { type FeedbackParts, registerFeedback } from './routes.ts';
import { sweepOnce } from './sweep.ts';
import { migrations } from './migrations/index.ts';
import { feedbackPrivileges } from './tables.ts';

const dayMs = 86_400_000;
/** How long closed feedback is kept, in days. */
const keptDays = { demo: 7, live: 365 };

interface Registration extends Omit<FeedbackParts, 'db'> {
  readonly gateway: Gateway;
  readonly identityDb: Kysely<Schema>;
}

interface Start {
  readonly identityDb: Kysely<Schema>;
  readonly demo: boolean;
  readonly now: () => number;
  readonly background: Background;
}

/** Feedback of users, and its answers. */
export const support = {
  tables: feedbackPrivileges,
  migrations,
  open: ({ background, demo, gateway, identityDb: db, ...parts }: Registration & Start) => {
    registerFeedback(gateway, { ...parts, db });
    const kept = { db, keptForMs: dayMs * (demo ? keptDays.demo : keptDays.live), now: parts.now };
    const terms = { everyMs: 60_000, needsClock: true };
    background.work('support: close and delete old feedback', terms, () => sweepOnce(kept));
    return {
      console: (own: FeedbackConsoleParts): void => {
        registerFeedbackConsole(own);
      },
    };
  },
};
