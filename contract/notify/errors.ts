export const notifyErrors = {
  verification_code_required: [],
  verification_code_malformed: [],
  verification_code_wrong: [],
  verification_code_expired: [],
  code_type_unknown: [],
  code_sent_already: ['seconds'],
  codes_used_up: ['hours'],
  long_code_sent: ['ago', 'minutes'],
  sms_unavailable: [],
  contact_unbound: [],
} as const;
