import type { CallInput, RefusalOf } from '@bourse/contract';
import { areaList, forgetPassword, login, logout, register, siteConfig, userInfo } from '@bourse/contract/identity';
import { codePurpose } from '@bourse/contract/notify';
import type { UserId } from '@bourse/engine';
import type { RestrictionScope } from '@bourse/engine/restrictions';
import type { Listings } from '../../ground/feed/index.ts';
import {
  type Caller,
  done,
  type Gateway,
  NetworkAttempts,
  networkOf,
  type Refused,
  refused,
} from '../../ground/gateway/index.ts';
import type { CodeBinding } from '../notify/index.ts';
import { registerAccount } from './account-routes.ts';
import { type Application, judgeApplication } from './application.ts';
import { areas } from './areas.ts';
import { grantDemoBalances, hasDemoGrant } from './demo-grant.ts';
import { Freezes } from './freezes.ts';
import { registerInvitations } from './invitations.ts';
import { logIn } from './log-in.ts';
import { LoginGuard } from './login-guard.ts';
import { tooManyRequests, LoginJudge, whenNotBusy } from './login-judge.ts';
import { type AddedAccount, People } from './people.ts';
import { recover } from './recover.ts';
import { registerSecondFactor } from './second-factor/index.ts';
import { registerSessions } from './session-routes.ts';
import { type ReviewStatus, userInfoOf } from './user-info.ts';
import { type PublishedDialog, publicConfig } from './site-settings.ts';
import type { With } from '../../ground/parts.ts';

/** Dependencies of the identity calls. `demoGrants` gives new users starting balances. */
export interface IdentityParts extends With<
  | 'agents'
  | 'cancelWithdrawals'
  | 'core'
  | 'db'
  | 'devices'
  | 'elapsed'
  | 'keepsMessages'
  | 'log'
  | 'loginCodes'
  | 'notify'
  | 'now'
  | 'passwords'
  | 'proofs'
  | 'secondFactors'
  | 'securityLog'
  | 'sessions'
  | 'settings'
> {
  readonly listings: Listings;
  readonly dialog: PublishedDialog;
  readonly simulatedMarket: boolean;
  readonly demoGrants: boolean;
  readonly restrictionOf: (user: UserId) => RestrictionScope;
  readonly reviewStatusOf: (user: UserId) => Promise<ReviewStatus>;
}

/** Serves registration, login, logout, the current user, and the site configuration that the page loads first. */
export function registerIdentity(gateway: Gateway, parts: IdentityParts): void {
  const { devices, dialog, notify, passwords, securityLog, sessions, settings } = parts;
  const people = new People(parts.db);
  const phoneAccounts = (): boolean => settings.phone_accounts === 1;
  const judge = new LoginJudge(new LoginGuard(), passwords, securityLog, parts.elapsed);
  const registrations = new NetworkAttempts({ count: () => settings.registrations_per_hour, windowMs: 3_600_000 });
  const { simulatedMarket, keepsMessages } = parts;

  registerSessions(gateway, { ...parts, people, judge });
  registerInvitations(gateway, parts);
  const freezes = new Freezes(parts);
  registerAccount(gateway, { ...parts, people, freezes });
  gateway.visitor(areaList, (_input, { language }) => done([...areas(language)]));
  gateway.visitor(siteConfig, (_input, { language }) =>
    done(publicConfig(settings, { simulatedMarket, keepsMessages, dialog: dialog.textIn(language) }, language)),
  );
  gateway.visitor(register, (input, caller) => whenNotBusy(() => openAccount(input, caller)));
  const { factors } = parts.secondFactors;
  const accounts = { ...parts, people, judge, phoneAccounts, factors, complete: giveStartingBalances };
  registerSecondFactor(gateway, {
    ...parts,
    ...parts.secondFactors,
    people,
    codes: parts.proofs.codes,
    login: accounts,
    site: () => settings.app_name,
  });
  gateway.visitor(login, (input, caller) => whenNotBusy(() => logIn(accounts, input, caller)));
  gateway.visitor(forgetPassword, (input, caller) => whenNotBusy(() => recover(accounts, input, caller)));
  gateway.member(logout, async (_input, { session }) => {
    await sessions.end(session);
    return done(null);
  });
  gateway.member(userInfo, async (_input, { user }) => {
    const passkeysOf = (id: UserId) => parts.secondFactors.passkeys.count(parts.db, id);
    const isAgent = (id: UserId) => parts.agents.isActive(id);
    const info = await userInfoOf({ ...parts, people, freezes, isAgent, passkeysOf }, user);
    return info === null ? refused('session_ended') : done(info);
  });

  async function openAccount(input: CallInput<typeof register>, caller: Caller) {
    const application = judgeApplication(input, settings, input.device_id ?? caller.device);
    if ('ok' in application) return application;
    const network = networkOf(caller.address);
    const verdict = registrations.begin(network, parts.elapsed());
    if (verdict.kind === 'crowded') return tooManyRequests(1);
    if (verdict.kind === 'locked') return tooManyRequests(Math.ceil(verdict.waitMs / 1_000));
    let opened = false;
    try {
      const added = await addPerson(application, caller);
      if ('ok' in added) return added;
      opened = true;
      const { id, device } = added;
      securityLog.record('account_registered', { user: id, network });
      // The fees of a new user count from the first one.
      await parts.agents.carryOutSoon(id);
      await giveStartingBalances(id);
      return done({ id, device_id: device }, { sequence: parts.core.sequence });
    } finally {
      registrations.settle(network, parts.elapsed(), opened ? 'counts' : 'void');
    }
  }

  async function addPerson(
    application: Application,
    caller: Caller,
  ): Promise<AddedAccount | Refused<RefusalOf<typeof register>>> {
    const byVenue = settings.default_invite_code !== '' && application.inviteCode === settings.default_invite_code;
    const invitedBy = byVenue ? null : await people.inviterOf(application.inviteCode);
    if (!byVenue && invitedBy === null) return refused('invite_code_unknown');
    // The code is checked first: only someone with access to the address learns that it has an account.
    const { code, contact } = application;
    const binding: CodeBinding = { purpose: codePurpose.register, contact, user: null, scope: caller.device };
    const wrong = code === '' ? null : await notify.codes.test(binding, code);
    if (wrong !== null) return wrong;
    const taken = contact.channel === 'email' ? refused('account_taken') : refused('phone_taken');
    if ((await people.findByContact(contact)) !== null) return taken;
    const passwordHash = await passwords.hash(application.password, networkOf(caller.address));
    const notices: (() => void)[] = [];
    const added = await people.add(application, {
      passwordHash,
      invitedBy,
      devices,
      joined: async (transaction, id) => {
        if (invitedBy !== null) notices.push(...(await parts.agents.joinInviter(transaction, id, invitedBy)));
      },
      language: caller.language,
      nowMs: parts.now(),
      permit: async (transaction) => (code === '' ? null : notify.codes.redeem(transaction, binding, code)),
    });
    if (added === null || 'ok' in added) return added ?? taken;
    for (const send of notices) send();
    return added;
  }

  /** Credits starting balances without failing the registration; the next login retries. */
  async function giveStartingBalances(id: UserId): Promise<void> {
    if (!parts.demoGrants) return;
    try {
      if (hasDemoGrant(parts.listings, id)) await grantDemoBalances(parts.core, parts.listings, id);
      else parts.log.warn({ user: id }, 'no starting balances left in the demo, the account opens without them');
      await people.markGranted(id, parts.now());
    } catch (error) {
      parts.log.warn({ err: error, user: id }, 'starting balances are incomplete, the next login retries');
    }
  }
}
