import { AlertKeeper, type AlertKeeperParts } from './alert-keeper.ts';
import { type NoticeParts, StoredNotices } from './notices.ts';
import { registerAlerts } from './routes.ts';
import { migrations } from './migrations/index.ts';
import { alertPrivileges } from './tables.ts';
import type { With } from '../../ground/parts.ts';

type AlertParts = AlertKeeperParts & With<'background' | 'gateway' | 'notices'>;

interface Sources extends Omit<NoticeParts, 'say'> {
  readonly privately: { readonly say: NoticeParts['say'] };
}

/** Price alerts and notices. */
export const alerts = {
  tables: alertPrivileges,
  migrations,
  offers: ({ changes, identityDb, notify, now, privately }: Sources) => ({
    /** Notices to users, on the page and by mail. */
    notices: new StoredNotices({ identityDb, notify, say: privately.say, changes, now }),
  }),
  open: ({ background, gateway, notices, ...parts }: AlertParts) => {
    const keeper = new AlertKeeper({ ...parts, background, notices });
    registerAlerts(gateway, { ...parts, notices, keeper });
    background.work('alerts: delete old notices', { everyMs: 60_000, needsClock: true }, () => notices.deleteOld());
    return { start: () => keeper.start() };
  },
};
