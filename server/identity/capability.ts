import type { UserId } from '@bourse/engine';
import type { Views } from '../feed/index.ts';
import type { Gateway } from '../gateway/index.ts';
import { type IdentityParts, registerIdentity } from './routes.ts';
import { deleteExpiredFreezeLinks } from './freeze-links.ts';
import { Freezes } from './freezes.ts';
import { hashPlainDevices } from './hash-plain-devices.ts';
import { Logins } from './logins.ts';
import { restrictionView } from '../restrictions/index.ts';
import { refuseMissingPeople } from './missing-people.ts';
import { resetDueFactors } from './second-factor/index.ts';
import { sweepSessions } from './session-sweep.ts';

interface Registration extends Omit<
  IdentityParts,
  'db' | 'demoGrants' | 'listings' | 'restrictionOf' | 'reviewStatusOf'
> {
  readonly identityDb: IdentityParts['db'];
  readonly gateway: Gateway;
  readonly views: Views;
  readonly demo: boolean;
  /** The states of identity verifications. */
  readonly verified: { readonly statusOf: IdentityParts['reviewStatusOf'] };
}

interface Preparation extends Pick<IdentityParts, 'db' | 'deviceKeys'> {
  readonly identityDb: IdentityParts['db'];
}

interface Start extends Pick<
  IdentityParts,
  'cancelWithdrawals' | 'core' | 'deviceKeys' | 'log' | 'now' | 'secondFactors' | 'sessions'
> {
  readonly identityDb: IdentityParts['db'];
  readonly views: Views;
  readonly isClockTrusted: () => boolean;
}

export const identity = {
  prepare: async ({ db, identityDb, deviceKeys }: Preparation): Promise<void> => {
    await refuseMissingPeople(identityDb, db);
    await hashPlainDevices(identityDb, deviceKeys);
  },
  register: ({ gateway, identityDb, views, demo, verified, ...parts }: Registration): void => {
    const restrictionOf = (user: UserId) => restrictionView.of(views).scopeOf(user);
    const { listings } = views;
    const reviewStatusOf = (user: UserId) => verified.statusOf(user);
    registerIdentity(gateway, {
      ...parts,
      ...{ db: identityDb, listings, demoGrants: demo, restrictionOf, reviewStatusOf },
    });
  },
  start: ({ secondFactors, sessions, isClockTrusted, log, ...parts }: Start): (() => Promise<void>) => {
    const { cancelWithdrawals, core, deviceKeys, identityDb: db, now, views } = parts;
    const logins = new Logins(db, deviceKeys, now);
    const restrictionOf = (user: UserId) => restrictionView.of(views).scopeOf(user);
    const freezes = new Freezes({ db, core, now, restrictionOf, cancelWithdrawals });
    const sweep = sweepSessions(sessions, isClockTrusted, log, async () => {
      await logins.deleteOld();
      await deleteExpiredFreezeLinks(db, now());
      await freezes.carryOutNoted();
    });
    const resets = resetDueFactors(secondFactors.resets, sessions, isClockTrusted, log);
    return async () => {
      await resets.stop();
      await sweep.stop();
    };
  },
};
