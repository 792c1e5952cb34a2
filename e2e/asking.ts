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
import type { OrderLine } from './order-line.ts';

type OrderInput = CallInput<typeof orderAdd>;
export type BatchResult = CallOutput<typeof batchAdd>['results'][number];

/**
 * A batch of a call, and which of its entries this is. Its key makes it the same batch however often it is asked for.
 */
interface PlaceIn<Entry> {
  readonly key: string;
  readonly entries: readonly Entry[];
  readonly place: number;
}

/** An order as it was asked for; the key makes it the same order however often it is asked for. */
export interface Placement {
  readonly key: string;
  readonly side: 'buy' | 'sell';
  readonly market: number;
  readonly number: string;
  readonly price: string;
  readonly timeInForce: 'gtc' | 'ioc' | 'fok';
  /** Null for an order that waits for no price. Of a stop-market order price and time in force are not asked for. */
  readonly stop: { readonly price: string; readonly orderType: 'stop_limit' | 'stop_market' } | null;
  /** Null for one that came alone. */
  readonly batch: PlaceIn<OrderInput> | null;
}

export interface Cancel {
  readonly side: 'buy' | 'sell';
  readonly id: number;
  readonly batch: PlaceIn<number> | null;
}

/** Somebody's two ways to the exchange. */
export interface Ways {
  readonly client: Client;
  readonly line: OrderLine;
}

/** Asks over HTTP, whatever carried the first request: with the same key it is the same order. */
export async function askFor(client: Client, placement: Placement): Promise<Order> {
  const { batch, key, side } = placement;
  if (batch === null) return client.call(side === 'buy' ? buyAdd : sellAdd, inputOf(placement), key);
  const { results } = await client.call(batchAdd, { orders: [...batch.entries] }, batch.key);
  return orderIn(results[batch.place]);
}

export async function askToCancel(client: Client, { side, id, batch }: Cancel): Promise<Order> {
  if (batch === null) return client.call(side === 'buy' ? buyCancel : sellCancel, { id }, `cancel-${id}`);
  const { results } = await client.call(batchCancel, { ids: [...batch.entries] }, batch.key);
  return orderIn(results[batch.place]);
}

export async function askOnLine(line: OrderLine, placement: Placement): Promise<Order> {
  return line.call(orderAdd, inputOf(placement), placement.key);
}

export async function askToCancelOnLine(line: OrderLine, { side, id }: Cancel): Promise<Order> {
  return line.call(orderCancel, { id, way: side === 'buy' ? 2 : 1 }, `cancel-${id}`);
}

/** Places all at once, over the one way or the other. */
export async function askForAll({ client, line }: Ways, way: 'client' | 'line', batch: readonly Placement[]) {
  const [first] = batch;
  if (first === undefined || first.batch === null) throw new Error('These orders belong to no batch');
  const { key, entries } = first.batch;
  const input = { orders: [...entries] };
  const answer = await (way === 'line' ? line.call(orderBatch, input, key) : client.call(batchAdd, input, key));
  return answer.results;
}

export async function askToCancelAll({ client, line }: Ways, way: 'client' | 'line', batch: readonly Cancel[]) {
  const [first] = batch;
  if (first === undefined || first.batch === null) throw new Error('These cancels belong to no batch');
  const { key, entries } = first.batch;
  const input = { ids: [...entries] };
  const answer = await (way === 'line'
    ? line.call(orderBatchCancel, input, key)
    : client.call(batchCancel, input, key));
  return answer.results;
}

/** The same orders as one batch. */
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

/** The order that an entry of a batch was answered with; throws its refusal, as a call of its own would. */
export function orderIn(result: BatchResult | undefined): Order {
  if (result === undefined) throw new Error('An entry of a batch has no answer');
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
