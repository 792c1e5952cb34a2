import { isEmail, isMobile, isPassword } from './account-rules.ts';

export interface RegisterDraft {
  readonly account: string;
  readonly password: string;
  readonly repeat: string;
  readonly areaId: string | null;
  readonly mobile: string;
  readonly invite: string;
  readonly agreed: boolean;
}

export type RegisterField = 'account' | 'password' | 'repeat' | 'mobile' | 'invite' | 'agreed';

export type RegisterErrorKey =
  | 'register.emptyEmail'
  | 'register.pRightEmail'
  | 'register.emptyPassword'
  | 'register.length'
  | 'register.enterPassword2'
  | 'register.unlike'
  | 'register.emptyPhone'
  | 'register.pRightPhone'
  | 'register.emptyinvitationCode'
  | 'register.readFirst';

export type RegisterErrors = Partial<Record<RegisterField, RegisterErrorKey>>;

/** What is wrong with a registration form, field by field, in the order in which the fields stand. */
export function registerErrors(draft: RegisterDraft, phoneRequired: boolean): RegisterErrors {
  const found: readonly (readonly [RegisterField, RegisterErrorKey | null])[] = [
    ['account', accountError(draft.account.trim())],
    ['password', passwordError(draft.password)],
    ['repeat', repeatError(draft)],
    ['mobile', mobileError(draft.mobile.trim(), phoneRequired)],
    ['invite', draft.invite.trim() === '' ? 'register.emptyinvitationCode' : null],
    ['agreed', draft.agreed ? null : 'register.readFirst'],
  ];
  const errors: RegisterErrors = {};
  for (const [field, key] of found) if (key !== null) errors[field] = key;
  return errors;
}

function accountError(account: string): RegisterErrorKey | null {
  if (account === '') return 'register.emptyEmail';
  return isEmail(account) ? null : 'register.pRightEmail';
}

function passwordError(password: string): RegisterErrorKey | null {
  if (password === '') return 'register.emptyPassword';
  return isPassword(password) ? null : 'register.length';
}

function repeatError({ password, repeat }: RegisterDraft): RegisterErrorKey | null {
  if (repeat === '') return 'register.enterPassword2';
  return repeat === password ? null : 'register.unlike';
}

function mobileError(mobile: string, required: boolean): RegisterErrorKey | null {
  if (mobile === '') return required ? 'register.emptyPhone' : null;
  return isMobile(mobile) ? null : 'register.pRightPhone';
}
