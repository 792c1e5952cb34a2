import type { CallInput, ErrorKey } from '@bourse/contract';
import { typedCode } from '@bourse/contract';
import type { CodeRefusal, SecondFactorRefusal } from '@bourse/contract/identity';
import {
  newRecoveryCodes,
  passkeyAdd,
  passkeyList,
  passkeyLogin,
  passkeyOptions,
  passkeyRemove,
  secondFactorState,
  totpBegin,
  totpOff,
  totpOn,
} from '@bourse/contract/second-factor';
import type { UserId } from '@bourse/engine';
import type { Transaction } from 'kysely';
import { inTransaction, safeInteger, type Schema } from '../../../ground/database/index.ts';
import {
  type AnswerTo,
  type Caller,
  done,
  type Gateway,
  type Member,
  networkOf,
  type Refused,
  refused,
} from '../../../ground/gateway/index.ts';
import { appUri, newAppSecret, stepOf } from '../../../ground/secrets/index.ts';
import type { SecurityLog } from '../../../ground/security-log/index.ts';
import { type LoginParts, openSession } from '../log-in.ts';
import { whenNotBusy } from '../login-judge.ts';
import type { People, Person } from '../people.ts';
import type { GivenFactor, SecurityCodes } from '../proofs/ports.ts';
import type { Sessions } from '../sessions.ts';
import type { FactorChange } from './factor-mail.ts';
import type { OpenSecondFactors } from './open-second-factors.ts';
import type { NewPasskey } from './passkeys.ts';
import { emailKey } from '../../../ground/email-key.ts';
import type { With } from '../../../ground/parts.ts';

const pendingMs = 3_600_000;

/** Dependencies of the calls of second factors. */
export interface SecondFactorParts extends OpenSecondFactors, With<'db' | 'now'> {
  readonly codes: SecurityCodes;
  readonly login: LoginParts;
  readonly people: People;
  readonly securityLog: Pick<SecurityLog, 'record'>;
  readonly sessions: Pick<Sessions, 'stillKnown'>;
  /** The name of the exchange, for the authenticator app. */
  readonly site: () => string;
}

/** Serves the user's authenticator app, recovery codes and passkeys, and the login with a passkey. */
export function registerSecondFactor(gateway: Gateway, parts: SecondFactorParts): void {
  const { db, factors, people, passkeys } = parts;

  gateway.member(secondFactorState, async (_input, { user }) => {
    const row = await db
      .selectFrom('second_factors')
      .select('totp_since')
      .where('user_id', '=', String(user))
      .executeTakeFirst();
    const since = row?.totp_since ?? null;
    return done({
      totp: since === null ? 0 : 1,
      totp_since: since === null ? null : safeInteger(since),
      passkeys: await passkeys.count(db, user),
      recovery_codes: await factors.recoveryCodesLeft(db, user),
      passkeys_possible: passkeys.possible ? 1 : 0,
    });
  });

  gateway.member(totpBegin, async (_input, { user }) => {
    const person = await people.find(user);
    if (person === null) return refused('session_ended');
    const secret = newAppSecret();
    const isOn = await inTransaction(db, async (transaction) => {
      const row = await factors.lock(transaction, user);
      if (row.sealed_secret !== null) return true;
      await setFactors(transaction, user, {
        pending_secret: factors.sealSecret(user, secret),
        pending_until: parts.now() + pendingMs,
      });
      return false;
    });
    if (isOn) return refused('totp_on_already');
    return done({ secret, uri: appUri(secret, accountOf(person), parts.site()) });
  });

  gateway.member(totpOn, (input, member) => whenNotBusy(() => turnOn(parts, input, member)));

  gateway.member(totpOff, async (input, member) => {
    const { user } = member;
    if (!(await factors.methodsOf(user)).includes('totp')) return refused('totp_off_already');
    const answer = await change(parts, input, member, 'totp_off', async (transaction) => {
      const row = await factors.lock(transaction, user);
      if (row.sealed_secret === null) return refused('totp_off_already');
      const nowMs = parts.now();
      const off = { sealed_secret: null, totp_since: null, changed_at: nowMs, removed_at: nowMs };
      await setFactors(transaction, user, off);
      await forgetCodesOfNothing(parts, transaction, user, false);
      return null;
    });
    return answer === null ? done(null) : answer;
  });

  gateway.member(newRecoveryCodes, async (input, member) => {
    const { user } = member;
    if ((await factors.methodsOf(user)).length === 0) return refused('second_factor_off');
    let codes: string[] = [];
    const answer = await change(parts, input, member, 'recovery_codes_new', async (transaction) => {
      const row = await factors.lock(transaction, user);
      const isOff = row.sealed_secret === null && (await passkeys.count(transaction, user)) === 0;
      if (isOff) return refused('second_factor_off');
      codes = await factors.replaceRecoveryCodes(transaction, user);
      return null;
    });
    return answer === null ? done({ recovery_codes: codes }) : answer;
  });

  registerPasskeys(gateway, parts);
}

function registerPasskeys(gateway: Gateway, parts: SecondFactorParts): void {
  const { db, factors, people, passkeys } = parts;

  gateway.visitor(passkeyOptions, async ({ use }, visitor) => {
    if (use === 'proof') return optionsAnswer(await passkeys.proofOptions());
    const session = await visitor.session();
    const person = session === null ? null : await people.find(session.user);
    if (person === null) return refused('session_ended');
    return optionsAnswer(await passkeys.addOptions(person.id, accountOf(person)));
  });

  gateway.member(passkeyList, async (_input, { user }) => {
    const rows = await db
      .selectFrom('passkeys')
      .select(['id', 'name', 'created_at', 'last_used_at'])
      .where('user_id', '=', String(user))
      .orderBy('id')
      .execute();
    return done(
      rows.map((row) => ({
        id: safeInteger(row.id),
        name: row.name,
        created_at: safeInteger(row.created_at),
        last_used_at: row.last_used_at === null ? null : safeInteger(row.last_used_at),
      })),
    );
  });

  gateway.member(passkeyAdd, async (input, member) => {
    const name = input.name.trim();
    if (name === '') return refused('passkey_name_empty');
    if (!passkeys.possible) return refused('passkeys_unavailable');
    const { user } = member;
    const made = await passkeys.verifyNew(user, input.response);
    if (made === null) return refused('passkey_refused');
    let added: { id: number; codes: string[] } = { id: 0, codes: [] };
    const answer = await change(parts, input, member, 'passkey_added', async (transaction) => {
      const stored = await addPasskey(parts, transaction, user, made, name);
      if ('ok' in stored) return stored;
      added = stored;
      return null;
    });
    return answer === null ? done({ id: added.id, recovery_codes: added.codes }) : answer;
  });

  gateway.member(passkeyRemove, async (input, member) => {
    const { user } = member;
    const id = String(input.id);
    const own = await db
      .selectFrom('passkeys')
      .select('id')
      .where('id', '=', id)
      .where('user_id', '=', String(user))
      .executeTakeFirst();
    if (own === undefined) return refused('passkey_unknown');
    const answer = await change(parts, input, member, 'passkey_removed', async (transaction) => {
      const row = await factors.lock(transaction, user);
      const { numDeletedRows } = await transaction
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('user_id', '=', String(user))
        .executeTakeFirst();
      if (numDeletedRows !== 1n) return refused('passkey_unknown');
      const nowMs = parts.now();
      await setFactors(transaction, user, { changed_at: nowMs, removed_at: nowMs });
      await forgetCodesOfNothing(parts, transaction, user, row.sealed_secret !== null);
      return null;
    });
    return answer === null ? done(null) : answer;
  });

  gateway.visitor(passkeyLogin, (input, caller) => logInByPasskey(parts, input, caller));
}

/** Turns the authenticator app on. Its code is checked first, because nothing can be guessed with it. */
async function turnOn(
  parts: SecondFactorParts,
  input: CallInput<typeof totpOn>,
  member: Member,
): Promise<AnswerTo<typeof totpOn>> {
  const { factors, login, now, people } = parts;
  const { user } = member;
  if (input.password === '') return refused('password_required');
  const person = await people.find(user);
  if (person === null) return refused('session_ended');
  const row = await parts.db
    .selectFrom('second_factors')
    .select(['sealed_secret', 'pending_secret', 'pending_until'])
    .where('user_id', '=', String(user))
    .executeTakeFirst();
  if (row !== undefined && row.sealed_secret !== null) return refused('totp_on_already');
  const isPending = row !== undefined && safeInteger(row.pending_until) > now();
  const pending = isPending ? row.pending_secret : null;
  const secret = pending === null ? null : factors.openSecret(user, pending);
  if (pending === null || secret === null) return refused('totp_not_begun');
  const step = stepOf(secret, typedCode(input.totp_code), { nowMs: now(), afterStep: 0 });
  if (step === null) return refused('totp_code_wrong');
  const shown = { account: accountKeyOf(person), password: input.password, network: networkOf(member.address) };
  const judged = await login.judge.judge({ ...shown, attempt: 'second_factor' }, () => Promise.resolve(person));
  if ('ok' in judged) {
    const { error } = judged;
    return error === 'credentials_wrong' ? refused('old_password_wrong') : { ...judged, error };
  }
  let codes: string[] = [];
  // The code belongs to the new app, so only a passkey can prove an existing second factor.
  const given = { auth_code: input.auth_code, ...(input.passkey !== undefined && { passkey: input.passkey }) };
  const answer = await change(parts, given, member, 'totp_on', async (transaction) => {
    const locked = await factors.lock(transaction, user);
    if (locked.sealed_secret !== null) return refused('totp_on_already');
    if (locked.pending_secret?.equals(pending) !== true) return refused('totp_not_begun');
    await setFactors(transaction, user, {
      sealed_secret: pending,
      totp_since: now(),
      last_step: step,
      changed_at: now(),
      pending_secret: null,
      pending_until: 0,
      wrong_codes: 0,
      locked_until: 0,
    });
    codes = await factors.replaceRecoveryCodes(transaction, user);
    return null;
  });
  return answer === null ? done({ recovery_codes: codes }) : answer;
}

async function addPasskey(
  { factors, now, passkeys }: SecondFactorParts,
  transaction: Transaction<Schema>,
  user: UserId,
  made: NewPasskey,
  name: string,
): Promise<{ id: number; codes: string[] } | Refused<'passkeys_full' | 'passkey_known' | 'passkey_refused'>> {
  const row = await factors.lock(transaction, user);
  const isFirst = row.sealed_secret === null && (await passkeys.count(transaction, user)) === 0;
  const id = await passkeys.add(transaction, user, made, name);
  if (typeof id !== 'number') return id;
  await setFactors(transaction, user, { changed_at: now() });
  return { id, codes: isFirst ? await factors.replaceRecoveryCodes(transaction, user) : [] };
}

/**
 * Makes a change after the verification code and the second factor. The code is tested before the second factor is used
 * up, and redeemed in the transaction of the change, which also queues the mail to the owner.
 */
async function change<Key extends ErrorKey>(
  { codes, db, mail, factors, securityLog, sessions }: SecondFactorParts,
  { auth_code: code, ...given }: GivenFactor & { readonly auth_code: string },
  member: Member,
  name: FactorChange,
  make: (transaction: Transaction<Schema>) => Promise<Refused<Key> | null>,
): Promise<Refused<Key | CodeRefusal | SecondFactorRefusal | 'session_ended'> | null> {
  const { user } = member;
  const wrong = await codes.test(user, code, member);
  if (wrong !== null) return wrong;
  const unproven = await factors.check(user, given, member);
  if (unproven !== null) return unproven;
  // The session may have ended while the proofs were checked.
  if (sessions.stillKnown(member.session) === undefined) return refused('session_ended');
  const refusal = await inTransaction(db, async (transaction) => {
    const late = await codes.redeem(transaction, user, code, member);
    if (late !== null) return late;
    const stopped = await make(transaction);
    if (stopped === null) await mail.add(transaction, user, name, member);
    return stopped;
  });
  if (refusal !== null) return refusal;
  securityLog.record('second_factor_changed', { user, network: networkOf(member.address), change: name });
  mail.wake();
  return null;
}

/** User verification by the authenticator replaces password, verification code and second factor. */
async function logInByPasskey(
  { db, login, passkeys, people, resets, securityLog }: SecondFactorParts,
  { device_id: device, remember, response }: CallInput<typeof passkeyLogin>,
  caller: Caller,
): Promise<AnswerTo<typeof passkeyLogin>> {
  if (!passkeys.possible) return refused('passkeys_unavailable');
  const network = networkOf(caller.address);
  const proven = await inTransaction(db, async (transaction) => {
    const found = await passkeys.prove(transaction, response, null);
    if (found !== null) await resets.stop(transaction, found.user);
    return found;
  });
  const person = proven === null ? null : await people.find(proven.user);
  const how = { device: device ?? caller.device, remember: remember === true, factor: 'passkey' as const };
  const opened = person === null ? null : await openSession(login, person, how, caller);
  if (person === null || opened === null) {
    securityLog.record('second_factor_failed', { user: proven?.user ?? null, network, refusal: 'passkey' });
    return refused('passkey_refused');
  }
  return done({ ...opened, account: accountOf(person) });
}

/** Recovery codes do not outlive the last second factor. */
async function forgetCodesOfNothing(
  { factors, passkeys }: SecondFactorParts,
  transaction: Transaction<Schema>,
  user: UserId,
  isAppOn: boolean,
): Promise<void> {
  if (isAppOn || (await passkeys.count(transaction, user)) > 0) return;
  await factors.deleteRecoveryCodes(transaction, user);
}

async function setFactors(
  transaction: Transaction<Schema>,
  user: UserId,
  values: {
    readonly sealed_secret?: Buffer | null;
    readonly totp_since?: number | null;
    readonly last_step?: number;
    readonly pending_secret?: Buffer | null;
    readonly pending_until?: number;
    readonly wrong_codes?: number;
    readonly locked_until?: number;
    readonly changed_at?: number;
    readonly removed_at?: number;
  },
): Promise<void> {
  await transaction.updateTable('second_factors').set(values).where('user_id', '=', String(user)).execute();
}

function optionsAnswer<Key extends ErrorKey>(options: string | Refused<Key>) {
  return typeof options === 'string' ? done({ options }) : options;
}

/** The name of an account for people: its e-mail address or phone number. */
function accountOf({ email, id, mobileKey }: Person): string {
  return email === '' ? (mobileKey ?? String(id)) : email;
}

/** The name under which the failed passwords of an account are counted. */
function accountKeyOf({ email, mobileKey }: Person): string {
  return email === '' ? (mobileKey ?? '') : emailKey(email);
}
