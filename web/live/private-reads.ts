import { buyList, historyList, orderTrades, ownTrades, sellList } from '@bourse/contract/spot';
import { accountDetail, accountList } from '@bourse/contract/wallet';
import type { Query, QueryClient } from '@tanstack/react-query';
import type { OrderFeed } from './feeds/orders.ts';
import { personOf } from './read.ts';
import type { LiveSocket } from './socket.ts';

/** The reads that the private messages of the socket keep up to date. */
const told: ReadonlySet<unknown> = new Set(
  [accountDetail, accountList, buyList, sellList, historyList, ownTrades, orderTrades].map(({ path }) => path),
);

/** The lists that updates of orders are merged into. */
const openLists: ReadonlySet<unknown> = new Set([buyList.path, sellList.path]);

/**
 * Keeps what was fetched for one person and what the socket tells of it together. Messages tell what happened after a
 * sequence; whatever was fetched as of an earlier one, or is still on its way, is fetched anew. And once the page has
 * heard of many orders, the lists of open ones are fetched anew, so that what they say already can be forgotten.
 */
export function followPrivateReads({
  socket,
  orders,
  queries,
}: {
  readonly socket: Pick<LiveSocket, 'onPrivateStart'>;
  readonly orders: Pick<OrderFeed, 'forget' | 'forgetUpTo' | 'onFull'>;
  readonly queries: QueryClient;
}): void {
  socket.onPrivateStart(({ sequence, afterBreak, isAnew }) => {
    if (isAnew) orders.forget();
    const isFollowed = ({ queryKey, meta }: Query): boolean => told.has(queryKey[0]) || meta?.['followed'] === true;
    const concerns = (query: Query): boolean => personOf(query) !== null && (afterBreak || isFollowed(query));
    const isOlder = (query: Query): boolean => {
      const asOf = sequenceOf(query);
      return asOf !== null && (afterBreak || asOf < sequence);
    };
    // An answer that has not come yet may be of before as well. What nobody looks at is asked for anew by whoever does
    // next; until then somebody may be waiting for the answer itself.
    const isAwaited = (query: Query): boolean => sequenceOf(query) === null && query.state.fetchStatus !== 'idle';
    void queries.resetQueries({ predicate: (query) => concerns(query) && isAwaited(query), type: 'active' });
    void queries.invalidateQueries({ predicate: (query) => concerns(query) && isOlder(query) });
  });

  let making = false;
  orders.onFull(() => {
    if (making) return;
    making = true;
    void makeRoom(orders, queries).finally(() => {
      making = false;
    });
  });
}

/** Fetches the lists of open orders that are looked at, drops the others, and forgets what all of them say already. */
async function makeRoom(orders: Pick<OrderFeed, 'forgetUpTo'>, queries: QueryClient): Promise<void> {
  const isOpenList = ({ queryKey }: Query): boolean => openLists.has(queryKey[0]);
  queries.removeQueries({ predicate: isOpenList, type: 'inactive' });
  await queries.refetchQueries({ predicate: isOpenList, type: 'active' });
  const lists = queries.getQueryCache().findAll({ predicate: isOpenList });
  const known = lists.map((query) => sequenceOf(query) ?? (query.state.fetchStatus === 'idle' ? Infinity : -1));
  orders.forgetUpTo(Math.min(Infinity, ...known));
}

/** The sequence that the answer to a read reflects; null before the first. */
function sequenceOf({ state }: Query): number | null {
  const data: unknown = state.data;
  return typeof data === 'object' && data !== null && 'sequence' in data && typeof data.sequence === 'number'
    ? data.sequence
    : null;
}
