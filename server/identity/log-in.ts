import type { CallInput } from '@bourse/contract';
import type { login } from '@bourse/contract/identity';
import type { UserId } from '@bourse/engine';
import type { Kysely } from 'kysely';
import { inTransaction, type Schema } from '../database/index.ts';
import { type Caller, done, networkOf, refused } from '../gateway/index.ts';
import type { Notify } from '../notify/index.ts';
import type { Devices } from './devices.ts';
import type { LoginCodes } from './login-codes.ts';
import type { LoginJudge } from './login-judge.ts';
import { readLoginName } from './login-name.ts';
import { tellOwner } from './owner-notices.ts';
import type { People, Person } from './people.ts';
import type { Sessions } from './sessions.ts';

/** What logging in works with. */
export interface LoginParts {
  readonly db: Kysely<Schema>;
  readonly people: People;
  readonly judge: LoginJudge;
  readonly loginCodes: LoginCodes;
  readonly devices: Devices;
  readonly sessions: Sessions;
  readonly notify: Notify;
  readonly phoneAccounts: boolean;
  /** Gives a person what is still missing of the starting balances. */
  readonly complete: (id: UserId) => Promise<void>;
  readonly now: () => number;
}

/**
 * Starts a session for whoever shows everything that the login asks for, and tells the owner when it is from a new
 * device. Proofs are judged one after the other before the session begins, each in the same way for accounts that do
 * not exist; a further one takes its place among them.
 */
export async function logIn(parts: LoginParts, input: CallInput<typeof login>, caller: Caller) {
  const { judge, loginCodes, people, sessions } = parts;
  const { account, country_code: countryCode, login_type: type, password } = input;
  const contact = readLoginName({ account, type, countryCode }, parts.phoneAccounts);
  if ('ok' in contact) return contact;
  if (password === '') return refused('password_required');
  const device = input.device_id ?? caller.device;
  const coded = { contact, device, code: (input.sms_code ?? '').trim() };
  const shown = { account: contact.key, password, network: networkOf(caller.address) };
  const person = await judge.judge(
    shown,
    () => people.findByContact(contact),
    (found) => loginCodes.test(coded, found),
  );
  if ('ok' in person) return person;
  const usedUp = await loginCodes.use(coded, person);
  if (usedUp !== null) return usedUp;
  if (!person.granted) await parts.complete(person.id);
  const started = await sessions.start(person.id, {
    remember: input.remember === true,
    device,
    address: caller.address,
    userAgent: caller.userAgent,
    passwordHash: person.passwordHash,
  });
  if (started === null) return refused('credentials_wrong');
  await noteDevice(parts, person, device, caller);
  const { token, session } = started;
  return done({ token, expires_at: session.expiresAtMs });
}

async function noteDevice(parts: LoginParts, person: Person, device: string, caller: Caller): Promise<void> {
  const { db, devices, notify, now } = parts;
  const told = await inTransaction(db, async (transaction) => {
    const isNew = await devices.use(transaction, person.id, device, now());
    if (isNew) await tellOwner(transaction, notify, 'new_device', person, caller, now());
    return isNew;
  });
  if (told) notify.delivery.wake();
}
