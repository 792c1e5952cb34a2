import { type FeedbackConsoleParts, registerFeedbackConsole } from './console.ts';
import { type FeedbackParts, registerFeedback } from './routes.ts';
import { sweepOnce } from './sweep.ts';
import { migrations } from './migrations/index.ts';
import { feedbackPrivileges } from './tables.ts';
import type { With } from '../../ground/parts.ts';

const dayMs = 86_400_000;
/** How long closed feedback is kept, in days. */
const keptDays = { demo: 7, live: 365 };

type Registration = Omit<FeedbackParts, 'db'> & With<'gateway' | 'identityDb'>;

type Start = With<'background' | 'demo' | 'identityDb' | 'now'>;

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
