import type { Logger } from 'pino';
import type { Gateway } from '../gateway/index.ts';
import { sweepOld } from '../notify/index.ts';
import { AlertKeeper, type AlertKeeperParts } from './alert-keeper.ts';
import type { StoredNotices } from './notices.ts';
import { registerAlerts } from './routes.ts';

interface AlertParts extends AlertKeeperParts {
  readonly gateway: Gateway;
  readonly notices: StoredNotices;
  readonly isClockTrusted: () => boolean;
  readonly log: Logger;
}

const keepers = new WeakMap<AlertParts['views'], AlertKeeper>();

/** Price alerts and notices. */
export const alerts = {
  register: (parts: AlertParts): void => {
    const keeper = new AlertKeeper(parts);
    keepers.set(parts.views, keeper);
    registerAlerts(parts.gateway, { ...parts, keeper });
  },
  start: async ({ isClockTrusted, log, notices, views }: AlertParts) => {
    const stop = await keepers.get(views)?.start();
    const sweep = sweepOld([notices], isClockTrusted, log);
    return async (): Promise<void> => {
      await sweep.stop();
      await stop?.();
    };
  },
};
