import { Type } from 'typebox';
import { Line } from '../values.ts';

/** The kinds of second factor. */
export const secondFactors = ['totp', 'passkey'] as const;
export type SecondFactor = (typeof secondFactors)[number];

/**
 * Fields of calls that require a second factor of accounts that have one. A call without them is refused with
 * `second_factor_required` and the account's methods, and can be repeated with one of them.
 */
export const secondFactorFields = {
  /** A one-time password of the authenticator app, or a recovery code. */
  totp_code: Type.Optional(Line(32)),
  /** The JSON of a passkey's answer to a challenge of `user/passkey_options`. */
  passkey: Type.Optional(Line(8_192)),
};

export const secondFactorRefusals = [
  'second_factor_required',
  'second_factor_malformed',
  'second_factor_wrong',
  'second_factor_used',
  'second_factor_locked',
] as const;
export type SecondFactorRefusal = (typeof secondFactorRefusals)[number];

/** Refusals of a trade password. */
export const payPasswordRefusals = [
  'pay_password_missing',
  'pay_password_required',
  'pay_password_wrong',
  'pay_password_locked',
] as const;
export type PayPasswordRefusal = (typeof payPasswordRefusals)[number];
