import { useMemo } from 'react';
import { useMarketCatalogue } from '../markets/index.ts';

/** The base currency of a market, whose index decides; undefined while the markets load and for an unknown market. */
export function useBaseCurrency(marketId: number): number | undefined {
  const { catalogue } = useMarketCatalogue();
  return useMemo(
    () => catalogue?.markets.find(({ match }) => match.id === marketId)?.match.base_currency_id,
    [catalogue, marketId],
  );
}
