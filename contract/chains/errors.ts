export const chainErrors = {
  protocol_unknown: [],
  chain_unavailable: [],
} as const;
