import { useCallback } from 'react';
import { useFigures } from './use-figures.ts';

/** The maximum number of decimals of a currency. */
const maxDecimals = 8;

/** Formats an amount with its currency, joined by a no-break space. */
export function useAmount(): (amount: string, currency: string) => string {
  const figures = useFigures();
  return useCallback((amount, currency) => `${figures.trimmed(amount, maxDecimals)}\u00a0${currency}`, [figures]);
}
