import { useCurrencyDecimals } from './currency-decimals.ts';
import { outcomeOf } from './outcome.ts';
import type { ChosenContract } from './use-offer.ts';

/** The payout of a contract if it is won. */
export function useOutcome(chosen: ChosenContract | null) {
  const decimalsOf = useCurrencyDecimals();
  if (chosen === null) return null;
  const { currency, number, offer } = chosen;
  return outcomeOf({
    stake: number,
    ratio: offer.profit_ratio,
    feeRate: offer.fee_rate,
    decimals: decimalsOf(currency.id),
  });
}
