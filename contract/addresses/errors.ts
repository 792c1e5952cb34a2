export const addressErrors = {
  address_malformed: [],
  address_keyless: [],
  address_memo_required: [],
  address_memo_unused: [],
  address_own: [],
  address_taken: [],
  addresses_full: ['maximum'],
  address_unknown: [],
  address_link_invalid: [],
  user_unknown: [],
  timestamp_off: [],
} as const;
