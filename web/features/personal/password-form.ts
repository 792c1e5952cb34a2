import type { PasswordPolicy } from '@bourse/contract/identity';
import { passwordRuleError, type PasswordRuleKey } from '../identity/index.ts';

export interface PasswordDraft {
  readonly old: string;
  readonly wanted: string;
  readonly repeat: string;
}

/** The account whose password changes, and the rule for passwords; null while it is unknown. */
export interface PasswordContext {
  readonly account: string;
  readonly policy: PasswordPolicy | null;
}

export type PasswordErrorKey =
  | 'account.emptyOld'
  | 'account.emptyNew'
  | 'errors.password_unchanged'
  | PasswordRuleKey
  | 'register.enterPassword2'
  | 'errors.passwords_differ';

export type PasswordErrors = Partial<Record<keyof PasswordDraft, PasswordErrorKey>>;

/** The errors of a password change by field. */
export function passwordErrors(draft: PasswordDraft, context: PasswordContext): PasswordErrors {
  const found: readonly (readonly [keyof PasswordDraft, PasswordErrorKey | null])[] = [
    ['old', draft.old === '' ? 'account.emptyOld' : null],
    ['wanted', newError(draft, context)],
    ['repeat', repeatError(draft)],
  ];
  const errors: PasswordErrors = {};
  for (const [field, key] of found) if (key !== null) errors[field] = key;
  return errors;
}

function newError({ old, wanted }: PasswordDraft, { account, policy }: PasswordContext): PasswordErrorKey | null {
  if (wanted === '') return 'account.emptyNew';
  const wrong = passwordRuleError(policy, wanted, account);
  if (wrong !== null) return wrong;
  return wanted === old ? 'errors.password_unchanged' : null;
}

function repeatError({ wanted, repeat }: PasswordDraft): PasswordErrorKey | null {
  if (repeat === '') return 'register.enterPassword2';
  return repeat === wanted ? null : 'errors.passwords_differ';
}

/** The field that a refusal of the server concerns; null if none, such as a locked account. */
export function fieldOfRefusal(error: string): keyof PasswordDraft | null {
  if (error === 'old_password_wrong') return 'old';
  return refusedPasswords.has(error) ? 'wanted' : null;
}

const refusedPasswords: ReadonlySet<string> = new Set([
  'password_shape',
  'password_length',
  'password_account',
  'password_common',
  'password_unchanged',
]);
