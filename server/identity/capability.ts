import type { Views } from '../feed/index.ts';
import type { Gateway } from '../gateway/index.ts';
import { type IdentityParts, registerIdentity } from './routes.ts';
import { hashPlainDevices } from './hash-plain-devices.ts';
import { sweepSessions } from './session-sweep.ts';

interface Registration extends Omit<IdentityParts, 'demoGrants' | 'listings'> {
  readonly gateway: Gateway;
  readonly views: Views;
  readonly demo: boolean;
}

interface Start extends Pick<IdentityParts, 'log' | 'sessions'> {
  readonly isClockTrusted: () => boolean;
}

export const identity = {
  prepare: ({ db, deviceKeys }: Pick<IdentityParts, 'db' | 'deviceKeys'>): Promise<void> =>
    hashPlainDevices(db, deviceKeys),
  register: ({ gateway, views, demo, ...parts }: Registration): void => {
    registerIdentity(gateway, { ...parts, listings: views.listings, demoGrants: demo });
  },
  start: ({ sessions, isClockTrusted, log }: Start): (() => Promise<void>) => {
    const sweep = sweepSessions(sessions, isClockTrusted, log);
    return () => sweep.stop();
  },
};
