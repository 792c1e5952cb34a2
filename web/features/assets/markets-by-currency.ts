import type { Market } from '../markets/index.ts';

/**
 * The address (`/trade?id=`) of a market for each currency: the one against USDT, else the first that sells it, else
 * the first that it pays for.
 */
export function marketsByCurrency(markets: readonly Market[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const open = markets.filter(({ match }) => match.open_change === 1);
  const [inDollars, others] = [
    open.filter(({ match }) => match.quote_currency_code === 'USDT'),
    open.filter(({ match }) => match.quote_currency_code !== 'USDT'),
  ];
  const add = (currency: number, { index }: Market): void => {
    if (!found.has(currency)) found.set(currency, String(index));
  };
  for (const market of [...inDollars, ...others]) add(market.match.base_currency_id, market);
  for (const market of [...inDollars, ...others]) add(market.match.quote_currency_id, market);
  return found;
}
