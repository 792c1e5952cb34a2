import type { CodeRefusal } from '@bourse/contract/identity';
import { assertNever, type UserId } from '@bourse/engine';
import { refused, type Refused, TurnsBusy } from '../../ground/gateway/index.ts';
import type { FailureReason, PasswordAttempt, SecurityLog } from '../../ground/security-log/index.ts';
import type { LoginGuard } from './login-guard.ts';
import type { Passwords } from './passwords.ts';
import type { Person } from './people.ts';

/** A password attempt. */
export interface PasswordShown {
  /** The account name; failures are counted for it whether or not it exists. */
  readonly account: string;
  readonly password: string;
  /** The network of the client. */
  readonly network: string;
  /** The call that checks the password, for the log. */
  readonly attempt: PasswordAttempt;
}

/** The result of an attempt, and for the log the user, if known, and the reason of a failure. */
interface Judged<Result> {
  readonly answer: Result;
  readonly outcome: Outcome;
  readonly user: UserId | null;
  readonly failure: FailureReason | null;
}

/** The refusal of an attempt because of too many earlier ones. */
type NotJudged = Refused<'too_many_requests' | 'login_locked'>;

type Outcome = 'failed' | 'right' | 'undecided';

/**
 * Checks passwords. An unknown account takes the same steps as an existing one: one look-up, one hash, one counted
 * failure. All calls that check a password share the same limits, so that none allows extra attempts.
 */
export class LoginJudge {
  readonly #guard: LoginGuard;
  readonly #passwords: Pick<Passwords, 'matches'>;
  readonly #securityLog: Pick<SecurityLog, 'record'>;
  readonly #now: () => number;

  constructor(
    guard: LoginGuard,
    passwords: Pick<Passwords, 'matches'>,
    securityLog: Pick<SecurityLog, 'record'>,
    now: () => number,
  ) {
    this.#guard = guard;
    this.#passwords = passwords;
    this.#securityLog = securityLog;
    this.#now = now;
  }

  /**
   * The user with this account and password. `before` runs first and can refuse the attempt; a wrong verification code
   * then counts as a failure, any other refusal does not.
   */
  async judge<Key extends CodeRefusal = never>(
    { password, ...place }: PasswordShown,
    find: () => Promise<Person | null>,
    before: (person: Person | null) => Promise<Refused<Key> | null> = () => Promise.resolve(null),
  ): Promise<Person | Refused<Key | 'credentials_wrong'> | NotJudged> {
    return this.attempt<Person | Refused<Key | 'credentials_wrong'>>(place, async () => {
      const person = await find();
      const user = person?.id ?? null;
      const stopped = await before(person);
      if (stopped !== null) {
        const outcome = stopped.error === 'verification_code_wrong' ? 'failed' : 'undecided';
        return { answer: stopped, outcome, user, failure: codeFailureOf(stopped.error) };
      }
      const right = await this.#passwords.matches(password, person?.passwordHash ?? null, place.network);
      if (person !== null && right) return { answer: person, outcome: 'right', user, failure: null };
      const failure = person === null ? 'account_unknown' : 'password_wrong';
      return { answer: refused('credentials_wrong'), outcome: 'failed', user, failure };
    });
  }

  /** Runs an attempt under the limits. An attempt that throws, because of overload or an error, does not count. */
  async attempt<Result>(
    { account, network, attempt }: Omit<PasswordShown, 'password'>,
    work: () => Promise<Judged<Result>>,
  ): Promise<Result | NotJudged> {
    const verdict = this.#guard.begin(account, network, this.#now());
    if (verdict.kind !== 'go') {
      const reason = verdict.kind === 'locked' ? 'locked' : 'limited';
      this.#securityLog.record('login_failed', { user: null, network, attempt, reason });
    }
    if (verdict.kind === 'later') return tooManyRequests(verdict.seconds);
    if (verdict.kind === 'locked') return refused('login_locked', { minutes: verdict.minutes });
    let outcome: Outcome = 'undecided';
    let user: UserId | null = null;
    try {
      const judged = await work();
      outcome = judged.outcome;
      user = judged.user;
      const reason = judged.failure;
      if (reason !== null) this.#securityLog.record('login_failed', { user, network, attempt, reason });
      return judged.answer;
    } finally {
      const reached = this.#guard.settle(account, network, this.#now(), outcome);
      for (const limit of reached) {
        if (limit.kind === 'network') this.#securityLog.record('network_locked', { network: limit.network });
        else this.#securityLog.record('account_locked', { user, network, cause: limit.cause });
      }
    }
  }
}

/** The reason of a failure because of the verification code. */
export function codeFailureOf(error: CodeRefusal): FailureReason {
  switch (error) {
    case 'verification_code_required':
      return 'code_missing';
    case 'verification_code_malformed':
    case 'verification_code_wrong':
      return 'code_wrong';
    case 'verification_code_expired':
      return 'code_expired';
    default:
      return assertNever(error);
  }
}

/** Converts an overload of password hashing into a refusal, because trading has priority over logins. */
export async function whenNotBusy<Result>(run: () => Promise<Result>): Promise<Result | Refused<'too_many_requests'>> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof TurnsBusy) return tooManyRequests(5);
    throw error;
  }
}

export function tooManyRequests(seconds: number): Refused<'too_many_requests'> {
  return refused('too_many_requests', { retry_after: seconds });
}
