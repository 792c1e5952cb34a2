import type { IdentityField } from './form-rules.ts';

/** The field that each refusal concerns; all others concern the form as a whole. */
const fieldOf: Readonly<Record<string, IdentityField>> = {
  account_invalid: 'email',
  account_taken: 'email',
  area_unknown: 'area',
  phone_required: 'mobile',
  phone_invalid: 'mobile',
  phone_taken: 'mobile',
  verification_code_required: 'code',
  verification_code_malformed: 'code',
  verification_code_wrong: 'code',
  verification_code_expired: 'code',
  code_sent_already: 'code',
  codes_used_up: 'code',
  long_code_sent: 'code',
  contact_unbound: 'code',
  sms_unavailable: 'code',
  password_required: 'password',
  password_shape: 'password',
  password_length: 'password',
  password_account: 'password',
  password_common: 'password',
  password_unchanged: 'password',
  credentials_wrong: 'password',
  passwords_differ: 'repeat',
  invite_code_required: 'invite',
  invite_code_unknown: 'invite',
};

/** The field at which to show a refusal; null, the form as a whole, when its field is not on screen or it has none. */
export function placeOfRefusal(error: string, shown: readonly IdentityField[]): IdentityField | null {
  const field = Object.hasOwn(fieldOf, error) ? fieldOf[error] : undefined;
  return field !== undefined && shown.includes(field) ? field : null;
}
