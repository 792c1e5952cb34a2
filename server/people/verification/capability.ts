import type { Kysely } from 'kysely';
import type { Schema } from '../../ground/database/index.ts';
import type { Gateway } from '../../ground/gateway/index.ts';
import type { Proofs } from '../identity/index.ts';
import type { Images } from '../images/index.ts';
import { registerVerificationConsole } from './console.ts';
import { registerVerification } from './routes.ts';
import { Submissions } from './submissions.ts';
import { Verified, type VerifiedParts } from './verified.ts';
import type { ConsoleGateway, Queues, StaffRoll } from '../../ground/console-gateway/index.ts';
import { migrations } from './migrations/index.ts';
import { verificationPrivileges } from './tables.ts';

interface VerificationParts {
  readonly identityDb: Kysely<Schema>;
  readonly images: Images;
  readonly verified: Verified;
  readonly now: () => number;
}

interface Registration extends VerificationParts {
  readonly gateway: Gateway;
  readonly proofs: Proofs;
  readonly settings: { readonly demo_review_seconds: number };
}

interface ConsoleRegistration extends VerificationParts {
  readonly console: ConsoleGateway;
  readonly queues: Queues;
  readonly roll: StaffRoll;
}

interface Sources extends Omit<VerifiedParts, 'db'> {
  readonly identityDb: VerifiedParts['db'];
}

/** Identity verification: documents of users, their review by staff, and by itself in a demo. */
export const verification = {
  tables: verificationPrivileges,
  migrations,
  offers: ({ identityDb: db, ...parts }: Sources) => ({
    /** The names and states of verified users. */
    verified: new Verified({ ...parts, db }),
  }),
  open: ({ gateway, identityDb: db, images, now, proofs, settings, verified }: Registration) => {
    const { review, store } = verified;
    registerVerification(gateway, {
      db,
      store,
      images,
      submissions: new Submissions({ db, store, images, payPasswords: proofs.payPasswords, now }),
      isAutomatic: () => review !== null && settings.demo_review_seconds > 0,
      submitted: () => review?.wake(),
    });
    return {
      console: (own: ConsoleRegistration): void => {
        registerVerificationConsole({ ...own, store, decisions: verified.decisions });
      },
    };
  },
};
