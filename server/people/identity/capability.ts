import type { UserId } from '@bourse/engine';
import { type IdentityParts, registerIdentity } from './routes.ts';
import { deleteExpiredFreezeLinks } from './freeze-links.ts';
import { Freezes } from './freezes.ts';
import { Logins } from './logins.ts';
import { restrictionView } from '../restrictions/index.ts';
import type { ResetEffects } from './second-factor/index.ts';
import { identityOffers } from './offers.ts';
import { sealed } from './sealed.ts';
import { refuseMissingPeople } from './missing-people.ts';
import { migrations } from './migrations/index.ts';
import { accountPrivileges } from './tables/account.ts';
import { peoplePrivileges } from './tables/people.ts';
import { secondFactorPrivileges } from './tables/second-factors.ts';
import type { With } from '../../ground/parts.ts';

interface Registration
  extends
    Omit<IdentityParts, 'db' | 'demoGrants' | 'listings' | 'restrictionOf' | 'reviewStatusOf'>,
    With<'demo' | 'gateway' | 'views'> {
  readonly identityDb: IdentityParts['db'];
  /** The states of identity verifications. */
  readonly verified: { readonly statusOf: IdentityParts['reviewStatusOf'] } & Pick<ResetEffects, 'reviewAgain'>;
}

interface Preparation extends Pick<IdentityParts, 'db'> {
  readonly identityDb: IdentityParts['db'];
}

interface Start
  extends
    Pick<IdentityParts, 'cancelWithdrawals' | 'core' | 'devices' | 'log' | 'now' | 'secondFactors' | 'sessions'>,
    With<'background' | 'views'> {
  readonly identityDb: IdentityParts['db'];
}

export const identity = {
  tables: { ...accountPrivileges, ...peoplePrivileges, ...secondFactorPrivileges },
  migrations,
  sealed,
  prepare: async ({ db, identityDb }: Preparation): Promise<void> => {
    await refuseMissingPeople(identityDb, db);
  },
  offers: identityOffers,
  open: ({ gateway, identityDb: db, views, demo, verified, ...parts }: Registration & Start) => {
    const restrictionOf = (user: UserId) => restrictionView.of(views).scopeOf(user);
    const { listings } = views;
    const reviewStatusOf = (user: UserId) => verified.statusOf(user);
    registerIdentity(gateway, { ...parts, db, listings, demoGrants: demo, restrictionOf, reviewStatusOf });
    const { background, cancelWithdrawals, core, devices, log, now, secondFactors, sessions } = parts;
    const logins = new Logins(db, now);
    const freezes = new Freezes({ db, core, now, restrictionOf, cancelWithdrawals });
    const minutely = { everyMs: 60_000, needsClock: true };
    background.work('identity: store last uses of sessions', { everyMs: 60_000 }, () => sessions.writeUses());
    background.work('identity: delete expired sessions', minutely, async () => {
      // The last uses extend sessions.
      await sessions.writeUses();
      await sessions.deleteExpired();
    });
    background.work('identity: delete old logins', minutely, () => logins.deleteOld());
    background.work('identity: forget devices that are not used', minutely, () => devices.deleteOld());
    background.work('identity: delete expired links', minutely, () => deleteExpiredFreezeLinks(db, now()));
    background.work('identity: carry out freezes', minutely, () => freezes.carryOutNoted());
    background.work('identity: reset second factors', { ...minutely, atOnce: true }, () =>
      secondFactors.resets.carryOutDue({
        endSessions: (transaction, user) => sessions.endAll(transaction, user),
        reviewAgain: (transaction, user) => verified.reviewAgain(transaction, user),
      }),
    );
    return {
      stop: async (): Promise<void> => {
        await sessions.writeUses().catch((error: unknown) => {
          log.warn({ err: error }, 'the last uses of sessions could not be stored');
        });
      },
    };
  },
};
