import type { Order, OrderMessage } from '@bourse/contract/spot';
import type { AccountDetail } from '@bourse/contract/wallet';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LiveSocket } from '../socket.ts';

/**
 * An order without the names that the server has for its side and its state: messages name them in no reader's
 * language.
 */
export type KnownOrder = Omit<Order, 'way_name' | 'status_name'>;

/** What is known of one order, as of a sequence. */
export interface OrderUpdate {
  readonly order: KnownOrder;
  readonly sequence: number;
}

export interface BalanceUpdate {
  readonly account: AccountDetail;
  readonly sequence: number;
}

export interface OrderView {
  /** The latest update of each order since the page was opened, by order id. */
  readonly orders: Readonly<Record<number, OrderUpdate>>;
  /** The latest balance of each currency that had an update, by currency id. */
  readonly balances: Readonly<Record<number, BalanceUpdate>>;
}

/** How many orders are remembered before the lists are asked to do without some. */
const remembered = 500;

const nothing: OrderView = { orders: {}, balances: {} };

export interface OrderFeed {
  readonly store: StoreApi<OrderView>;
  /** Takes the answer to the person's own placing or cancelling, which may come before the socket's word. */
  learn(order: KnownOrder, sequence: number): void;
  forget(): void;
  /** Forgets the updates of orders up to a sequence, which no list needs any more. */
  forgetUpTo(sequence: number): void;
  /** Called with each update beyond the number that is remembered. */
  onFull(listener: () => void): () => void;
  /** Called with each updated order, from the socket or from an answer. */
  onUpdate(listener: (order: KnownOrder) => void): () => void;
  /** Told of each message once, in the order in which they come. */
  onMessage(listener: (message: OrderMessage) => void): () => void;
}

export function createOrderFeed(socket: Pick<LiveSocket, 'onOrder'>): OrderFeed {
  const store = createStore<OrderView>(() => nothing);
  const messageListeners = new Set<(message: OrderMessage) => void>();
  const updateListeners = new Set<(order: KnownOrder) => void>();
  const fullListeners = new Set<() => void>();
  const publishUpdate = (order: KnownOrder): void => {
    for (const listener of updateListeners) listener(order);
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
    publishUpdate(order);
  });
  return {
    store,
    learn: (order, sequence) => {
      store.setState((view) => ({ orders: withOrder(view.orders, { order, sequence }) }));
      publishUpdate(order);
    },
    forget: () => store.setState(nothing, true),
    forgetUpTo: (sequence) =>
      store.setState(({ orders }) => ({
        orders: Object.fromEntries(Object.entries(orders).filter(([, update]) => update.sequence > sequence)),
      })),
    onFull: (listener) => {
      fullListeners.add(listener);
      return () => fullListeners.delete(listener);
    },
    onUpdate: (listener) => {
      updateListeners.add(listener);
      return () => updateListeners.delete(listener);
    },
    onMessage: (listener) => {
      messageListeners.add(listener);
      return () => messageListeners.delete(listener);
    },
  };
}

function withOrder(orders: OrderView['orders'], update: OrderUpdate): OrderView['orders'] {
  const known = orders[update.order.id];
  if (known !== undefined && known.sequence > update.sequence) return orders;
  return { ...orders, [update.order.id]: update };
}

function withBalance(balances: OrderView['balances'], update: BalanceUpdate): OrderView['balances'] {
  const known = balances[update.account.currency_id];
  if (known !== undefined && known.sequence > update.sequence) return balances;
  return { ...balances, [update.account.currency_id]: update };
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
 * The rows of a list of open orders: the page as it was fetched, with later updates merged in. The update of an order
 * that ended removes its row; a new order comes first, on the first page and if it belongs to the list. An older order,
 * which is on a later page, stays there whatever its updates say.
 */
export function mergeOpenOrders(
  page: FetchedOrders,
  updates: OrderView['orders'],
  belongs: (order: KnownOrder) => boolean,
): readonly KnownOrder[] {
  const later = new Map(
    Object.values(updates)
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
