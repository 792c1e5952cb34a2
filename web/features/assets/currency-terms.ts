import type { CurrencyProtocol } from '@bourse/contract/chains';
import type { ConvertibleCurrency } from '@bourse/contract/convert';

/** The movements that a currency is open for. */
export interface CurrencyTerms {
  readonly openRecharge: boolean;
  readonly openDraw: boolean;
  readonly canConvert: boolean;
}

type Protocol = Pick<CurrencyProtocol, 'currency_id' | 'open_recharge' | 'open_draw'>;

/** A currency is open for deposits or withdrawals when one of its networks is. */
export function termsByCurrency(
  protocols: readonly Protocol[],
  convertible: readonly Pick<ConvertibleCurrency, 'id'>[],
): (currencyId: number) => CurrencyTerms {
  const ids = (some: readonly Protocol[]): ReadonlySet<number> => new Set(some.map(({ currency_id: id }) => id));
  const recharged = ids(protocols.filter(({ open_recharge: open }) => open === 1));
  const drawn = ids(protocols.filter(({ open_draw: open }) => open === 1));
  const converted = new Set(convertible.map(({ id }) => id));
  return (id) => ({ openRecharge: recharged.has(id), openDraw: drawn.has(id), canConvert: converted.has(id) });
}
