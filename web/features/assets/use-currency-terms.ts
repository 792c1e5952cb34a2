import { currencyProtocols } from '@bourse/contract/chains';
import { convertSetting } from '@bourse/contract/convert';
import { useMemo } from 'react';
import { useRead } from '../../live/read.ts';
import { type CurrencyTerms, termsByCurrency } from './currency-terms.ts';

/** Operators open and close networks and conversions at any time. */
const everyMs = 60_000;

/** Whether a currency can be deposited, withdrawn and converted; all closed until the answers arrive. */
export function useCurrencyTerms(): (currencyId: number) => CurrencyTerms {
  const protocols = useRead(currencyProtocols, {}, { staleMs: everyMs, refreshMs: everyMs }).data?.data;
  const currencies = useRead(convertSetting, {}, { staleMs: everyMs, refreshMs: everyMs }).data?.data.currencies;
  return useMemo(() => termsByCurrency(protocols ?? [], currencies ?? []), [protocols, currencies]);
}
