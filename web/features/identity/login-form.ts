import { accountErrors, codeErrors, type AccountDraft, type FieldErrors } from './form-rules.ts';

export interface LoginDraft extends AccountDraft {
  readonly password: string;
  readonly code: string;
  readonly remember: boolean;
}

/** The errors of a login form by field. */
export function loginErrors(draft: LoginDraft, takesCode: boolean): FieldErrors {
  return {
    ...accountErrors(draft),
    ...(draft.password === '' ? { password: 'login.p_first' } : {}),
    ...(takesCode ? codeErrors(draft.code) : {}),
  };
}
