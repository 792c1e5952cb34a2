import { useFigures } from '../../ui/use-figures.ts';

/** The most decimals that a currency has. */
const maxDecimals = 8;

/** Writes an amount with its currency, which stays on the same line. */
export function useAmount(): (amount: string, currency: string) => string {
  const figures = useFigures();
  return (amount, currency) => `${figures.trimmed(amount, maxDecimals)}\u00a0${currency}`;
}
