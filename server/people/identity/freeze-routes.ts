import { freezeAccount, freezeByLink, freshLoginMinutes, unfreezeAccount } from '@bourse/contract/identity';
import type { UserId } from '@bourse/engine';
import { inTransaction } from '../../ground/database/index.ts';
import { type Caller, done, type Gateway, type Member, networkOf, refused } from '../../ground/gateway/index.ts';
import { ownerOfFreezeToken } from './freeze-links.ts';
import type { Freezes } from './freezes.ts';
import { notifyOwner } from './owner-notices.ts';
import type { People } from './people.ts';
import type { Proofs } from './proofs/ports.ts';
import type { With } from '../../ground/parts.ts';

export interface FreezeRouteParts extends With<'db' | 'notify' | 'now' | 'securityLog' | 'sessions'> {
  readonly freezes: Freezes;
  readonly people: People;
  readonly proofs: Pick<Proofs, 'codes' | 'factors'>;
}

/** Serves freezing an account, in a session or by the link of a mail, and unfreezing it. */
export function registerFreezes(gateway: Gateway, parts: FreezeRouteParts): void {
  const { db, freezes, notify, now, people, proofs, securityLog, sessions } = parts;

  gateway.member(freezeAccount, async (_input, member) => {
    await freeze(member.user, member, 'session');
    return done(null);
  });

  gateway.visitor(freezeByLink, async ({ token }, caller) => {
    const user = await ownerOfFreezeToken(db, token, now());
    if (user === null) return refused('freeze_link_invalid');
    await freeze(user, caller, 'link');
    return done(null);
  });

  gateway.member(unfreezeAccount, async (input, member) => {
    const { address, session, user } = member;
    const obstacle = await freezes.obstacle(user);
    if (obstacle !== null) return refused(obstacle);
    const startedAtMs = await sessions.startedAtMs(session);
    if (startedAtMs === null) return refused('session_ended');
    if (now() - startedAtMs > freshLoginMinutes * 60_000) {
      return refused('fresh_login_required', { minutes: freshLoginMinutes });
    }
    const unusable = await proofs.codes.test(user, input.auth_code, member);
    if (unusable !== null) return unusable;
    const unproven = await proofs.factors.check(user, input, member);
    if (unproven !== null) return unproven;
    const usedUp = await inTransaction(db, (transaction) =>
      proofs.codes.redeem(transaction, user, input.auth_code, member),
    );
    if (usedUp !== null) return usedUp;
    if (sessions.stillKnown(session) === undefined) return refused('session_ended');
    if (!(await freezes.lift(user))) return refused('frozen_by_operator');
    await notifyAbout('account_unfrozen', user, member);
    securityLog.record('account_unfrozen', { user, network: networkOf(address) });
    return done(null);
  });

  /** Ends every session, also if the account is frozen already. */
  async function freeze(user: UserId, caller: Caller, by: 'session' | 'link'): Promise<void> {
    const person = await people.find(user);
    const wasFrozen = await freezes.isFrozen(user);
    const ended = await sessions.endOthers(user, null, async (transaction) => {
      if (!wasFrozen) await freezes.note(transaction, user);
      if (!wasFrozen && person !== null) {
        await notifyOwner(transaction, notify, 'account_frozen', person, caller, now());
      }
      return true;
    });
    notify.delivery.wake();
    await freezes.carryOut(user);
    const count = typeof ended === 'number' ? ended : 0;
    securityLog.record('account_frozen', { user, network: networkOf(caller.address), sessions: count, by });
  }

  async function notifyAbout(event: 'account_unfrozen', user: UserId, member: Member): Promise<void> {
    const person = await people.find(user);
    if (person === null) return;
    await notifyOwner(db, notify, event, person, member, now());
    notify.delivery.wake();
  }
}
