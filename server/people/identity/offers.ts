import type { Kysely } from 'kysely';
import type { Schema } from '../../ground/database/index.ts';
import type { BoxFor } from '../../ground/secrets/index.ts';
import type { SecurityLog } from '../../ground/security-log/index.ts';
import type { Notify } from '../notify/index.ts';
import type { DeviceKeys } from './device-keys.ts';
import { Devices } from './devices.ts';
import type { LiveSettings } from './live-settings.ts';
import { LoginCodes } from './login-codes.ts';
import { addressBook } from './login-name.ts';
import { Passwords } from './passwords.ts';
import { openProofs } from './proofs/open-proofs.ts';
import { openSecondFactors } from './second-factor/index.ts';
import { Sessions } from './sessions.ts';

interface Sources {
  readonly boxFor: BoxFor;
  readonly changes: { readonly report: (kind: 'site') => void };
  readonly deviceKeys: DeviceKeys;
  readonly identityDb: Kysely<Schema>;
  readonly liveSettings: LiveSettings;
  readonly notify: Notify;
  readonly now: () => number;
  readonly publicOrigin: string | null;
  readonly securityLog: SecurityLog;
}

/** What others need of the accounts of people: who somebody is, and the proofs of it. */
export function identityOffers(sources: Sources) {
  const { boxFor, changes, deviceKeys, identityDb: db, liveSettings, notify, now, publicOrigin, securityLog } = sources;
  liveSettings.onChange(() => changes.report('site'));
  // Phone numbers can only be verified by text message.
  const settings = notify.offers('sms') ? liveSettings.now : liveSettings.withFixed({ phone_accounts: 0 });
  const phoneAccounts = (): boolean => settings.phone_accounts === 1;
  const passwords = new Passwords();
  const devices = new Devices(db, deviceKeys);
  const siteName = (): string => settings.app_name;
  const secondFactors = openSecondFactors({ db, boxFor, notify, securityLog, now, publicOrigin, siteName });
  return {
    /** The site settings, always with their current values, and only those that this exchange can follow. */
    settings,
    sessions: new Sessions(db, now),
    passwords,
    devices,
    loginCodes: new LoginCodes({ db, codes: notify.codes, devices, settings }),
    secondFactors,
    /** The proofs that sensitive actions of users require. */
    proofs: openProofs({ db, notify, passwords, settings, securityLog, now, factors: secondFactors.factors }),
    people: addressBook({ db, devices, passwords, phoneAccounts }),
    /** Whether messages are kept for anyone to read instead of being sent. */
    keepsMessages: notify.keeps('email') || (notify.keeps('sms') && phoneAccounts()),
  };
}
