import type { SecurityLog } from '../../../ground/security-log/index.ts';
import { FactorMail, type FactorMessages } from './factor-mail.ts';
import { FactorResets } from './factor-resets.ts';
import { passkeySiteOf } from './passkey-site.ts';
import { Passkeys } from './passkeys.ts';
import { UserFactors } from './user-factors.ts';
import type { With } from '../../../ground/parts.ts';

export interface SecondFactorOptions extends With<'boxFor' | 'db' | 'now' | 'publicOrigin'> {
  readonly notify: FactorMessages;
  readonly securityLog: Pick<SecurityLog, 'record'>;
  readonly siteName: () => string;
}

/** The second factors of users with their tables. */
export interface OpenSecondFactors {
  readonly factors: UserFactors;
  readonly passkeys: Passkeys;
  readonly mail: FactorMail;
  readonly resets: FactorResets;
}

export function openSecondFactors(options: SecondFactorOptions): OpenSecondFactors {
  const { boxFor, db, notify, now, publicOrigin, securityLog, siteName } = options;
  const mail = new FactorMail(notify, now);
  const resets = new FactorResets({ db, mail, securityLog, now });
  const site = passkeySiteOf(publicOrigin);
  const passkeys = new Passkeys({ db, box: boxFor('passkeys'), site, siteName, now });
  const factors = new UserFactors({ db, box: boxFor('second factors'), passkeys, mail, resets, securityLog, now });
  return { factors, passkeys, mail, resets };
}
