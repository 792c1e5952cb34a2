import { typedCode, withPlainDigits } from '@bourse/contract';
import type { PasswordPolicy } from '@bourse/contract/identity';
import { codeLength, longCodeLength } from '@bourse/contract/notify';
import { isEmail, isMobile } from './account-rules.ts';
import { passwordRuleError, type PasswordRuleKey } from './password-rule.ts';

/** The fields of the login, registration and recovery forms. */
export type IdentityField = 'email' | 'area' | 'mobile' | 'code' | 'password' | 'repeat' | 'invite' | 'agreed';

/** The text keys of field errors. */
export type FieldErrorKey =
  | 'login.p_taccount'
  | 'login.p_first'
  | 'register.emptyEmail'
  | 'errors.account_invalid'
  | 'register.emptyPhone'
  | 'errors.phone_invalid'
  | 'register.chooseArea'
  | 'errors.password_required'
  | PasswordRuleKey
  | 'register.enterPassword2'
  | 'errors.passwords_differ'
  | 'errors.verification_code_required'
  | 'errors.verification_code_malformed'
  | 'register.emptyinvitationCode'
  | 'register.readFirst';

export type FieldErrors = Partial<Record<IdentityField, FieldErrorKey>>;

/** The server reads no more. */
const maxTypedLength = 32;

/** How an account is identified: by an e-mail address, or by a phone number and its country. */
export type AccountKind = 'email' | 'mobile';

/** The part of a form that identifies an account. The values of both tabs are kept when the user switches. */
export interface AccountDraft {
  readonly kind: AccountKind;
  readonly email: string;
  readonly mobile: string;
  /** The id of the country whose dialling code the number has. */
  readonly area: string | null;
}

/** The account to send, without surrounding spaces. */
export function accountOf({ kind, email, mobile }: AccountDraft): string {
  return (kind === 'email' ? email : mobile).trim();
}

/** A key for comparing accounts: two drafts with the same key mean the same account. */
export function accountKey(draft: AccountDraft): string {
  return `${draft.kind} ${draft.kind === 'mobile' ? (draft.area ?? '') : ''} ${accountOf(draft)}`;
}

/** The errors of the account fields; `empty` replaces the default message for a missing account. */
export function accountErrors(draft: AccountDraft, empty?: FieldErrorKey): FieldErrors {
  const account = accountOf(draft);
  if (draft.kind === 'email') {
    if (account === '') return { email: empty ?? 'register.emptyEmail' };
    return isEmail(account) ? {} : { email: 'errors.account_invalid' };
  }
  return {
    ...(draft.area === null ? { area: 'register.chooseArea' } : {}),
    ...(account === '' ? { mobile: empty ?? 'register.emptyPhone' } : phoneError(account)),
  };
}

/** Whether the account is valid, so that requests about it make sense. */
export function isComplete(draft: AccountDraft): boolean {
  return Object.keys(accountErrors(draft)).length === 0;
}

export function phoneError(mobile: string): FieldErrors {
  return isMobile(mobile) ? {} : { mobile: 'errors.phone_invalid' };
}

/** Errors of a new password that is typed twice. */
export function newPasswordErrors(
  { password, repeat, ...account }: AccountDraft & { readonly password: string; readonly repeat: string },
  policy: PasswordPolicy | null,
): FieldErrors {
  const wrong = passwordRuleError(policy, password, accountOf(account));
  return {
    ...(password === '' ? { password: 'errors.password_required' } : {}),
    ...(password !== '' && wrong !== null ? { password: wrong } : {}),
    ...(repeat === '' ? { repeat: 'register.enterPassword2' } : {}),
    ...(repeat !== '' && repeat !== password ? { repeat: 'errors.passwords_differ' } : {}),
  };
}

export function codeErrors(code: string): FieldErrors {
  if (code === '') return { code: 'errors.verification_code_required' };
  const isCode = /^[0-9]+$/.test(code) && (code.length === codeLength || code.length === longCodeLength);
  return isCode ? {} : { code: 'errors.verification_code_malformed' };
}

/** A typed code without spaces and hyphens. Other signs stay, because a code without them would be another one. */
export function codeFrom(text: string): string {
  return typedCode(text).slice(0, maxTypedLength);
}

/** The code in a pasted text, which may have other words and numbers around it. */
export function codeIn(text: string): string {
  const plain = withPlainDigits(text);
  const long = /(?<!\d)\d(?:\s?\d){15}(?!\d)/.exec(plain)?.[0];
  const short = /(?<!\d)\d(?:[\s\p{Pd}]?\d){5}(?!\d)/u.exec(plain)?.[0];
  return typedCode(long ?? short ?? '');
}
