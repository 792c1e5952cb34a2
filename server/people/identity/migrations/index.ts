import type { Steps } from '../../../ground/database/index.ts';
import { people } from './0100-people.ts';
import { settings } from './0421-settings.ts';
import { sessionUses } from './0521-sessions.ts';
import { settingsSubject } from './0701-settings-subject.ts';
import { deviceKeys } from './0710-device-keys.ts';
import { userIds } from './0730-user-ids.ts';
import { settingVersions } from './0746-setting-versions.ts';
import { payPasswords } from './0760-pay-passwords.ts';
import { accountSecurity } from './0761-account-security.ts';
import { secondFactors } from './0766-second-factors.ts';
import { factorResets } from './0767-factor-resets.ts';
import { issuedDevices } from './0900-issued-devices.ts';
import { secretKeys } from './0901-secret-keys.ts';
import { removedFactors } from './0911-removed-factors.ts';
import { foundByMail } from './0931-found-by-mail.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0100-people': people,
  '0421-settings': settings,
  '0521-sessions': sessionUses,
  '0701-settings-subject': settingsSubject,
  '0710-device-keys': deviceKeys,
  '0730-user-ids': userIds,
  '0746-setting-versions': settingVersions,
  '0760-pay-passwords': payPasswords,
  '0761-account-security': accountSecurity,
  '0766-second-factors': secondFactors,
  '0767-factor-resets': factorResets,
  '0900-issued-devices': issuedDevices,
  '0901-secret-keys': secretKeys,
  '0911-removed-factors': removedFactors,
  '0931-found-by-mail': foundByMail,
};
