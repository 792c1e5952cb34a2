export const indexErrors = {
  tick_range_invalid: ['seconds'],
} as const;
