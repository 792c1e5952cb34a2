import type { CallInput } from '@bourse/contract';
import {
  amendPassword,
  type SessionInfo,
  sessionList,
  sessionRevoke,
  sessionRevokeOthers,
} from '@bourse/contract/identity';
import { done, type Gateway, type Member, networkOf, refused } from '../../ground/gateway/index.ts';
import { judgeNewPassword } from './account-rules.ts';
import { shownDeviceId } from './device-keys.ts';
import { nameDevice } from './device-name.ts';
import { type LoginJudge, whenNotBusy } from './login-judge.ts';
import { notifyOwner } from './owner-notices.ts';
import type { People } from './people.ts';
import type { Proofs } from './proofs/ports.ts';
import type { ListedSession } from './sessions.ts';
import type { SiteSettings } from './site-settings.ts';
import { emailKey } from '../../ground/email-key.ts';
import type { With } from '../../ground/parts.ts';

/** Dependencies of the session calls. */
export interface SessionParts extends With<'devices' | 'notify' | 'now' | 'passwords' | 'securityLog' | 'sessions'> {
  readonly people: People;
  readonly judge: LoginJudge;
  readonly proofs: Pick<Proofs, 'factors'>;
  readonly settings: Pick<SiteSettings, 'password_policy'>;
}

/** Serves the list of a user's sessions, and ending one, all others, or all others with a new password. */
export function registerSessions(gateway: Gateway, parts: SessionParts): void {
  const { sessions, people, passwords, judge, devices, notify, proofs, securityLog, settings } = parts;

  gateway.member(sessionList, async (_input, { user, session }) => {
    const listed = (await sessions.list(user)).map((one) =>
      sessionOnWire(one, one.tokenHash === session.tokenHash, shownDeviceId(user, one.deviceKey)),
    );
    return done(listed.toSorted((a, b) => b.current - a.current));
  });

  gateway.member(sessionRevoke, async (input, { user, address }) => {
    const wanted = Number(input.id);
    const found = (await sessions.list(user)).find(({ id }) => id === wanted);
    if (found === undefined) return refused('session_unknown');
    await sessions.end({ tokenHash: found.tokenHash, user, expiresAtMs: found.expiresAtMs });
    securityLog.record('session_revoked', { user, network: networkOf(address) });
    return done(null);
  });

  gateway.member(sessionRevokeOthers, async (_input, { user, session, address }) => {
    const ended = await sessions.endOthers(user, session);
    if (typeof ended !== 'number') return refused('session_ended');
    securityLog.record('other_sessions_revoked', { user, network: networkOf(address), sessions: ended });
    return done({ ended });
  });

  gateway.member(amendPassword, (input, member) => whenNotBusy(() => changePassword(input, member)));

  /** Checks the old password under the same limits as a login, so that a stolen session allows no extra attempts. */
  async function changePassword(input: CallInput<typeof amendPassword>, member: Member) {
    const { user, session, address } = member;
    const { old_password: old, new_password: wanted } = input;
    if (old === '') return refused('password_required');
    const person = await people.find(user);
    if (person === null) return refused('session_ended');
    const account = person.email === '' ? (person.mobileKey ?? '') : emailKey(person.email);
    const typed = { password: wanted, repeated: input.secondary_password, account };
    const wrong = judgeNewPassword(settings.password_policy, typed);
    if (wrong !== null) return wrong;
    const network = networkOf(address);
    const judged = await judge.judge({ account, password: old, network, attempt: 'password_change' }, () =>
      Promise.resolve(person),
    );
    if ('ok' in judged) {
      const { error } = judged;
      return error === 'credentials_wrong' ? refused('old_password_wrong') : { ...judged, error };
    }
    if (wanted === old) return refused('password_unchanged');
    const unproven = await proofs.factors.check(user, input, member);
    if (unproven !== null) return unproven;
    const passwordHash = await passwords.hash(wanted, network);
    const change = { before: person.passwordHash, after: passwordHash, nowMs: parts.now() };
    let forgotten = 0;
    const ended = await sessions.endOthers(user, session, async (transaction) => {
      if (!(await people.changePassword(user, change, transaction))) return false;
      forgotten = await devices.forgetOthers(transaction, user, member.device);
      await notifyOwner(transaction, notify, 'password_changed', person, member, parts.now());
      return true;
    });
    if (ended === 'session_gone') return refused('session_ended');
    if (ended === 'not_done') return refused('old_password_wrong');
    securityLog.record('password_changed', { user, network, sessions: ended });
    if (forgotten > 0) securityLog.record('devices_forgotten', { user, network, devices: forgotten });
    notify.delivery.wake();
    return done(null);
  }
}

function sessionOnWire(session: ListedSession, current: boolean, deviceId: string): SessionInfo {
  return {
    id: session.id,
    current: current ? 1 : 0,
    remembered: session.remembered ? 1 : 0,
    ...nameDevice(session.userAgent),
    device_id: deviceId,
    address: session.address,
    created_at: session.createdAtMs,
    last_used_at: session.lastUsedAtMs,
    expires_at: session.expiresAtMs,
  };
}
