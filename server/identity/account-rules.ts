import type { CallInput, register } from '@bourse/contract';
import { type Refused, refused } from '../gateway/index.ts';
import { isArea } from './areas.ts';
import { isCommonPassword } from './common-passwords.ts';
import type { SiteSettings } from './site-settings.ts';

/** Letters and digits with single `-`, `_` or `.` between them, an `@`, and a domain whose last label has two to four letters. */
const emailShape = /^[a-z0-9]+(?:[-_.][a-z0-9]+)*@[a-z0-9]+(?:[-.][a-z0-9]+)*\.[a-z]{2,4}$/i;
const mobileShape = /^[0-9]{6,20}$/;
const inviteCodeShape = /^[A-Z0-9]{1,32}$/;
const passwordShape = /^[A-Za-z0-9]{6,16}$/;

/** A registration that keeps every rule which can be judged without looking anything up. */
export interface Application {
  readonly email: string;
  readonly password: string;
  readonly inviteCode: string;
  readonly mobile: string;
  readonly areaId: number | null;
  readonly device: string;
}

/** Judges the form of a registration; the first rule that is broken is the refusal. */
export function judgeApplication(input: CallInput<typeof register>, settings: SiteSettings): Application | Refused {
  const email = input.account.trim();
  const mobile = input.mobile?.trim() ?? '';
  const areaId = input.area_id === undefined ? null : Number(input.area_id);
  if (!offersLogin(input.type)) return refused('login_type_unsupported');
  if (!isEmail(email)) return refused('account_invalid');
  const password = judgeNewPassword(input.password, input.re_password);
  if (password !== null) return password;
  const inviteCode = input.invite_code.trim().toUpperCase();
  if (inviteCode === '') return refused('invite_code_required');
  if (!inviteCodeShape.test(inviteCode)) return refused('invite_code_unknown');
  if (areaId !== null && !isArea(areaId)) return refused('area_unknown');
  if (settings.register_mobile === 1 && mobile === '') return refused('phone_required');
  if (settings.register_mobile === 1 && areaId === null) return refused('area_unknown');
  if (mobile !== '' && !mobileShape.test(mobile)) return refused('phone_invalid');
  // No code is sent out yet, so where the site asks for one, none can be right.
  if (settings.register_code === 1) return refused('verification_code_required');
  return { email, password: input.password, inviteCode, mobile, areaId, device: input.device_id ?? '' };
}

/** Whether people can log in with this kind of account; e-mail is the only kind for now, and the default. */
export function offersLogin(type: string | undefined): boolean {
  return type === undefined || type === '' || type === 'email';
}

export function isEmail(account: string): boolean {
  return account.length <= 254 && emailShape.test(account);
}

/** Two spellings of an e-mail address that differ in case only are the same account. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

/** What is wrong with a new password that was typed twice; null when nothing is. */
export function judgeNewPassword(password: string, repeated: string): Refused | null {
  if (password === '') return refused('password_required');
  if (!passwordShape.test(password)) return refused('password_shape');
  if (isCommonPassword(password)) return refused('password_common');
  return password === repeated ? null : refused('passwords_differ');
}
