import { accountErrors, codeErrors, type AccountDraft, type FieldErrors } from './form-rules.ts';

export interface LoginDraft extends AccountDraft {
  readonly password: string;
  readonly code: string;
  readonly remember: boolean;
}

/** What is wrong with a login form, field by field. */
export function loginErrors(draft: LoginDraft, takesCode: boolean): FieldErrors {
  return {
    ...accountErrors(draft),
    ...(draft.password === '' ? { password: 'login.p_first' } : {}),
    ...(takesCode ? codeErrors(draft.code) : {}),
  };
}

/** Pages that lead to where they were asked for, and are no such place themselves. */
const doors = /^\/(login|register|forgetPassword)(?![A-Za-z])/;

/** Where to go after login: a path of this site, never another site's address. */
export function pathAfterLogin(requested: string | undefined): string {
  if (requested === undefined || !/^\/(?![/\\])/.test(requested)) return '/home';
  return doors.test(requested) ? '/home' : requested;
}
