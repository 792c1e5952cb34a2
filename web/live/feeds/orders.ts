import type { AccountDetail, Order, OrderMessage } from '@bourse/contract';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LiveSocket } from '../socket.ts';

/** An order without the names that the server has for its side and its state: those of news are in no reader's language. */
export type KnownOrder = Omit<Order, 'way_name' | 'status_name'>;

/** What is known of one order, as of a sequence. */
export interface OrderNews {
  readonly order: KnownOrder;
  readonly sequence: number;
}

export interface BalanceNews {
  readonly account: AccountDetail;
  readonly sequence: number;
}

export interface OrderView {
  /** The latest news of each order that was heard of since the page was opened, by order id. */
  readonly orders: Readonly<Record<number, OrderNews>>;
  /** The latest balance of each currency that was heard of, by currency id. */
  readonly balances: Readonly<Record<number, BalanceNews>>;
}

/** How many orders are remembered before the lists are asked to do without some. */
const remembered = 500;

const nothing: OrderView = { orders: {}, balances: {} };

export interface OrderFeed {
  readonly store: StoreApi<OrderView>;
  /** Takes the answer to the person's own placing or cancelling, which may come before the socket's word. */
  learn(order: KnownOrder, sequence: number): void;
  forget(): void;
  /** Forgets the news of orders up to a sequence, which no list needs any more. */
  forgetUpTo(sequence: number): void;
  /** Told with each news of an order beyond what is to be remembered. */
  onFull(listener: () => void): () => void;
  /** Told of each order of which there is news, from the socket or from an answer. */
  onNews(listener: (order: KnownOrder) => void): () => void;
  /** Told of each message once, in the order in which they come. */
  onMessage(listener: (message: OrderMessage) => void): () => void;
}

export function createOrderFeed(socket: Pick<LiveSocket, 'onOrder'>): OrderFeed {
  const store = createStore<OrderView>(() => nothing);
  const messageListeners = new Set<(message: OrderMessage) => void>();
  const newsListeners = new Set<(order: KnownOrder) => void>();
  const fullListeners = new Set<() => void>();
  const tellNews = (order: KnownOrder): void => {
    for (const listener of newsListeners) listener(order);
    if (Object.keys(store.getState().orders).length <= remembered) return;
    for (const listener of fullListeners) listener();
  };
  socket.onOrder((message) => {
    const { sequence } = message;
    const { quote_account, base_account, ...order } = message.order;
    store.setState((view) => ({
      orders: withOrder(view.orders, { order, sequence }),
      balances: [quote_account, base_account].reduce(
        (known, account) => withBalance(known, { account, sequence }),
        view.balances,
      ),
    }));
    for (const listener of messageListeners) listener(message);
    tellNews(order);
  });
  return {
    store,
    learn: (order, sequence) => {
      store.setState((view) => ({ orders: withOrder(view.orders, { order, sequence }) }));
      tellNews(order);
    },
    forget: () => store.setState(nothing, true),
    forgetUpTo: (sequence) =>
      store.setState(({ orders }) => ({
        orders: Object.fromEntries(Object.entries(orders).filter(([, news]) => news.sequence > sequence)),
      })),
    onFull: (listener) => {
      fullListeners.add(listener);
      return () => fullListeners.delete(listener);
    },
    onNews: (listener) => {
      newsListeners.add(listener);
      return () => newsListeners.delete(listener);
    },
    onMessage: (listener) => {
      messageListeners.add(listener);
      return () => messageListeners.delete(listener);
    },
  };
}

function withOrder(orders: OrderView['orders'], news: OrderNews): OrderView['orders'] {
  const known = orders[news.order.id];
  if (known !== undefined && known.sequence > news.sequence) return orders;
  return { ...orders, [news.order.id]: news };
}

function withBalance(balances: OrderView['balances'], news: BalanceNews): OrderView['balances'] {
  const known = balances[news.account.currency_id];
  if (known !== undefined && known.sequence > news.sequence) return balances;
  return { ...balances, [news.account.currency_id]: news };
}

function isOpen(order: KnownOrder): boolean {
  switch (order.status) {
    case 'untriggered':
    case 'submitted':
    case 'partially_filled':
      return true;
    case 'completed':
    case 'cancelled':
      return false;
  }
}

/** A page of open orders as it was fetched at a sequence; `size` is how many it has when it is full. */
export interface FetchedOrders {
  readonly orders: readonly KnownOrder[];
  readonly sequence: number;
  readonly number: number;
  readonly size: number;
}

/**
 * The rows of a list of open orders: the page as it was fetched, with later news worked in. News of an order that ended removes its row; news of a
 * new one stands on top, on the first page and when it belongs to the list. An older order, which stands on a later page, stays there whatever
 * is told of it.
 */
export function mergeOpenOrders(
  page: FetchedOrders,
  news: OrderView['orders'],
  belongs: (order: KnownOrder) => boolean,
): readonly KnownOrder[] {
  const later = new Map(
    Object.values(news)
      .filter((item) => item.sequence > page.sequence)
      .map((item) => [item.order.id, item.order]),
  );
  const known = page.orders.map((order) => later.get(order.id) ?? order).filter(isOpen);
  if (page.number !== 1) return known;
  const ids = new Set(page.orders.map((order) => order.id));
  // Ids rise with time, so what is not on a page that is not full is new, whatever its id.
  const oldest = page.orders.length < page.size ? 0 : (page.orders.at(-1)?.id ?? 0);
  const added = [...later.values()].filter(
    (order) => order.id > oldest && !ids.has(order.id) && isOpen(order) && belongs(order),
  );
  return [...added.toSorted((a, b) => b.id - a.id), ...known];
}
