import {
  judgePassword,
  namesAccount,
  type PasswordPolicy,
  type PasswordRefusal,
  plainPassword,
} from '@bourse/contract/identity';
import { type Refused, refused } from '../../ground/gateway/index.ts';
import { isCommonPassword, resemblesCommonPassword } from './common-passwords.ts';

/**
 * Letters and digits with single `-`, `_` or `.` between them, an `@`, and a domain whose last label has two to four
 * letters.
 */
const emailShape = /^[a-z0-9]+(?:[-_.][a-z0-9]+)*@[a-z0-9]+(?:[-.][a-z0-9]+)*\.[a-z]{2,4}$/i;
const mobileShape = /^[0-9]{6,20}$/;

export function isEmail(account: string): boolean {
  return account.length <= 254 && emailShape.test(account);
}

/** Checks a phone number without its dialling code. */
export function isMobile(digits: string): boolean {
  return mobileShape.test(digits);
}

/** A new password as a form sends it, with the account that it is for. */
export interface NewPassword {
  readonly password: string;
  readonly repeated: string;
  readonly account: string;
}

/** Validates a new password and its repetition; null if valid. */
export function judgeNewPassword(
  policy: PasswordPolicy,
  { password, repeated, account }: NewPassword,
): Refused<PasswordRefusal> | null {
  if (password === '') return refused('password_required');
  const wrong = judgePassword(policy, password, account);
  if (wrong !== null) return refused(wrong);
  if (isCommon[policy](password)) return refused('password_common');
  return password === repeated ? null : refused('passwords_differ');
}

/** Whether a password for a member of staff is easy to guess. Its length is checked by the contract. */
export function isWeakStaffPassword(password: string, email: string): boolean {
  const text = plainPassword(password);
  return /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text) || namesAccount(text, email) || resemblesCommonPassword(text);
}

const isCommon: Readonly<Record<PasswordPolicy, (password: string) => boolean>> = {
  spec: isCommonPassword,
  strong: resemblesCommonPassword,
};
