export const walletErrors = {
  account_unknown: [],
  accounts_alike: [],
  export_too_long: ['maximum'],
} as const;
