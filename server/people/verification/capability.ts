import type { Proofs } from '../identity/index.ts';
import { registerVerificationConsole } from './console.ts';
import { registerVerification } from './routes.ts';
import { Submissions } from './submissions.ts';
import { Verified, type VerifiedParts } from './verified.ts';
import type { StaffRoll } from '../../ground/console-gateway/index.ts';
import { migrations } from './migrations/index.ts';
import { verificationPrivileges } from './tables.ts';
import { purposesOf } from '../../ground/secrets/index.ts';
import type { With } from '../../ground/parts.ts';

type VerificationParts = With<'identityDb' | 'images' | 'now' | 'verified'>;

interface Registration extends VerificationParts, With<'gateway'> {
  readonly proofs: Proofs;
  readonly settings: { readonly demo_review_seconds: number };
}

interface ConsoleRegistration extends VerificationParts, With<'console' | 'queues'> {
  readonly roll: StaffRoll;
}

interface Sources extends Omit<VerifiedParts, 'db'> {
  readonly identityDb: VerifiedParts['db'];
}

/** Identity verification: documents of users, their review by staff, and by itself in a demo. */
export const verification = {
  tables: verificationPrivileges,
  migrations,
  sealed: (['name', 'card_id'] as const).map((column) => ({
    table: 'verifications',
    column,
    purposes: purposesOf('identity documents'),
    place: `'verification of user ' || user_id || ' ${column === 'name' ? 'name' : 'card'}'`,
  })),
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
