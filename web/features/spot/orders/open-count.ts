import type { Match } from '@bourse/contract/markets';
import { useOwnOpenOrders } from '../book/own-orders.ts';

/** The number of the user's open orders in a market. */
export function useOpenCount({ id }: Match): number {
  const { buys, sells } = useOwnOpenOrders(id);
  return buys.length + sells.length;
}
