export const creditErrors = {
  debt_absent: ['currency'],
  debt_exceeded: ['debt', 'currency'],
} as const;
