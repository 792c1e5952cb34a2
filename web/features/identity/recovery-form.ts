import type { PasswordPolicy } from '@bourse/contract/identity';
import { accountErrors, codeErrors, newPasswordErrors, type AccountDraft, type FieldErrors } from './form-rules.ts';

export interface RecoveryDraft extends AccountDraft {
  readonly code: string;
  readonly password: string;
  readonly repeat: string;
}

/** The errors of the recovery form by field. */
export function recoveryErrors(draft: RecoveryDraft, policy: PasswordPolicy | null): FieldErrors {
  return {
    ...accountErrors(draft, 'login.p_taccount'),
    ...codeErrors(draft.code),
    ...newPasswordErrors(draft, policy),
  };
}
