export const walletErrors = {
  account_unknown: [],
  accounts_alike: [],
} as const;
