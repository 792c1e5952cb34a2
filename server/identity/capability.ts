import type { Views } from '../feed/index.ts';
import type { Gateway } from '../gateway/index.ts';
import { type IdentityParts, registerIdentity } from './routes.ts';
import { hashPlainDevices } from './hash-plain-devices.ts';
import { refuseMissingPeople } from './missing-people.ts';
import { sweepSessions } from './session-sweep.ts';

interface Registration extends Omit<IdentityParts, 'db' | 'demoGrants' | 'listings'> {
  readonly identityDb: IdentityParts['db'];
  readonly gateway: Gateway;
  readonly views: Views;
  readonly demo: boolean;
}

interface Preparation extends Pick<IdentityParts, 'db' | 'deviceKeys'> {
  readonly identityDb: IdentityParts['db'];
}

interface Start extends Pick<IdentityParts, 'log' | 'sessions'> {
  readonly isClockTrusted: () => boolean;
}

export const identity = {
  prepare: async ({ db, identityDb, deviceKeys }: Preparation): Promise<void> => {
    await refuseMissingPeople(identityDb, db);
    await hashPlainDevices(identityDb, deviceKeys);
  },
  register: ({ gateway, identityDb, views, demo, ...parts }: Registration): void => {
    registerIdentity(gateway, { ...parts, db: identityDb, listings: views.listings, demoGrants: demo });
  },
  start: ({ sessions, isClockTrusted, log }: Start): (() => Promise<void>) => {
    const sweep = sweepSessions(sessions, isClockTrusted, log);
    return () => sweep.stop();
  },
};
