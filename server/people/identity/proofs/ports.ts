import type {
  CodeRefusal,
  PasswordRefusal,
  PayPasswordRefusal,
  SecondFactor,
  SecondFactorRefusal,
} from '@bourse/contract/identity';
import type { UserId } from '@bourse/engine';
import type { Transaction } from 'kysely';
import type { Schema } from '../../../ground/database/index.ts';
import type { Member, Refused } from '../../../ground/gateway/index.ts';

/** The second factor as a call gives it. */
export interface GivenFactor {
  readonly totp_code?: string;
  readonly passkey?: string;
}

/** Checks the second factors of users. */
export interface SecondFactors {
  /** The methods that an account has; empty without a second factor. */
  methodsOf(user: UserId, transaction?: Transaction<Schema>): Promise<readonly SecondFactor[]>;
  /**
   * Null if the account has no second factor or the given one is valid, which is then used up: it is never valid again,
   * even if the action that it was given for is refused.
   */
  check(
    user: UserId,
    given: GivenFactor,
    caller: Pick<Member, 'address'>,
  ): Promise<Refused<SecondFactorRefusal> | null>;
}

/** Checks the trade passwords of users. Five wrong ones lock it for 24 hours. */
export interface PayPasswords {
  has(user: UserId): Promise<boolean>;
  /** Null if it is right. Wrong ones are counted before this resolves, also those of parallel calls. */
  check(user: UserId, password: string, caller: Pick<Member, 'address'>): Promise<Refused<PayPasswordRefusal> | null>;
  /**
   * Null if a new trade password follows the site's rule and differs from the login password. Ten are judged an hour.
   */
  judgeNew(
    user: UserId,
    password: string,
    caller: Pick<Member, 'address'>,
  ): Promise<Refused<PasswordRefusal | 'pay_password_same' | 'too_many_requests'> | null>;
  /** Sets the first trade password in the caller's transaction; false if there is one. `hash` is from `hashOf`. */
  create(transaction: Transaction<Schema>, user: UserId, hash: string): Promise<boolean>;
  hashOf(password: string, caller: Pick<Member, 'address'>): Promise<string>;
}

/** Checks codes of the purpose `security` that went to an address of the user. */
export interface SecurityCodes {
  /** Checks a code without using it up; null if it is right. A wrong one counts even if nothing else happens. */
  test(user: UserId, code: string, caller: Pick<Member, 'device'>): Promise<Refused<CodeRefusal> | null>;
  /** Redeems the code in the caller's transaction; null if it is right. */
  redeem(
    transaction: Transaction<Schema>,
    user: UserId,
    code: string,
    caller: Pick<Member, 'device'>,
  ): Promise<Refused<CodeRefusal> | null>;
}

/** Checks codes of the purpose `withdrawal`, which may be bound to the terms of one payment. */
export interface WithdrawalCodes {
  /** Checks a code without using it up; null if it is right for these terms, or for any. */
  test(user: UserId, terms: string, code: string): Promise<Refused<CodeRefusal> | null>;
  /** Redeems the code in the caller's transaction; null if it is right. */
  redeem(
    transaction: Transaction<Schema>,
    user: UserId,
    terms: string,
    code: string,
  ): Promise<Refused<CodeRefusal> | null>;
}

/** The proofs that sensitive actions require. */
export interface Proofs {
  readonly factors: SecondFactors;
  readonly payPasswords: PayPasswords;
  readonly codes: SecurityCodes;
  readonly withdrawalCodes: WithdrawalCodes;
  /** Codes of coins sent to a user, which no withdrawal accepts. */
  readonly sendingCodes: WithdrawalCodes;
}
