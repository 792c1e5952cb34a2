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

/** What the site asks of whoever registers. */
export interface RegisterDemands {
  /** An e-mail address alone is not enough. */
  readonly phone: boolean;
  readonly code: boolean;
}

/** What is wrong with a registration form, field by field. */
export function registerErrors(draft: RegisterDraft, demands: RegisterDemands): FieldErrors {
  return {
    ...accountErrors(draft),
    ...(draft.kind === 'email' ? furtherPhoneErrors(draft, demands.phone) : {}),
    ...(demands.code ? codeErrors(draft.code) : {}),
    ...newPasswordErrors(draft),
    ...(draft.invite.trim() === '' ? { invite: 'register.emptyinvitationCode' } : {}),
    ...(draft.agreed ? {} : { agreed: 'register.readFirst' }),
  };
}

/** A phone number beside the e-mail address. One that was given is checked even when none is required. */
function furtherPhoneErrors({ area, mobile }: RegisterDraft, required: boolean): FieldErrors {
  const number = mobile.trim();
  const absent: FieldErrors = required ? { mobile: 'register.emptyPhone' } : {};
  return {
    ...(required && area === null ? { area: 'register.chooseArea' } : {}),
    ...(number === '' ? absent : phoneError(number)),
  };
}
