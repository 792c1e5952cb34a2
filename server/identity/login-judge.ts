import type { ErrorKey } from '@bourse/contract';
import { refused, type Refused, TurnsBusy } from '../gateway/index.ts';
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
  readonly #now: () => number;

  constructor(guard: LoginGuard, passwords: Pick<Passwords, 'matches'>, now: () => number) {
    this.#guard = guard;
    this.#passwords = passwords;
    this.#now = now;
  }

  /**
   * The user with this account and password. `before` runs first and can refuse the attempt; a wrong verification code
   * then counts as a failure, any other refusal does not.
   */
  async judge<Key extends ErrorKey = never>(
    { account, password, network }: PasswordShown,
    find: () => Promise<Person | null>,
    before: (person: Person | null) => Promise<Refused<Key> | null> = () => Promise.resolve(null),
  ): Promise<Person | Refused<Key | 'credentials_wrong'> | NotJudged> {
    return this.attempt<Person | Refused<Key | 'credentials_wrong'>>({ account, network }, async () => {
      const person = await find();
      const stopped = await before(person);
      if (stopped !== null) {
        return { answer: stopped, outcome: stopped.error === 'verification_code_wrong' ? 'failed' : 'undecided' };
      }
      const right = await this.#passwords.matches(password, person?.passwordHash ?? null, network);
      if (person !== null && right) return { answer: person, outcome: 'right' };
      return { answer: refused('credentials_wrong'), outcome: 'failed' };
    });
  }

  /** Runs an attempt under the limits. An attempt that throws, because of overload or an error, does not count. */
  async attempt<Result>(
    { account, network }: Omit<PasswordShown, 'password'>,
    work: () => Promise<{ readonly answer: Result; readonly outcome: Outcome }>,
  ): Promise<Result | NotJudged> {
    const verdict = this.#guard.begin(account, network, this.#now());
    if (verdict.kind === 'later') return tooManyRequests(verdict.seconds);
    if (verdict.kind === 'locked') return refused('login_locked', { minutes: verdict.minutes });
    let outcome: Outcome = 'undecided';
    try {
      const judged = await work();
      outcome = judged.outcome;
      return judged.answer;
    } finally {
      this.#guard.settle(account, network, this.#now(), outcome);
    }
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
