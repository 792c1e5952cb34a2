import type { Match } from '@bourse/contract/markets';
import { useMarketCatalogue } from '../markets/index.ts';

const maxDecimals = 8;

/** The decimals of a currency's balances, as far as a listed market has it. */
export function decimalsIn(
  matches: readonly Pick<Match, 'base_currency_id' | 'quote_currency_id' | 'base_decimals' | 'quote_decimals'>[],
  currencyId: number,
): number {
  for (const match of matches) {
    if (match.quote_currency_id === currencyId) return match.quote_decimals;
    if (match.base_currency_id === currencyId) return match.base_decimals;
  }
  return maxDecimals;
}

export function useCurrencyDecimals(): (currencyId: number) => number {
  const { catalogue } = useMarketCatalogue();
  return (currencyId) => decimalsIn(catalogue?.markets.map(({ match }) => match) ?? [], currencyId);
}
