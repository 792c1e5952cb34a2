import { buyList, historyList, orderTrades, ownTrades, sellList } from '@bourse/contract/spot';
import { accountDetail, accountList } from '@bourse/contract/wallet';
import type { Query, QueryClient } from '@tanstack/react-query';
import { askAgain } from './changing-reads.ts';
import type { OrderFeed } from './feeds/orders.ts';
import { personOf, sequenceOf } from './read.ts';
import type { LiveSocket } from './socket.ts';

/** The reads that the socket's private messages keep up to date. */
const followedReads: ReadonlySet<unknown> = new Set(
  [accountDetail, accountList, buyList, sellList, historyList, ownTrades, orderTrades].map(({ path }) => path),
);

/** The lists that order updates are merged into. */
const openLists: ReadonlySet<unknown> = new Set([buyList.path, sellList.path]);

/**
 * Keeps fetched private data consistent with the socket's private messages. Messages start after a sequence; data that
 * was fetched at an earlier one, or is still pending, is fetched again. When many order updates are stored, the lists
 * of open orders are fetched again, so that the updates they then reflect can be dropped.
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
  socket.onPrivateStart(({ sequence, afterBreak, isReset }) => {
    if (isReset) orders.forget();
    const isFollowed = ({ queryKey, meta }: Query): boolean =>
      followedReads.has(queryKey[0]) || meta?.['followed'] === true;
    const concerns = (query: Query): boolean => personOf(query) !== null && (afterBreak || isFollowed(query));
    // A pending response may be older than the start too.
    const isOlder = (query: Query): boolean => {
      const asOf = sequenceOf(query);
      return asOf === null ? query.state.fetchStatus !== 'idle' : afterBreak || asOf < sequence;
    };
    askAgain(queries, (query) => concerns(query) && isOlder(query));
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

/**
 * Fetches the lists of open orders on screen again, removes the other ones from the cache, and drops the updates that
 * all of them reflect.
 */
async function makeRoom(orders: Pick<OrderFeed, 'forgetUpTo'>, queries: QueryClient): Promise<void> {
  const isOpenList = ({ queryKey }: Query): boolean => openLists.has(queryKey[0]);
  queries.removeQueries({ predicate: isOpenList, type: 'inactive' });
  await queries.refetchQueries({ predicate: isOpenList, type: 'active' });
  const lists = queries.getQueryCache().findAll({ predicate: isOpenList });
  const known = lists.map((query) => sequenceOf(query) ?? (query.state.fetchStatus === 'idle' ? Infinity : -1));
  orders.forgetUpTo(Math.min(Infinity, ...known));
}
