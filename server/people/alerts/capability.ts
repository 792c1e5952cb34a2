import type { Background } from '../../ground/background/index.ts';
import type { Gateway } from '../../ground/gateway/index.ts';
import { AlertKeeper, type AlertKeeperParts } from './alert-keeper.ts';
import type { StoredNotices } from './notices.ts';
import { registerAlerts } from './routes.ts';

interface AlertParts extends AlertKeeperParts {
  readonly gateway: Gateway;
  readonly background: Background;
  readonly notices: StoredNotices;
}

const keepers = new WeakMap<AlertParts['views'], AlertKeeper>();

/** Price alerts and notices. */
export const alerts = {
  register: (parts: AlertParts): void => {
    const keeper = new AlertKeeper(parts);
    keepers.set(parts.views, keeper);
    registerAlerts(parts.gateway, { ...parts, keeper });
  },
  start: async ({ background, notices, views }: AlertParts) => {
    background.work('alerts: delete old notices', { everyMs: 60_000, needsClock: true }, () => notices.deleteOld());
    return keepers.get(views)?.start();
  },
};
