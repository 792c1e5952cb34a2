import { currencyMatches } from '@bourse/contract/markets';
import { useMemo } from 'react';
import { useRead } from '../../live/read.ts';
import { arrange } from '../markets/index.ts';
import { marketsByCurrency } from './markets-by-currency.ts';

/** The address of the market in which a currency is best traded; undefined if there is none. */
export function useMarketOf(): (currencyId: number) => string | undefined {
  const { data } = useRead(currencyMatches, {}, { staleMs: 60_000 });
  const markets = useMemo(() => marketsByCurrency(data === undefined ? [] : arrange(data.data).markets), [data]);
  return (currencyId) => markets.get(currencyId);
}
