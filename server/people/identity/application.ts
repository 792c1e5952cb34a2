import type { CallInput, RefusalOf } from '@bourse/contract';
import type { register } from '@bourse/contract/identity';
import { type Refused, refused } from '../../ground/gateway/index.ts';
import type { Contact } from '../notify/index.ts';
import { isMobile, judgeNewPassword } from './account-rules.ts';
import { isArea } from './areas.ts';
import { readLoginName } from './login-name.ts';
import type { SiteSettings } from './site-settings.ts';

const inviteCodeShape = /^[A-Z0-9]{1,32}$/;

/** A registration request whose form is valid. */
export interface Application {
  /** The address that identifies the account. */
  readonly contact: Contact;
  readonly password: string;
  readonly inviteCode: string;
  readonly mobile: string;
  readonly areaId: number | null;
  /** The device as the client names it. */
  readonly device: string;
  /** The verification code; empty if the site requires none. */
  readonly code: string;
}

/** Validates the form of a registration without accessing the database; returns the first refusal. */
export function judgeApplication(
  input: CallInput<typeof register>,
  settings: SiteSettings,
  device: string,
): Application | Refused<RefusalOf<typeof register>> {
  const areaId = input.area_id === undefined ? null : Number(input.area_id);
  const contact = readLoginName({ account: input.account, type: input.type, areaId }, settings.phone_accounts === 1);
  if ('ok' in contact) return contact;
  const mobile = (contact.channel === 'sms' ? input.account : (input.mobile ?? '')).trim();
  const password = judgeNewPassword(settings.password_policy, {
    password: input.password,
    repeated: input.re_password,
    account: contact.address,
  });
  if (password !== null) return password;
  const inviteCode = input.invite_code.trim().toUpperCase();
  if (inviteCode === '') return refused('invite_code_required');
  if (!inviteCodeShape.test(inviteCode)) return refused('invite_code_unknown');
  if (areaId !== null && !isArea(areaId)) return refused('area_unknown');
  if (settings.register_mobile === 1 && mobile === '') return refused('phone_required');
  if (settings.register_mobile === 1 && areaId === null) return refused('area_unknown');
  if (mobile !== '' && !isMobile(mobile)) return refused('phone_invalid');
  const code = settings.register_code === 1 ? (input.sms_code ?? '').trim() : '';
  if (settings.register_code === 1 && code === '') return refused('verification_code_required');
  return { contact, password: input.password, inviteCode, mobile, areaId, device, code };
}
