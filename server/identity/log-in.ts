import type { CallInput } from '@bourse/contract';
import type { login } from '@bourse/contract/identity';
import type { UserId } from '@bourse/engine';
import type { Kysely } from 'kysely';
import { inTransaction, type Schema } from '../database/index.ts';
import { type Caller, done, networkOf, refused } from '../gateway/index.ts';
import type { Notify } from '../notify/index.ts';
import type { SecurityLog } from '../security-log/index.ts';
import type { DeviceKeys } from './device-keys.ts';
import type { Devices } from './devices.ts';
import type { LoginCodes } from './login-codes.ts';
import { codeFailureOf, type LoginJudge } from './login-judge.ts';
import { readLoginName } from './login-name.ts';
import { notifyOwner } from './owner-notices.ts';
import type { People, Person } from './people.ts';
import type { Sessions } from './sessions.ts';

/** Dependencies of the login. */
export interface LoginParts {
  readonly db: Kysely<Schema>;
  readonly people: People;
  readonly judge: LoginJudge;
  readonly loginCodes: LoginCodes;
  readonly devices: Devices;
  readonly deviceKeys: DeviceKeys;
  readonly sessions: Sessions;
  readonly notify: Notify;
  readonly securityLog: SecurityLog;
  readonly phoneAccounts: () => boolean;
  /** Credits missing starting balances. */
  readonly complete: (id: UserId) => Promise<void>;
  readonly now: () => number;
}

/**
 * Starts a session after checking all required credentials, and notifies the owner of a new device. The checks run one
 * after the other and take the same steps for unknown accounts.
 */
export async function logIn(parts: LoginParts, input: CallInput<typeof login>, caller: Caller) {
  const { judge, loginCodes, people, securityLog, sessions } = parts;
  const { account, country_code: countryCode, login_type: type, password } = input;
  const contact = readLoginName({ account, type, countryCode }, parts.phoneAccounts());
  if ('ok' in contact) return contact;
  if (password === '') return refused('password_required');
  const device = input.device_id ?? caller.device;
  const coded = { contact, device, code: (input.sms_code ?? '').trim() };
  const network = networkOf(caller.address);
  const attempt = 'login';
  const shown = { account: contact.key, password, network, attempt } as const;
  const person = await judge.judge(
    shown,
    () => people.findByContact(contact),
    (found) => loginCodes.test(coded, found),
  );
  if ('ok' in person) return person;
  const usedUp = await loginCodes.use(coded, person);
  const user = person.id;
  if (usedUp !== null) {
    securityLog.record('login_failed', { user, network, attempt, reason: codeFailureOf(usedUp.error) });
    return usedUp;
  }
  if (!person.granted) await parts.complete(person.id);
  const started = await sessions.start(person.id, {
    remember: input.remember === true,
    deviceKey: parts.deviceKeys.keyOf(device),
    address: caller.address,
    userAgent: caller.userAgent,
    passwordHash: person.passwordHash,
  });
  if (started === null) {
    securityLog.record('login_failed', { user, network, attempt, reason: 'password_replaced' });
    return refused('credentials_wrong');
  }
  securityLog.record('login_succeeded', { user, network });
  await recordDevice(parts, person, device, caller);
  const { token, session } = started;
  return done({ token, expires_at: session.expiresAtMs });
}

async function recordDevice(parts: LoginParts, person: Person, device: string, caller: Caller): Promise<void> {
  const { db, devices, notify, now, people } = parts;
  const isNewDevice = await inTransaction(db, async (transaction) => {
    await people.keepLanguage(person.id, caller.language, transaction);
    const isNew = await devices.use(transaction, person.id, device, now());
    if (isNew) await notifyOwner(transaction, notify, 'new_device', person, caller, now());
    return isNew;
  });
  if (!isNewDevice) return;
  parts.securityLog.record('device_admitted', { user: person.id, network: networkOf(caller.address) });
  notify.delivery.wake();
}
