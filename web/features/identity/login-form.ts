import { isEmail } from './account-rules.ts';

export interface LoginDraft {
  readonly account: string;
  readonly password: string;
  readonly remember: boolean;
}

export type LoginErrorKey = 'login.p_taccount' | 'register.pRightEmail' | 'login.p_first';

export type LoginErrors = Partial<Record<'account' | 'password', LoginErrorKey>>;

/** What is wrong with a login form, field by field. */
export function loginErrors(draft: LoginDraft): LoginErrors {
  const account = accountError(draft.account.trim());
  return {
    ...(account === null ? {} : { account }),
    ...(draft.password === '' ? { password: 'login.p_first' as const } : {}),
  };
}

function accountError(account: string): LoginErrorKey | null {
  if (account === '') return 'login.p_taccount';
  return isEmail(account) ? null : 'register.pRightEmail';
}

/** Where to go after login: a path of this site, never another site's address. */
export function pathAfterLogin(requested: string | undefined): string {
  if (requested === undefined || !/^\/(?![/\\])/.test(requested)) return '/home';
  return requested.startsWith('/login') || requested.startsWith('/register') ? '/home' : requested;
}
