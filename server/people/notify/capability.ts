import type { Ending } from '../../ground/endings.ts';
import { type NotifyRouteParts, registerNotify } from './routes.ts';
import { messagePurposes, type NotifyParts, type NotifySettings, openNotify } from './notify.ts';
import { migrations } from './migrations/index.ts';
import { notifyPrivileges } from './tables.ts';
import type { With } from '../../ground/parts.ts';

interface Registration extends Omit<NotifyRouteParts, 'db' | 'codesPerHour' | 'textsPerHour'>, With<'gateway'> {
  readonly identityDb: NotifyRouteParts['db'];
  readonly settings: { readonly codes_per_hour: number; readonly texts_per_hour: number };
}

interface Sources
  extends
    Omit<NotifyParts, 'db' | 'letterhead'>,
    Pick<NotifySettings, 'secrets' | 'sms'>,
    With<'demo' | 'publicOrigin'> {
  readonly identityDb: NotifyParts['db'];
  readonly settings: { readonly app_name: string; readonly timezone: string };
  readonly smtp: { readonly url: string; readonly from: string } | null;
  readonly atStop: (end: Ending) => void;
}

export const notify = {
  tables: notifyPrivileges,
  migrations,
  sealed: [{ table: 'messages', column: 'sealed', purposes: messagePurposes, place: 'contact_key' }],
  /**
   * A demo keeps messages that it cannot send. A live exchange sends all messages, over encrypted connections unless
   * the mail server is on this machine.
   */
  offers: ({ atStop, demo, identityDb, publicOrigin, secrets, settings, sms, smtp, ...parts }: Sources) => {
    const here = smtp !== null && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(smtp.url).hostname);
    const carriers = { sms, smtp: smtp === null ? null : { ...smtp, encrypted: !demo && !here } };
    const origin = publicOrigin ?? '';
    const letterhead = () => ({ site: settings.app_name, timeZone: settings.timezone, origin });
    const opened = openNotify({ ...carriers, secrets, keep: demo }, { ...parts, db: identityDb, letterhead });
    atStop(() => opened.stop());
    return { notify: opened };
  },
  open: ({ gateway, identityDb, settings, ...parts }: Registration): void => {
    const limits = { codesPerHour: () => settings.codes_per_hour, textsPerHour: () => settings.texts_per_hour };
    registerNotify(gateway, { ...parts, ...limits, db: identityDb });
  },
};
