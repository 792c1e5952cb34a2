import type { sessionCalls } from '@bourse/contract/console';
import type { Transaction } from 'kysely';
import { inTransaction, safeInteger, type Schema } from '../../../ground/database/index.ts';
import { TurnsBusy } from '../../../ground/gateway/index.ts';
import { typedFactor } from '../../../ground/secrets/index.ts';
import { type LoginGuard, type Passwords } from '../../../people/identity/index.ts';
import type { Notify } from '../../../people/notify/index.ts';
import type { SecurityLog, StaffFactor, StaffLoginFailure } from '../../../ground/security-log/index.ts';
import type { FactorCheck } from './factor-check.ts';
import { sessionEvent } from './session-event.ts';
import { lockNotice, mailAdmins, recoveryNotice } from './staff-notices.ts';
import { isOperatorRole, maxSessionMs, type StaffSessions } from './staff-sessions.ts';
import {
  answered,
  type AuditPort,
  type ConsoleAnswer,
  refusal,
  type StaffMember,
} from '../../../ground/console-gateway/index.ts';
import { emailKey } from '../../../ground/email-key.ts';
import type { With } from '../../../ground/parts.ts';

const minuteMs = 60_000;
/** The action of the row in the audit log about a wrong code within a session. */
const wrongCode = 'step_up_failed';

const maxFailures = 5;
const failureWindowMs = 15 * minuteMs;
const lockMs = 30 * minuteMs;

export interface StaffLoginParts extends With<'db' | 'now'> {
  readonly sessions: StaffSessions;
  readonly factors: FactorCheck;
  readonly passwords: Pick<Passwords, 'matches'>;
  readonly guard: LoginGuard;
  readonly notify: Pick<Notify, 'messages' | 'delivery'>;
  readonly audit: AuditPort;
  readonly securityLog: Pick<SecurityLog, 'record'>;
}

/** The origin of an attempt. */
export interface Origin {
  readonly address: string;
  /** See `networkOf`. */
  readonly network: string;
  readonly requestId: string;
}

/** The result of a one-time password within a session; `ended` also if it locked the person. */
export type StepUp = { readonly kind: 'right'; readonly atMs: number } | { readonly kind: 'wrong' | 'ended' };

type Cookie = { readonly token: string; readonly maxAgeSeconds: number } | null;

interface LockedRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly state: string;
  readonly roles: readonly string[];
  readonly password_hash: string | null;
  readonly failed_at: readonly string[];
  readonly locked_until: string;
}

/** The result of an attempt, once its transaction is committed. */
type Attempt =
  | { readonly failure: StaffLoginFailure; readonly staff: number | null; readonly locks: boolean }
  | { readonly failure: null; readonly staff: number; readonly factor: StaffFactor; readonly token: string };

/**
 * Logs staff in and checks their one-time passwords. Every mistake has the same answer after the same steps: one
 * look-up, one password hash, one transaction that checks the code and writes the audit log. Failures and locks are
 * stored with the person, so a restart forgets none.
 */
export class StaffLogin {
  readonly #parts: StaffLoginParts;

  constructor(parts: StaffLoginParts) {
    this.#parts = parts;
  }

  /** Starts a session; `setSession` receives its cookie. */
  async logIn(
    input: { readonly email: string; readonly password: string; readonly code: string },
    origin: Origin,
    setSession: (cookie: Cookie) => void,
  ): Promise<ConsoleAnswer<typeof sessionCalls.login>> {
    const { guard, notify, now, securityLog } = this.#parts;
    const { network } = origin;
    // A text that no code can be guesses nothing: it is no attempt, as for users, and nothing else is checked.
    const { kind } = typedFactor(input.code);
    if (kind === 'empty' || kind === 'malformed') return refusal('code_malformed');
    const key = emailKey(input.email);
    const verdict = guard.begin(key, network, now());
    if (verdict.kind !== 'go') {
      securityLog.record('staff_login_failed', { staff: null, network, failure: 'limited' });
      return verdict.kind === 'later'
        ? refusal('too_many_requests', { retry_after: verdict.seconds })
        : refusal('login_failed');
    }
    let outcome: 'failed' | 'right' | 'undecided' = 'undecided';
    try {
      const attempt = await this.#attempt(key, input, origin);
      outcome = attempt.failure === null ? 'right' : 'failed';
      this.#report(attempt, network);
      if (attempt.failure !== null) return refusal('login_failed');
      if (attempt.factor === 'recovery_code') notify.delivery.wake();
      setSession({ token: attempt.token, maxAgeSeconds: maxSessionMs / 1_000 });
      return answered(null);
    } catch (error) {
      if (error instanceof TurnsBusy) return refusal('too_many_requests', { retry_after: 5 });
      throw error;
    } finally {
      const reached = guard.settle(key, network, now(), outcome);
      for (const limit of reached) {
        if (limit.kind === 'network') securityLog.record('network_locked', { network: limit.network });
      }
    }
  }

  /** Checks a one-time password within a session, which then allows marked actions. */
  async stepUp(member: StaffMember, code: string, origin: Origin): Promise<StepUp> {
    const { audit, db, factors, now, sessions } = this.#parts;
    const { network } = origin;
    const nowMs = now();
    const result = await inTransaction(db, async (transaction) => {
      const row = await lockRow(transaction, member.id);
      if (row?.state !== 'active') return 'ended';
      const factor = await factors.find(transaction, member.id, code, nowMs);
      // Wrong passwords of others lock the login only: five wrong codes of a session end it, and no new one starts.
      if (factor?.kind !== 'totp') {
        const locks = await this.#countWrongCode(transaction, row, origin, nowMs);
        if (locks) await sessions.endOf(transaction, member.id);
        await audit.write(transaction, sessionEvent(wrongCode, member, origin, {}));
        return locks ? 'locked' : 'wrong';
      }
      await factor.use();
      if (!(await sessions.stepUp(transaction, member.session, nowMs))) return 'ended';
      await audit.write(transaction, sessionEvent('step_up', member, origin, {}));
      return 'right';
    });
    if (result === 'wrong' || result === 'locked') {
      this.#report({ failure: 'step_up', staff: member.id, locks: result === 'locked' }, network);
    }
    if (result === 'right') return { kind: 'right', atMs: nowMs };
    return { kind: result === 'locked' ? 'ended' : result };
  }

  async logOut(member: StaffMember, origin: Origin): Promise<void> {
    const { audit, db, sessions } = this.#parts;
    await inTransaction(db, async (transaction) => {
      const isEnded = await sessions.endOf(transaction, member.id);
      if (isEnded) await audit.write(transaction, sessionEvent('logout', member, origin, {}));
    });
  }

  async #attempt(
    key: string,
    { password, code }: { readonly password: string; readonly code: string },
    origin: Origin,
  ): Promise<Attempt> {
    const { db, passwords } = this.#parts;
    const found = await db
      .selectFrom('staff')
      .select(['id', 'password_hash'])
      .where('email_key', '=', key)
      .executeTakeFirst();
    const hash = found?.password_hash ?? null;
    const isRight = await passwords.matches(password, hash, origin.network);
    // No one has the id 0, so an unknown address takes the same steps.
    return inTransaction(db, async (transaction) =>
      this.#decide(transaction, found?.id ?? 0, isRight ? hash : null, code, origin),
    );
  }

  /**
   * @param hash the hash that the password matches; null if it is wrong
   */
  async #decide(
    transaction: Transaction<Schema>,
    staff: number,
    hash: string | null,
    code: string,
    origin: Origin,
  ): Promise<Attempt> {
    const { audit, factors, notify, now, sessions } = this.#parts;
    const { address, network } = origin;
    const nowMs = now();
    // Attempts of one person are decided one after the other, so that a code counts once and failures add up.
    const row = await lockRow(transaction, staff);
    const factor = await factors.find(transaction, staff, code, nowMs);
    const failure = failureOf(row, hash, factor !== null, nowMs);
    if (failure !== null || row === undefined || factor === null) {
      const locks = await this.#countFailure(transaction, row, origin, nowMs);
      await audit.write(
        transaction,
        sessionEvent('login_failed', concernedBy(row), origin, { failure: failure ?? 'unknown' }),
      );
      return { failure: failure ?? 'unknown', staff: row?.id ?? null, locks };
    }
    await factor.use();
    await transaction
      .updateTable('staff')
      .set({ failed_at: [], last_login_at: nowMs })
      .where('id', '=', staff)
      .execute();
    const isRecovery = factor.kind === 'recovery_code';
    const { token } = await sessions.start(transaction, staff, {
      address,
      nowMs,
      steppedUpAtMs: isRecovery ? 0 : nowMs,
    });
    if (isRecovery) {
      const left = await factors.recoveryCodesLeft(transaction, staff);
      await mailAdmins(transaction, notify, recoveryNotice(row, left, network, nowMs), nowMs);
    }
    await audit.write(transaction, sessionEvent('login', concernedBy(row), origin, { factor: factor.kind }));
    return { failure: null, staff, factor: factor.kind, token };
  }

  /** Counts a failure of a person who is not locked; returns whether it locks them. */
  async #countFailure(
    transaction: Transaction<Schema>,
    row: LockedRow | undefined,
    { network }: Origin,
    nowMs: number,
  ): Promise<boolean> {
    const earlier = (row?.failed_at ?? []).map(safeInteger).filter((time) => time > nowMs - failureWindowMs);
    const lockedUntil = safeInteger(row?.locked_until ?? '0');
    const counts = row?.state === 'active' && lockedUntil <= nowMs;
    const failed = counts ? [...earlier, nowMs] : earlier;
    const locks = failed.length >= maxFailures;
    // A lock replaces the failures that led to it. For an unknown address the statement changes no row.
    await transaction
      .updateTable('staff')
      .set({ failed_at: locks ? [] : failed, locked_until: locks ? nowMs + lockMs : lockedUntil })
      .where('id', '=', row?.id ?? 0)
      .execute();
    if (locks && row !== undefined) {
      await mailAdmins(transaction, this.#parts.notify, lockNotice(row, network, nowMs), nowMs);
    }
    return locks;
  }

  /** Counts a wrong code within a session, by the rows of earlier ones; returns whether it locks the person. */
  async #countWrongCode(
    transaction: Transaction<Schema>,
    row: LockedRow,
    { network }: Origin,
    nowMs: number,
  ): Promise<boolean> {
    const { earlier } = await transaction
      .selectFrom('operator_log')
      .select((found) => found.fn.countAll<string>().as('earlier'))
      .where('operator_id', '=', String(row.id))
      .where('action', '=', wrongCode)
      .where('at_ms', '>', String(nowMs - failureWindowMs))
      .executeTakeFirstOrThrow();
    if (safeInteger(earlier) + 1 < maxFailures) return false;
    await transaction
      .updateTable('staff')
      .set({ failed_at: [], locked_until: nowMs + lockMs })
      .where('id', '=', row.id)
      .execute();
    await mailAdmins(transaction, this.#parts.notify, lockNotice(row, network, nowMs), nowMs);
    return true;
  }

  /** Writes the security events of a committed attempt, and sends the mails that it queued. */
  #report(attempt: Attempt, network: string): void {
    const { notify, securityLog } = this.#parts;
    const { staff } = attempt;
    if (attempt.failure === null) {
      securityLog.record('staff_login_succeeded', { staff, network, factor: attempt.factor });
      return;
    }
    securityLog.record('staff_login_failed', { staff, network, failure: attempt.failure });
    if (!attempt.locks) return;
    securityLog.record('staff_locked', { staff, network });
    notify.delivery.wake();
  }
}

function failureOf(
  row: LockedRow | undefined,
  hash: string | null,
  isCodeRight: boolean,
  nowMs: number,
): StaffLoginFailure | null {
  if (row === undefined) return 'unknown';
  if (row.state !== 'active') return 'inactive';
  if (safeInteger(row.locked_until) > nowMs) return 'locked';
  // Also if the password was replaced during the attempt.
  if (hash === null || row.password_hash !== hash) return 'password';
  return isCodeRight ? null : 'code';
}

function concernedBy(row: LockedRow | undefined) {
  return row === undefined ? null : { id: row.id, roles: row.roles.filter(isOperatorRole) };
}

async function lockRow(transaction: Transaction<Schema>, staff: number): Promise<LockedRow | undefined> {
  return transaction
    .selectFrom('staff')
    .select(['id', 'name', 'email', 'state', 'roles', 'password_hash', 'failed_at', 'locked_until'])
    .where('id', '=', staff)
    .forUpdate()
    .executeTakeFirst();
}
