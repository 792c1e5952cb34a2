import { judgePassword, type PasswordPolicy, type PasswordRuleRefusal } from '@bourse/contract/identity';

const keys = {
  password_shape: 'errors.password_shape',
  password_length: 'errors.password_length',
  password_account: 'errors.password_account',
} as const satisfies Readonly<Record<PasswordRuleRefusal, string>>;

export type PasswordRuleKey = (typeof keys)[PasswordRuleRefusal];

/** The error of a new password; null if it fits the policy, or while that is unknown: the server judges it anyway. */
export function passwordRuleError(
  policy: PasswordPolicy | null,
  password: string,
  account: string,
): PasswordRuleKey | null {
  const refusal = policy === null ? null : judgePassword(policy, password, account);
  return refusal === null ? null : keys[refusal];
}
