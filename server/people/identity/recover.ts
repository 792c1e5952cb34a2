import type { CallInput } from '@bourse/contract';
import type { CodeRefusal, forgetPassword } from '@bourse/contract/identity';
import { codePurpose } from '@bourse/contract/notify';
import { type AnswerTo, type Caller, done, networkOf, type Refused, refused } from '../../ground/gateway/index.ts';
import type { CodeBinding } from '../notify/index.ts';
import { judgeNewPassword } from './account-rules.ts';
import { codeFailureOf, type LoginJudge } from './login-judge.ts';
import { readLoginName } from './login-name.ts';
import { notifyOwner } from './owner-notices.ts';
import type { People, Person } from './people.ts';
import type { Proofs } from './proofs/ports.ts';
import type { SiteSettings } from './site-settings.ts';
import type { With } from '../../ground/parts.ts';

/** Dependencies of a password reset. */
export interface RecoverParts extends With<'devices' | 'notify' | 'now' | 'passwords' | 'securityLog' | 'sessions'> {
  readonly people: People;
  readonly judge: LoginJudge;
  readonly proofs: Pick<Proofs, 'factors'>;
  readonly settings: Pick<SiteSettings, 'password_policy'>;
  readonly phoneAccounts: () => boolean;
}

/**
 * Sets a new password with a verification code. One transaction redeems the code, sets the password, ends every
 * session, forgets every other device and queues the notice to the owner. Wrong codes count as failed logins, and a
 * locked login is refused here as well.
 */
export async function recover(
  parts: RecoverParts,
  input: CallInput<typeof forgetPassword>,
  caller: Caller,
): Promise<AnswerTo<typeof forgetPassword>> {
  const { account, area_id: area, country_code: countryCode, type } = input;
  const areaId = area === undefined ? null : Number(area);
  const contact = readLoginName({ account, type, areaId, countryCode }, parts.phoneAccounts());
  if ('ok' in contact) return contact;
  const wrong = judgeNewPassword(parts.settings.password_policy, {
    password: input.new_password,
    repeated: input.secondary_password,
    account: contact.address,
  });
  if (wrong !== null) return wrong;
  const code = input.auth_code.trim();
  if (code === '') return refused('verification_code_required');
  const { judge, notify, passwords, people } = parts;
  const network = networkOf(caller.address);
  const place = { account: contact.key, network, attempt: 'recovery' } as const;
  return judge.attempt<AnswerTo<typeof forgetPassword>>(place, async () => {
    const person = await people.findByContact(contact);
    const user = person?.id ?? null;
    const bound = { purpose: codePurpose.recovery, contact, scope: caller.device };
    const binding: CodeBinding = { ...bound, user };
    const unusable = await notify.codes.test(binding, code);
    if (unusable !== null) {
      const failure = codeFailureOf(unusable.error);
      return { answer: unusable, outcome: outcomeOf(unusable), user, failure };
    }
    // A valid code implies that the account exists.
    if (person === null) {
      return { answer: refused('verification_code_expired'), outcome: 'failed', user, failure: 'account_unknown' };
    }
    const unproven = await parts.proofs.factors.check(person.id, input, caller);
    if (unproven !== null) return { answer: unproven, outcome: 'undecided', user, failure: null };
    const passwordHash = await passwords.hash(input.new_password, network);
    const set = await setPassword(parts, { person, binding, code, passwordHash, caller });
    if ('ok' in set) return { answer: set, outcome: 'undecided', user, failure: codeFailureOf(set.error) };
    return { answer: done({ device_id: set.device }), outcome: 'right', user, failure: null };
  });
}

interface Recovery {
  readonly person: Person;
  readonly binding: CodeBinding;
  readonly code: string;
  readonly passwordHash: string;
  readonly caller: Caller;
}

async function setPassword(
  parts: RecoverParts,
  recovery: Recovery,
): Promise<{ readonly device: string } | Refused<CodeRefusal>> {
  const { devices, notify, now, people, securityLog, sessions } = parts;
  const { binding, caller, code, passwordHash, person } = recovery;
  let late: Refused<CodeRefusal> = refused('verification_code_expired');
  const changes = { forgotten: 0, isNewDevice: false, device: '' };
  const ended = await sessions.endOthers(person.id, null, async (transaction) => {
    const usedUp = await notify.codes.redeem(transaction, binding, code);
    if (usedUp !== null) {
      late = usedUp;
      return false;
    }
    const change = { before: null, after: passwordHash, nowMs: now() };
    await people.changePassword(person.id, change, transaction);
    changes.forgotten = await devices.forgetOthers(transaction, person.id, caller.device);
    const device = await devices.idAfterProofs(transaction, caller.device);
    changes.device = device;
    if (device !== '') changes.isNewDevice = await devices.use(transaction, person.id, device);
    await notifyOwner(transaction, notify, 'password_changed', person, caller, now());
    return true;
  });
  if (typeof ended !== 'number') return late;
  const { id: user } = person;
  const network = networkOf(caller.address);
  securityLog.record('password_recovered', { user, network, sessions: ended });
  const { device, forgotten, isNewDevice } = changes;
  if (forgotten > 0) securityLog.record('devices_forgotten', { user, network, devices: forgotten });
  if (isNewDevice) securityLog.record('device_admitted', { user, network });
  notify.delivery.wake();
  return { device };
}

/** Only a wrong code counts as a failure; an expired one does not indicate guessing. */
function outcomeOf({ error }: Refused): 'failed' | 'undecided' {
  return error === 'verification_code_wrong' ? 'failed' : 'undecided';
}
