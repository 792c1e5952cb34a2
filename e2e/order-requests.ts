import { code, type CallInput, type CallOutput } from '@bourse/contract';
import {
  batchAdd,
  batchCancel,
  buyAdd,
  buyCancel,
  orderAdd,
  orderBatch,
  orderBatchCancel,
  orderCancel,
  sellAdd,
  sellCancel,
  type Order,
} from '@bourse/contract/spot';
import { Refused, type Client } from './client.ts';
import type { OrderSocket } from './order-socket.ts';

type OrderInput = CallInput<typeof orderAdd>;
export type BatchResult = CallOutput<typeof batchAdd>['results'][number];

/** A batch call and the position of one of its entries. The key makes repeated requests the same batch. */
interface PlaceIn<Entry> {
  readonly key: string;
  readonly entries: readonly Entry[];
  readonly place: number;
}

/** The request for an order. The key makes repeated requests the same order. */
export interface Placement {
  readonly key: string;
  readonly side: 'buy' | 'sell';
  readonly market: number;
  readonly number: string;
  readonly price: string;
  readonly timeInForce: 'gtc' | 'ioc' | 'fok';
  /** Null for an order without a stop price. A stop-market order has no limit price or time in force. */
  readonly stop: { readonly price: string; readonly orderType: 'stop_limit' | 'stop_market' } | null;
  /** The batch that the order is part of; null for a single order. */
  readonly batch: PlaceIn<OrderInput> | null;
}

export interface Cancel {
  readonly side: 'buy' | 'sell';
  readonly id: number;
  readonly batch: PlaceIn<number> | null;
}

/** The two transports of a user: HTTP and the socket. */
export interface Transports {
  readonly client: Client;
  readonly socket: OrderSocket;
}

/** Requests an order over HTTP, whatever carried the first request. The same key returns the same order. */
export async function requestOrder(client: Client, placement: Placement): Promise<Order> {
  const { batch, key, side } = placement;
  if (batch === null) return client.call(side === 'buy' ? buyAdd : sellAdd, inputOf(placement), key);
  return orderIn((await requestBatch(client, batch))[batch.place]);
}

/** Requests all orders of a batch over HTTP; the same key returns the same orders, and decides refused ones again. */
export async function requestBatch(
  client: Client,
  { key, entries }: PlaceIn<OrderInput>,
): Promise<readonly BatchResult[]> {
  return (await client.call(batchAdd, { orders: [...entries] }, key)).results;
}

export async function requestCancel(client: Client, { side, id, batch }: Cancel): Promise<Order> {
  if (batch === null) return client.call(side === 'buy' ? buyCancel : sellCancel, { id }, `cancel-${id}`);
  const { results } = await client.call(batchCancel, { ids: [...batch.entries] }, batch.key);
  return orderIn(results[batch.place]);
}

export async function requestOrderOnSocket(socket: OrderSocket, placement: Placement): Promise<Order> {
  return socket.call(orderAdd, inputOf(placement), placement.key);
}

export async function requestCancelOnSocket(socket: OrderSocket, { side, id }: Cancel): Promise<Order> {
  return socket.call(orderCancel, { id, way: side === 'buy' ? 2 : 1 }, `cancel-${id}`);
}

/** Places several orders as one batch over the given transport. */
export async function requestOrders(
  { client, socket }: Transports,
  way: 'client' | 'socket',
  batch: readonly Placement[],
) {
  const [first] = batch;
  if (first === undefined || first.batch === null) throw new Error('These orders are not in a batch');
  const { key, entries } = first.batch;
  const input = { orders: [...entries] };
  const answer = await (way === 'socket' ? socket.call(orderBatch, input, key) : client.call(batchAdd, input, key));
  return answer.results;
}

export async function requestCancels(
  { client, socket }: Transports,
  way: 'client' | 'socket',
  batch: readonly Cancel[],
) {
  const [first] = batch;
  if (first === undefined || first.batch === null) throw new Error('These cancels are not in a batch');
  const { key, entries } = first.batch;
  const input = { ids: [...entries] };
  const answer = await (way === 'socket'
    ? socket.call(orderBatchCancel, input, key)
    : client.call(batchCancel, input, key));
  return answer.results;
}

/** Combines orders into one batch with this key. */
export function inOneBatch(key: string, placements: readonly Placement[]): Placement[] {
  const entries = placements.map(inputOf);
  return placements.map((placement, place) => ({
    ...placement,
    key: `${key}#${place + 1}`,
    batch: { key, entries, place },
  }));
}

export function cancelsInOneBatch(key: string, cancels: readonly Cancel[]): Cancel[] {
  const entries = cancels.map(({ id }) => id);
  return cancels.map((cancel, place) => ({ ...cancel, batch: { key, entries, place } }));
}

/** The order in the result of a batch entry; throws its refusal like a single call. */
export function orderIn(result: BatchResult | undefined): Order {
  if (result === undefined) throw new Error('A batch entry has no result');
  if (result.code === code.success) return result.data;
  throw new Refused(result.error, result.message, result.details);
}

function inputOf({ side, market, number, price, timeInForce, stop }: Placement): OrderInput {
  const order = { way: side === 'buy' ? 2 : 1, currency_match_id: market, number } as const;
  const limit = { price, time_in_force: timeInForce };
  if (stop === null) return { ...order, ...limit };
  const stopped = { ...order, order_type: stop.orderType, stop_price: stop.price };
  return stop.orderType === 'stop_limit' ? { ...stopped, ...limit } : stopped;
}
