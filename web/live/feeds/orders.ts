import type { Order, OrderMessage } from '@bourse/contract/spot';
import type { AccountDetail } from '@bourse/contract/wallet';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LiveSocket } from '../socket.ts';

/** An order without the display names of its side and status: socket messages carry no localised names. */
export type KnownOrder = Omit<Order, 'way_name' | 'status_name'>;

/** The latest known state of an order and the sequence that it reflects. */
export interface OrderUpdate {
  readonly order: KnownOrder;
  readonly sequence: number;
}

export interface BalanceUpdate {
  readonly account: AccountDetail;
  readonly sequence: number;
}

export interface OrderView {
  /** The latest update of each order since the page was loaded, by order id. */
  readonly orders: Readonly<Record<number, OrderUpdate>>;
  /** The latest update of each currency's balance, by currency id. */
  readonly balances: Readonly<Record<number, BalanceUpdate>>;
}

/** How many order updates are kept before the lists are fetched again so that some can be dropped. */
const remembered = 500;

const nothing: OrderView = { orders: {}, balances: {} };

export interface OrderFeed {
  readonly store: StoreApi<OrderView>;
  /** Applies the response to the user's own order or cancel, which may arrive before the socket message. */
  apply(order: KnownOrder, sequence: number): void;
  forget(): void;
  /** Drops the order updates up to a sequence, once every list reflects it. */
  forgetUpTo(sequence: number): void;
  /** Called with each update beyond the number that is kept. */
  onFull(listener: () => void): () => void;
  /** Called with each updated order, from the socket or from a response. */
  onUpdate(listener: (order: KnownOrder) => void): () => void;
  /** Called once per socket message, in order of arrival. */
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
    apply: (order, sequence) => {
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

/** A page of open orders as fetched at a sequence; `size` is the number of orders on a full page. */
export interface FetchedOrders {
  readonly orders: readonly KnownOrder[];
  readonly sequence: number;
  readonly number: number;
  readonly size: number;
}

/**
 * The rows of a list of open orders: the fetched page with later updates merged in. An order that ended is removed. A
 * new order is put on top, on the first page and if it matches the filter. An older order, which belongs to a later
 * page, is not added.
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
  // Ids rise with time; on a page that is not full every unknown order is new.
  const oldest = page.orders.length < page.size ? 0 : (page.orders.at(-1)?.id ?? 0);
  const added = [...later.values()].filter(
    (order) => order.id > oldest && !ids.has(order.id) && isOpen(order) && belongs(order),
  );
  return [...added.toSorted((a, b) => b.id - a.id), ...known];
}
