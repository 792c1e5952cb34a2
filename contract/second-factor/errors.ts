export const secondFactorErrors = {
  totp_on_already: [],
  totp_off_already: [],
  totp_not_begun: [],
  totp_code_wrong: [],
  second_factor_off: [],
  passkeys_unavailable: [],
  passkeys_full: ['maximum'],
  passkey_refused: [],
  passkey_known: [],
  passkey_name_empty: [],
  passkey_unknown: [],
} as const;
