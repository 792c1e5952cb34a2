import { areaList, type CallInput, login, logout, register, siteConfig, userInfo } from '@bourse/contract';
import type { UserId } from '@bourse/engine';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Core } from '../core/index.ts';
import type { Schema } from '../database/index.ts';
import type { Listings } from '../feed/index.ts';
import { AttemptLimit, type Caller, done, type Gateway, networkOf, type Refused, refused } from '../gateway/index.ts';
import { type Application, emailKey, isEmail, judgeApplication, offersLogin } from './account-rules.ts';
import { areas } from './areas.ts';
import { grantDemoBalances, hasDemoGrant } from './demo-grant.ts';
import { TurnsBusy } from './fair-turns.ts';
import { LoginGuard } from './login-guard.ts';
import { Passwords } from './passwords.ts';
import { People, type Person } from './people.ts';
import type { Sessions } from './sessions.ts';
import { publicConfig, type SiteSettings } from './site-settings.ts';

/** What the identity calls work with. `demoGrants`: newcomers are given starting balances. */
export interface IdentityParts {
  readonly db: Kysely<Schema>;
  readonly core: Core;
  readonly listings: Listings;
  readonly sessions: Sessions;
  readonly settings: SiteSettings;
  readonly simulatedMarket: boolean;
  /** Codes are not sent but kept for everybody to read. */
  readonly keepsMessages: boolean;
  readonly demoGrants: boolean;
  readonly now: () => number;
  readonly log: Logger;
}

/** Serves registration, login and logout, who is logged in, and what the page has to know before anything else. */
export function registerIdentity(gateway: Gateway, parts: IdentityParts): void {
  const { sessions, settings } = parts;
  const people = new People(parts.db);
  const passwords = new Passwords();
  const guard = new LoginGuard();
  const registrations = new AttemptLimit({ count: settings.registrations_per_hour, windowMs: 3_600_000 });
  const { simulatedMarket, keepsMessages } = parts;

  gateway.visitor(areaList, (_input, { language }) => done([...areas(language)]));
  gateway.visitor(siteConfig, (_input, { language }) =>
    done(publicConfig(settings, { simulatedMarket, keepsMessages }, language)),
  );
  gateway.visitor(register, (input, caller) => whenNotBusy(() => openAccount(input, caller)));
  gateway.visitor(login, (input, caller) => whenNotBusy(() => startSession(input, caller)));
  gateway.member(logout, async (_input, { session }) => {
    await sessions.end(session);
    return done(null, { message: 'logged_out' });
  });
  gateway.member(userInfo, async (_input, { user }) => {
    const person = await people.find(user);
    if (person === null) return refused('session_ended');
    const { id, isSeller, email, mobile } = person;
    return done({ id, uid: id, is_seller: isSeller, email, mobile });
  });

  async function openAccount(input: CallInput<typeof register>, caller: Caller) {
    const application = judgeApplication(input, settings);
    if ('ok' in application) return application;
    const network = networkOf(caller.address);
    const verdict = registrations.begin(network, parts.now());
    if (verdict.kind === 'crowded') return comeBackIn(1);
    if (verdict.kind === 'locked') return comeBackIn(Math.ceil(verdict.waitMs / 1_000));
    let opened = false;
    try {
      const id = await addPerson(application, network);
      if (typeof id !== 'number') return id;
      opened = true;
      await giveStartingBalances(id);
      return done({ id }, { message: 'registered', sequence: parts.core.sequence });
    } finally {
      registrations.settle(network, parts.now(), opened ? 'counts' : 'void');
    }
  }

  async function addPerson(application: Application, network: string): Promise<UserId | Refused> {
    const byVenue = settings.default_invite_code !== '' && application.inviteCode === settings.default_invite_code;
    const invitedBy = byVenue ? null : await people.inviterOf(application.inviteCode);
    if (!byVenue && invitedBy === null) return refused('invite_code_unknown');
    if ((await people.findByEmail(application.email)) !== null) return refused('account_taken');
    const passwordHash = await passwords.hash(application.password, network);
    const id = await people.add(application, { passwordHash, invitedBy, nowMs: parts.now() });
    return id ?? refused('account_taken');
  }

  async function startSession(input: CallInput<typeof login>, caller: Caller) {
    const account = emailKey(input.account);
    if (!offersLogin(input.login_type)) return refused('login_type_unsupported');
    if (!isEmail(account)) return refused('account_invalid');
    if (input.password === '') return refused('password_required');
    const person = await judgeLogin(account, input.password, networkOf(caller.address));
    if ('ok' in person) return person;
    if (!person.granted) await giveStartingBalances(person.id);
    const { token, session } = await sessions.start(person.id, {
      remember: input.remember === true,
      device: input.device_id ?? caller.device,
      address: caller.address,
    });
    return done({ token, expires_at: session.expiresAtMs }, { message: 'logged_in' });
  }

  /** Who has this account and password. An attempt that nobody could judge, because of a wave or a fault, is not held against anybody. */
  async function judgeLogin(account: string, password: string, network: string): Promise<Person | Refused> {
    const verdict = guard.begin(account, network, parts.now());
    if (verdict.kind === 'later') return comeBackIn(verdict.seconds);
    if (verdict.kind === 'locked') return refused('login_locked', { minutes: verdict.minutes });
    let outcome: 'failed' | 'right' | 'undecided' = 'undecided';
    try {
      const person = await people.findByEmail(account);
      const right = await passwords.matches(password, person?.passwordHash ?? null, network);
      outcome = person !== null && right ? 'right' : 'failed';
      return person !== null && right ? person : refused('credentials_wrong');
    } finally {
      guard.settle(account, network, parts.now(), outcome);
    }
  }

  /** What cannot be credited now is credited at the next login; the account itself does not wait for it. */
  async function giveStartingBalances(id: UserId): Promise<void> {
    if (!parts.demoGrants) return;
    try {
      if (hasDemoGrant(parts.listings, id)) await grantDemoBalances(parts.core, parts.listings, id);
      else parts.log.warn({ user: id }, 'the starting balances of the demo are used up, the account opens without');
      await people.markGranted(id, parts.now());
    } catch (error) {
      parts.log.warn({ err: error, user: id }, 'starting balances are not complete, the next login tries again');
    }
  }
}

/** A wave of logins is told to come back a little later, before it takes the processor from trading. */
async function whenNotBusy<Result>(run: () => Promise<Result>) {
  try {
    return await run();
  } catch (error) {
    if (error instanceof TurnsBusy) return comeBackIn(5);
    throw error;
  }
}

function comeBackIn(seconds: number): Refused {
  return refused('too_many_requests', { retry_after: seconds });
}
