import type { bindAddress } from '@bourse/contract/identity';
import { codePurpose } from '@bourse/contract/notify';
import { inTransaction } from '../../ground/database/index.ts';
import { type AnswerTo, done, type Member, networkOf, refused } from '../../ground/gateway/index.ts';
import type { CodeBinding, Contact } from '../notify/index.ts';
import { contactOf, readEmail, readPhone } from './login-name.ts';
import { diallingCodeOf } from './areas.ts';
import { notifyOwner } from './owner-notices.ts';
import type { People, Person } from './people.ts';
import type { GivenFactor, Proofs } from './proofs/ports.ts';
import type { With } from '../../ground/parts.ts';

export interface AddressParts extends With<'db' | 'notify' | 'now' | 'securityLog' | 'sessions'> {
  readonly people: People;
  readonly proofs: Pick<Proofs, 'codes' | 'factors'>;
}

/** An address to link, with the proofs. */
export interface LinkedAddress extends GivenFactor {
  readonly type: 'email' | 'mobile';
  readonly account: string;
  readonly areaId: number | null;
  readonly auth_code: string;
  readonly old_code?: string;
}

/**
 * Links an address to the account, in place of an earlier one. Proofs are a code sent to the new address, a code sent
 * to the account’s own address, and the second factor. Without the second code a stolen session could
 * link an address and take over the account with “Forgot password?”.
 */
export async function linkAddress(
  parts: AddressParts,
  input: LinkedAddress,
  member: Member,
): Promise<AnswerTo<typeof bindAddress>> {
  const { db, notify, now, people, proofs, securityLog, sessions } = parts;
  const { account, areaId, type } = input;
  const { user } = member;
  const contact =
    type === 'email' ? readEmail(account) : readPhone(account, areaId === null ? null : diallingCodeOf(areaId));
  if ('ok' in contact) return contact;
  const person = await people.find(user);
  if (person === null) return refused('session_ended');
  const { channel } = contact;
  const replaced = contactOf(person, channel);
  if (replaced?.key === contact.key) return refused('address_unchanged');
  const added: CodeBinding = { purpose: codePurpose.bind, contact, user };
  const oldCode = input.old_code ?? '';
  const unusable =
    (await notify.codes.test(added, input.auth_code)) ?? (await proofs.codes.test(user, oldCode, member));
  if (unusable !== null) return unusable;
  const unproven = await proofs.factors.check(user, input, member);
  if (unproven !== null) return unproven;
  // The session may have ended while the proofs were checked.
  if (sessions.stillKnown(member.session) === undefined) return refused('session_ended');
  const late = await inTransaction(db, async (transaction) => {
    const usedUp =
      (await notify.codes.redeem(transaction, added, input.auth_code)) ??
      (await proofs.codes.redeem(transaction, user, oldCode, member));
    if (usedUp !== null) return usedUp;
    const change = { contact, mobile: account.trim(), areaId, nowMs: now() };
    if (!(await people.changeContact(user, change, transaction))) {
      return refused(channel === 'email' ? 'account_taken' : 'phone_taken');
    }
    // The address that was replaced and the one that remains are notified, the new one is not.
    for (const told of notified(person, replaced)) {
      await notifyOwner(transaction, notify, 'address_changed', told, member, now());
    }
    return null;
  });
  if (late !== null) return late;
  securityLog.record('address_bound', { user, network: networkOf(member.address), channel });
  notify.delivery.wake();
  return done(null);
}

/** The account with only the addresses to notify, each by itself. */
function notified(person: Person, replaced: Contact | null): Pick<Person, 'email' | 'id' | 'mobileKey'>[] {
  const { email, id, mobileKey } = person;
  const byMail = { id, email, mobileKey: null };
  const byPhone = { id, email: '', mobileKey };
  if (replaced === null) return [person];
  if (replaced.channel === 'email') return mobileKey === null ? [byMail] : [byMail, byPhone];
  return email === '' ? [byPhone] : [byPhone, byMail];
}
