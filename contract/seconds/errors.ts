export const secondsErrors = {
  micro_closed: ['symbol'],
  micro_seconds_not_offered: [],
  micro_currency_not_offered: [],
  micro_number_not_offered: [],
  micro_index_unavailable: ['symbol'],
  micro_index_changing: ['symbol'],
  micro_user_cap: ['room', 'currency'],
  micro_side_cap: ['room', 'currency'],
  micro_house_full: [],
  contract_unknown: [],
} as const;
