export const sendingErrors = {
  recipient_unknown: [],
  recipient_self: [],
  recipient_lookups_used: ['maximum'],
  transfer_below_minimum: ['minimum'],
  transfer_waits: ['until'],
  transfer_recipient_new: ['left'],
  transfers_used_up: ['maximum'],
} as const;
