import { Devices } from './devices.ts';
import type { LiveSettings } from './live-settings.ts';
import { LoginCodes } from './login-codes.ts';
import { addressBook } from './login-name.ts';
import { Passwords } from './passwords.ts';
import { openProofs } from './proofs/open-proofs.ts';
import { openSecondFactors } from './second-factor/index.ts';
import { Sessions } from './sessions.ts';
import type { With } from '../../ground/parts.ts';
import type { SiteSettings } from './site-settings.ts';
import type { AddressBook } from '../notify/index.ts';
import type { OpenProofs } from './proofs/open-proofs.ts';
import type { OpenSecondFactors } from './second-factor/index.ts';

interface Sources extends With<
  'boxFor' | 'identityDb' | 'liveSettings' | 'notify' | 'now' | 'publicOrigin' | 'securityLog'
> {
  readonly changes: { readonly report: (kind: 'site') => void };
}

/** The services of accounts that others use: who a user is, and the proofs of it. */
export function identityOffers(sources: Sources) {
  const { boxFor, changes, identityDb: db, liveSettings, notify, now, publicOrigin, securityLog } = sources;
  liveSettings.onChange(() => changes.report('site'));
  // Phone numbers can only be verified by text message.
  const settings = notify.offers('sms') ? liveSettings.now : liveSettings.withFixed({ phone_accounts: 0 });
  const phoneAccounts = (): boolean => settings.phone_accounts === 1;
  const passwords = new Passwords();
  const devices = new Devices(db, now);
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
    /** Whether some messages are not sent, but shown to everyone, as a demo without a mail server does. */
    keepsMessages: notify.keeps('email') || (notify.keeps('sms') && phoneAccounts()),
  };
}

declare module '../../ground/parts.ts' {
  interface Parts {
    /** The site settings, always with their current values, and only those that this exchange can follow. */
    readonly settings: SiteSettings;
    /** The site settings as operators change them. */
    readonly liveSettings: LiveSettings;
    /** The sessions of users. */
    readonly sessions: Sessions;
    /** Hashes and compares passwords. */
    readonly passwords: Passwords;
    /** The devices with which a user has logged in. */
    readonly devices: Devices;
    /** The codes that a login requires. */
    readonly loginCodes: LoginCodes;
    /** Authenticator apps, passkeys and recovery codes. */
    readonly secondFactors: OpenSecondFactors;
    /** The proofs that sensitive actions of users require. */
    readonly proofs: OpenProofs;
    /** How users are reached. */
    readonly people: AddressBook;
    /** Whether some messages are not sent, but shown to everyone, as a demo without a mail server does. */
    readonly keepsMessages: boolean;
  }
}
