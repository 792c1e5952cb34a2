import type { PasswordPolicy } from '@bourse/contract/identity';
import {
  accountErrors,
  codeErrors,
  newPasswordErrors,
  phoneError,
  type AccountDraft,
  type FieldErrors,
} from './form-rules.ts';

export interface RegisterDraft extends AccountDraft {
  readonly code: string;
  readonly password: string;
  readonly repeat: string;
  readonly invite: string;
  readonly agreed: boolean;
}

/** The site's optional requirements for a registration. */
export interface RegisterDemands {
  /** A phone number is required in addition to the e-mail address. */
  readonly phone: boolean;
  readonly code: boolean;
  /** The rule for passwords; null while it is unknown. */
  readonly policy: PasswordPolicy | null;
}

/** The errors of a registration form by field. */
export function registerErrors(draft: RegisterDraft, demands: RegisterDemands): FieldErrors {
  return {
    ...accountErrors(draft),
    ...(draft.kind === 'email' ? furtherPhoneErrors(draft, demands.phone) : {}),
    ...(demands.code ? codeErrors(draft.code) : {}),
    ...newPasswordErrors(draft, demands.policy),
    ...(draft.invite.trim() === '' ? { invite: 'register.emptyinvitationCode' } : {}),
    ...(draft.agreed ? {} : { agreed: 'register.readFirst' }),
  };
}

/**
 * Errors of the phone number that accompanies an e-mail address. A given number is validated even when it is optional.
 */
function furtherPhoneErrors({ area, mobile }: RegisterDraft, required: boolean): FieldErrors {
  const number = mobile.trim();
  const absent: FieldErrors = required ? { mobile: 'register.emptyPhone' } : {};
  return {
    ...(required && area === null ? { area: 'register.chooseArea' } : {}),
    ...(number === '' ? absent : phoneError(number)),
  };
}
