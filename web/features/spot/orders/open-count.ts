import type { Match } from '@bourse/contract/markets';
import { useOwnOpenOrders } from '../book/own-orders.ts';

/** The name of a tab with the number of open orders in a market, if there are any. */
export function useOpenCount(name: string, { id }: Match): string {
  const { buys, sells } = useOwnOpenOrders(id);
  const count = buys.length + sells.length;
  return count === 0 ? name : `${name} (${count})`;
}
