import type { ErrorKey } from '@bourse/contract';
import { refused, type Refused, TurnsBusy } from '../gateway/index.ts';
import type { LoginGuard } from './login-guard.ts';
import type { Passwords } from './passwords.ts';
import type { Person } from './people.ts';

/** Somebody who shows a password. */
export interface PasswordShown {
  /** What the account goes by; failures are counted for it whether or not it exists. */
  readonly account: string;
  readonly password: string;
  /** The network that it comes from. */
  readonly network: string;
}

/** An attempt that was not made, because of those before it. */
type NotJudged = Refused<'too_many_requests' | 'login_locked'>;

type Outcome = 'failed' | 'right' | 'undecided';

/**
 * Judges passwords. An account that does not exist is judged by the same steps as one that does: one look-up, one hash,
 * one count of a failure. The same counts hold wherever a password is shown, so that no way in gives more tries than
 * another.
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
   * Whose password it is. What else the login asks for is judged `before` it, and not the password when that is
   * refused: then a wrong code is a failure and a missing one is not.
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

  /**
   * Runs an attempt to prove who one is. One that nobody could judge, because of a wave or a fault, is not held against
   * anybody.
   */
  async attempt<Result>(
    { account, network }: Omit<PasswordShown, 'password'>,
    work: () => Promise<{ readonly answer: Result; readonly outcome: Outcome }>,
  ): Promise<Result | NotJudged> {
    const verdict = this.#guard.begin(account, network, this.#now());
    if (verdict.kind === 'later') return comeBackIn(verdict.seconds);
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

/** A wave of logins is told to come back a little later, before it takes the processor from trading. */
export async function whenNotBusy<Result>(run: () => Promise<Result>): Promise<Result | Refused<'too_many_requests'>> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof TurnsBusy) return comeBackIn(5);
    throw error;
  }
}

export function comeBackIn(seconds: number): Refused<'too_many_requests'> {
  return refused('too_many_requests', { retry_after: seconds });
}
