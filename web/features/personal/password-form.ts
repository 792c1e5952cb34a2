import { isPassword } from '../identity/index.ts';

export interface PasswordDraft {
  readonly old: string;
  readonly wanted: string;
  readonly repeat: string;
}

export type PasswordErrorKey =
  | 'account.emptyOld'
  | 'account.emptyNew'
  | 'errors.password_unchanged'
  | 'errors.password_shape'
  | 'register.enterPassword2'
  | 'errors.passwords_differ';

export type PasswordErrors = Partial<Record<keyof PasswordDraft, PasswordErrorKey>>;

/** The errors of a password change by field. */
export function passwordErrors(draft: PasswordDraft): PasswordErrors {
  const found: readonly (readonly [keyof PasswordDraft, PasswordErrorKey | null])[] = [
    ['old', draft.old === '' ? 'account.emptyOld' : null],
    ['wanted', newError(draft)],
    ['repeat', repeatError(draft)],
  ];
  const errors: PasswordErrors = {};
  for (const [field, key] of found) if (key !== null) errors[field] = key;
  return errors;
}

function newError({ old, wanted }: PasswordDraft): PasswordErrorKey | null {
  if (wanted === '') return 'account.emptyNew';
  if (!isPassword(wanted)) return 'errors.password_shape';
  return wanted === old ? 'errors.password_unchanged' : null;
}

function repeatError({ wanted, repeat }: PasswordDraft): PasswordErrorKey | null {
  if (repeat === '') return 'register.enterPassword2';
  return repeat === wanted ? null : 'errors.passwords_differ';
}
