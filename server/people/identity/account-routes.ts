import type { CallInput } from '@bourse/contract';
import {
  amendPayPassword,
  bindAddress,
  bindEmail,
  deviceList,
  forgetDevice,
  loginHistory,
  phishingWordShape,
  setPhishingWord,
} from '@bourse/contract/identity';
import { inTransaction } from '../../ground/database/index.ts';
import { done, type Gateway, type Member, networkOf, pageOf, readPaging, refused } from '../../ground/gateway/index.ts';
import { type AddressParts, linkAddress } from './link-address.ts';
import { type FreezeRouteParts, registerFreezes } from './freeze-routes.ts';
import { Logins } from './logins.ts';
import { notifyOwner } from './owner-notices.ts';
import type { With } from '../../ground/parts.ts';

export type AccountParts = AddressParts & FreezeRouteParts & With<'devices' | 'proofs'>;

/** Serves the calls with which users see and change the security of their account. */
export function registerAccount(gateway: Gateway, parts: AccountParts): void {
  const { db, devices, notify, now, people, proofs, securityLog, sessions } = parts;
  const logins = new Logins(db, now);

  registerFreezes(gateway, parts);
  gateway.member(amendPayPassword, (input, member) => changePayPassword(input, member));
  gateway.member(bindAddress, (input, member) =>
    linkAddress(parts, { ...input, areaId: input.area_id === undefined ? null : Number(input.area_id) }, member),
  );
  gateway.member(bindEmail, ({ code, email, ...input }, member) =>
    linkAddress(parts, { ...input, type: 'email', account: email, auth_code: code, areaId: null }, member),
  );

  gateway.member(loginHistory, async (input, { user }) => {
    const paging = readPaging(input);
    if (!paging.ok) return paging;
    const { rows, total } = await logins.page(user, paging);
    return done(pageOf(rows, total, paging));
  });

  gateway.member(deviceList, async (_input, { user, device }) =>
    done((await logins.devices(user, device)).map(({ shown }) => shown)),
  );

  gateway.member(forgetDevice, async ({ id }, { address, device, session, user }) => {
    const found = (await logins.devices(user, device)).find(({ shown }) => shown.id === id);
    if (found === undefined) return refused('device_unknown');
    await devices.forget(db, user, found.key);
    for (const other of await sessions.list(user)) {
      if (other.deviceKey !== found.key || other.tokenHash === session.tokenHash) continue;
      await sessions.end({ tokenHash: other.tokenHash, user, expiresAtMs: other.expiresAtMs });
    }
    securityLog.record('device_forgotten', { user, network: networkOf(address) });
    return done(null);
  });

  gateway.member(setPhishingWord, async ({ word }, member) => {
    const { user } = member;
    const chosen = word.trim().normalize('NFC');
    if (chosen !== '' && !phishingWordShape.test(chosen)) return refused('phishing_word_shape');
    const person = await people.find(user);
    if (person === null) return refused('session_ended');
    await inTransaction(db, async (transaction) => {
      // The notice still carries the word that the owner knows.
      await notifyOwner(transaction, notify, 'phishing_word_changed', person, member, now());
      await notify.words.set(transaction, user, chosen === '' ? null : chosen);
    });
    securityLog.record('phishing_word_changed', { user, network: networkOf(member.address) });
    notify.delivery.wake();
    return done(null);
  });

  async function changePayPassword(input: CallInput<typeof amendPayPassword>, member: Member) {
    const { user } = member;
    const person = await people.find(user);
    if (person === null) return refused('session_ended');
    if (!(await proofs.payPasswords.has(user))) return refused('pay_password_missing');
    const unusable = await proofs.codes.test(user, input.auth_code, member);
    if (unusable !== null) return unusable;
    // After the code, so that a stolen session alone cannot try login passwords here.
    const wrong = await proofs.payPasswords.judgeNew(user, input.password, member);
    if (wrong !== null) return wrong;
    const unproven = await proofs.factors.check(user, input, member);
    if (unproven !== null) return unproven;
    const hash = await proofs.payPasswords.hashOf(input.password, member);
    // The session may have ended while the proofs were checked.
    if (sessions.stillKnown(member.session) === undefined) return refused('session_ended');
    const late = await inTransaction(db, async (transaction) => {
      const usedUp = await proofs.codes.redeem(transaction, user, input.auth_code, member);
      if (usedUp !== null) return usedUp;
      await proofs.payPasswords.change(transaction, user, hash);
      await notifyOwner(transaction, notify, 'pay_password_changed', person, member, now());
      return null;
    });
    if (late !== null) return late;
    securityLog.record('pay_password_changed', { user, network: networkOf(member.address) });
    notify.delivery.wake();
    return done(null);
  }
}
