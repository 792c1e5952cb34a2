export const depositErrors = {
  transaction_unknown: [],
  transaction_foreign: [],
} as const;
