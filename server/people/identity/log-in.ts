import type { CallInput } from '@bourse/contract';
import type { login } from '@bourse/contract/identity';
import type { UserId } from '@bourse/engine';
import { inTransaction } from '../../ground/database/index.ts';
import type { SessionFactor } from './tables/people.ts';
import { type Caller, done, networkOf, refused } from '../../ground/gateway/index.ts';
import { deviceKeyOf } from './device-keys.ts';
import { codeFailureOf, type LoginJudge } from './login-judge.ts';
import { readLoginName } from './login-name.ts';
import { notifyOwner } from './owner-notices.ts';
import type { People, Person } from './people.ts';
import type { UserFactors } from './second-factor/user-factors.ts';
import type { With } from '../../ground/parts.ts';

/** Dependencies of the login. */
export interface LoginParts extends With<
  'db' | 'devices' | 'loginCodes' | 'notify' | 'now' | 'securityLog' | 'sessions'
> {
  readonly people: People;
  readonly judge: LoginJudge;
  readonly factors: Pick<UserFactors, 'prove'>;
  readonly phoneAccounts: () => boolean;
  /** Credits missing starting balances. */
  readonly complete: (id: UserId) => Promise<void>;
}

/**
 * Starts a session after checking all required credentials, and notifies the owner of a new device. The checks run one
 * after the other and take the same steps for unknown accounts.
 */
export async function logIn(parts: LoginParts, input: CallInput<typeof login>, caller: Caller) {
  const { factors, judge, loginCodes, people, securityLog } = parts;
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
  const user = person.id;
  // After a right password only, so that nothing is revealed without it, and before the code is used up.
  const proven = await factors.prove(user, input, caller);
  if ('ok' in proven) return proven;
  const usedUp = await loginCodes.use(coded, person);
  if (usedUp !== null) {
    securityLog.record('login_failed', { user, network, attempt, reason: codeFailureOf(usedUp.error) });
    return usedUp;
  }
  const how = { device, remember: input.remember === true, factor: proven.factor };
  const opened = await openSession(parts, person, how, caller);
  if (opened !== null) return done(opened);
  securityLog.record('login_failed', { user, network, attempt, reason: 'password_replaced' });
  return refused('credentials_wrong');
}

/** How a session is started, once all required credentials were checked. */
interface Opening {
  readonly device: string;
  readonly remember: boolean;
  readonly factor: SessionFactor;
}

/** A new session, with the id that the device has from now on; empty for a client without one. */
interface OpenedSession {
  readonly token: string;
  readonly expires_at: number;
  readonly device_id: string;
}

/** Starts a session; null if the password of the person was replaced in the meantime. */
export async function openSession(
  parts: LoginParts,
  person: Person,
  { device, factor, remember }: Opening,
  caller: Caller,
): Promise<OpenedSession | null> {
  if (!person.granted) await parts.complete(person.id);
  const id = await parts.devices.idAfterProofs(parts.db, device);
  const started = await parts.sessions.start(person.id, {
    remember,
    deviceKey: deviceKeyOf(id),
    address: caller.address,
    userAgent: caller.userAgent,
    passwordHash: person.passwordHash,
    secondFactor: factor,
  });
  if (started === null) return null;
  parts.securityLog.record('login_succeeded', { user: person.id, network: networkOf(caller.address) });
  await recordDevice(parts, person, id, caller);
  return { token: started.token, expires_at: started.session.expiresAtMs, device_id: id };
}

async function recordDevice(parts: LoginParts, person: Person, device: string, caller: Caller): Promise<void> {
  const { db, devices, notify, now, people } = parts;
  const isNewDevice = await inTransaction(db, async (transaction) => {
    await people.keepLanguage(person.id, caller.language, transaction);
    const isNew = await devices.use(transaction, person.id, device);
    if (isNew) await notifyOwner(transaction, notify, 'new_device', person, caller, now());
    return isNew;
  });
  if (!isNewDevice) return;
  parts.securityLog.record('device_admitted', { user: person.id, network: networkOf(caller.address) });
  notify.delivery.wake();
}
