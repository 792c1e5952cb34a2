import { refused, type Refused } from '../gateway/index.ts';
import { TurnsBusy } from './fair-turns.ts';
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

/**
 * Judges passwords. An account that does not exist is judged by the same steps as one that does: one look-up, one hash, one count of a failure.
 * The same counts hold wherever a password is shown, so that no way in gives more tries than another.
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

  /** Whose password it is. An attempt that nobody could judge, because of a wave or a fault, is not held against anybody. */
  async judge(
    { account, password, network }: PasswordShown,
    find: () => Promise<Person | null>,
  ): Promise<Person | Refused> {
    const verdict = this.#guard.begin(account, network, this.#now());
    if (verdict.kind === 'later') return comeBackIn(verdict.seconds);
    if (verdict.kind === 'locked') return refused('login_locked', { minutes: verdict.minutes });
    let outcome: 'failed' | 'right' | 'undecided' = 'undecided';
    try {
      const person = await find();
      const right = await this.#passwords.matches(password, person?.passwordHash ?? null, network);
      outcome = person !== null && right ? 'right' : 'failed';
      return person !== null && right ? person : refused('credentials_wrong');
    } finally {
      this.#guard.settle(account, network, this.#now(), outcome);
    }
  }
}

/** A wave of logins is told to come back a little later, before it takes the processor from trading. */
export async function whenNotBusy<Result>(run: () => Promise<Result>): Promise<Result | Refused> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof TurnsBusy) return comeBackIn(5);
    throw error;
  }
}

export function comeBackIn(seconds: number): Refused {
  return refused('too_many_requests', { retry_after: seconds });
}
