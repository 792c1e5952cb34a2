import type { UserId } from '@bourse/engine';
import type { Views } from '../feed/index.ts';
import type { Gateway } from '../gateway/index.ts';
import { type IdentityParts, registerIdentity } from './routes.ts';
import { hashPlainDevices } from './hash-plain-devices.ts';
import { restrictionView } from '../restrictions/index.ts';
import { refuseMissingPeople } from './missing-people.ts';
import { resetDueFactors } from './second-factor/index.ts';
import { sweepSessions } from './session-sweep.ts';

interface Registration extends Omit<IdentityParts, 'db' | 'demoGrants' | 'listings' | 'restrictionOf'> {
  readonly identityDb: IdentityParts['db'];
  readonly gateway: Gateway;
  readonly views: Views;
  readonly demo: boolean;
}

interface Preparation extends Pick<IdentityParts, 'db' | 'deviceKeys'> {
  readonly identityDb: IdentityParts['db'];
}

interface Start extends Pick<IdentityParts, 'log' | 'secondFactors' | 'sessions'> {
  readonly isClockTrusted: () => boolean;
}

export const identity = {
  prepare: async ({ db, identityDb, deviceKeys }: Preparation): Promise<void> => {
    await refuseMissingPeople(identityDb, db);
    await hashPlainDevices(identityDb, deviceKeys);
  },
  register: ({ gateway, identityDb, views, demo, ...parts }: Registration): void => {
    const restrictionOf = (user: UserId) => restrictionView.of(views).scopeOf(user);
    const { listings } = views;
    registerIdentity(gateway, { ...parts, db: identityDb, listings, demoGrants: demo, restrictionOf });
  },
  start: ({ secondFactors, sessions, isClockTrusted, log }: Start): (() => Promise<void>) => {
    const sweep = sweepSessions(sessions, isClockTrusted, log);
    const resets = resetDueFactors(secondFactors.resets, sessions, isClockTrusted, log);
    return async () => {
      await resets.stop();
      await sweep.stop();
    };
  },
};
