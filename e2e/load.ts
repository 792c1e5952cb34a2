import { setTimeout as pause } from 'node:timers/promises';
import type { Order } from '@bourse/contract/spot';
import {
  requestOrder,
  requestOrders,
  requestOrderOnSocket,
  requestCancel,
  requestCancels,
  requestCancelOnSocket,
  cancelsInOneBatch,
  inOneBatch,
  orderIn,
  type BatchResult,
  type Cancel,
  type Placement,
  type Transports,
} from './order-requests.ts';
import { requestChange, noChanges, randomChange, type Change, type Changed, type Changes } from './changes.ts';
import type { Client } from './client.ts';
import { noProducts, type ProductLedger, products } from './products.ts';
import { isNotSequenced, isUnanswered, refusalOf } from './refusals.ts';

/** The answers to one user's requests during a load, and the requests without an answer. */
export interface Ledger extends ProductLedger {
  /** Each placed order with the first answer. */
  readonly placed: Map<number, { readonly placement: Placement; readonly answer: Order }>;
  /** Each order whose cancel was acknowledged, with that answer. */
  readonly cancelled: Map<number, Order>;
  /** Orders that had ended before their cancel arrived. */
  readonly over: Set<number>;
  /** Refused placements with the error key. */
  readonly refused: { readonly placement: Placement; readonly reason: string }[];
  /** Orders that may still be open, as far as this user knows. */
  readonly open: Map<number, Cancel>;
  readonly unanswered: Placement[];
  readonly unansweredCancels: Cancel[];
  readonly changes: Changes;
  /** The latest state of each order in an answer to this user. */
  readonly latest: Map<number, Order>;
  /** The number of answers over the socket, and of answers to batch entries. */
  readonly carried: { socket: number; batch: number };
}

export function emptyLedger(): Ledger {
  return {
    placed: new Map(),
    cancelled: new Map(),
    over: new Set(),
    refused: [],
    open: new Map(),
    unanswered: [],
    unansweredCancels: [],
    changes: noChanges(),
    latest: new Map(),
    carried: { socket: 0, batch: 0 },
    ...noProducts(),
  };
}

/** The number of answers to a user. */
export function answersIn(ledger: Ledger): number {
  const { placed, cancelled, over, refused, changes } = ledger;
  const others = products.map(({ counts }) => counts(ledger)).reduce((sum, one) => sum + one.made + one.refused, 0);
  const changed = changes.made.length + changes.refused.length;
  return placed.size + cancelled.size + over.size + refused.length + changed + others;
}

export interface Trading {
  /** A prefix of all idempotency keys of this load, unique to it. */
  readonly name: string;
  readonly random: () => number;
  readonly going: () => boolean;
  /** Continues after a missing answer or a closed exchange, for an exchange that recovers by itself. */
  readonly persistent: boolean;
}

/**
 * Places, changes and cancels orders, singly and in batches, over HTTP and the socket, moves money between accounts,
 * and uses the other products, one request after the other, until `going` returns false or a request is not answered.
 */
export async function trade(transports: Transports, ledger: Ledger, trading: Trading): Promise<void> {
  const { name, random, going, persistent } = trading;
  for (let n = 0; going(); n++) {
    const way = random() < 0.4 ? 'socket' : 'client';
    const size = random() < 0.12 ? 2 + Math.floor(random() * 4) : 1;
    const open = [...ledger.open.values()];
    const from = Math.floor(random() * open.length);
    const victims = open.slice(from, from + size);
    const key = `${name}-${n}`;
    const kind = random();
    const victim = ledger.latest.get(open[from]?.id ?? 0);
    const mayCancel = victims.length > 0 && (kind < 0.3 || open.length > 60);
    let answered: boolean;
    if (mayCancel) answered = await cancel(transports, way, cancelsInOneBatch(`${key}-c`, victims), ledger);
    else if (kind > 0.75 && victim !== undefined)
      answered = await change(transports.client, randomChange(key, victim, random), ledger);
    else if (kind > 0.52) answered = await requestProduct(transports.client, key, random, ledger);
    else answered = await place(transports, way, placements(key, size, random), ledger);
    if (answered) continue;
    if (!persistent) return;
    await pause(25);
  }
}

/** Makes a request about one of the products. Returns whether it was answered. */
async function requestProduct(client: Client, key: string, random: () => number, ledger: Ledger): Promise<boolean> {
  let left = random() * products.reduce((sum, { percent }) => sum + percent, 0);
  for (const { percent, request } of products) {
    left -= percent;
    if (left < 0) return request({ client, key, ledger, random });
  }
  return true;
}

function placements(key: string, size: number, random: () => number): Placement[] {
  if (size === 1) return [randomPlacement(key, random)];
  return inOneBatch(
    key,
    Array.from({ length: size }, () => randomPlacement(key, random)),
  );
}

/** Places orders and records each answer or its absence. Returns whether all were answered. */
async function place(
  transports: Transports,
  way: keyof Transports,
  wanted: readonly Placement[],
  ledger: Ledger,
): Promise<boolean> {
  const note = (placement: Placement, order: () => Order): boolean => {
    try {
      recordPlaced(ledger, placement, order());
    } catch (fault) {
      // A batch entry that was rejected while the exchange was closed may take effect when the batch is repeated, so it
      // is repeated as well.
      if (isUnanswered(fault) || (isNotSequenced(fault) && placement.batch !== null)) ledger.unanswered.push(placement);
      else if (!isNotSequenced(fault)) ledger.refused.push({ placement, reason: refusalOf(fault) });
      if (isUnanswered(fault) || isNotSequenced(fault)) return false;
    }
    count(ledger, way, placement.batch !== null);
    return true;
  };
  const results = await resultsOf(wanted, {
    one: (placement) =>
      way === 'socket'
        ? requestOrderOnSocket(transports.socket, placement)
        : requestOrder(transports.client, placement),
    all: () => requestOrders(transports, way, wanted),
  });
  return wanted.map((placement, at) => note(placement, results(at))).every(Boolean);
}

/** Requests a change of an open order and records the answer or its absence. Returns whether it was answered. */
async function change(client: Client, request: Change, ledger: Ledger): Promise<boolean> {
  try {
    recordChanged(ledger, request, await requestChange(client, request));
    return true;
  } catch (fault) {
    if (isNotSequenced(fault)) return false;
    if (!isUnanswered(fault)) {
      recordChanged(ledger, request, refusalOf(fault));
      return true;
    }
    ledger.changes.unanswered.push(request);
    ledger.open.delete(request.id);
    return false;
  }
}

/** Records the result of a change, or the error key of its refusal. */
export function recordChanged(ledger: Ledger, request: Change, answer: Changed | string): void {
  const { changes, open, over, cancelled, latest } = ledger;
  if (typeof answer === 'string') {
    changes.refused.push({ change: request, reason: answer });
    if (answer !== 'order_not_found') return;
    open.delete(request.id);
    over.add(request.id);
    return;
  }
  const { order, replaced } = answer;
  changes.made.push({ change: request, answer });
  latest.set(order.id, order);
  if (replaced === null) return;
  cancelled.set(replaced.id, replaced);
  open.delete(replaced.id);
  if (isOpen(order)) open.set(order.id, { side: request.side, id: order.id, batch: null });
}

async function cancel(
  transports: Transports,
  way: keyof Transports,
  batch: readonly Cancel[],
  ledger: Ledger,
): Promise<boolean> {
  // A single cancel is not part of a batch.
  const wanted = batch.length === 1 ? batch.map((order) => ({ ...order, batch: null })) : batch;
  for (const { id } of wanted) ledger.open.delete(id);
  const note = (order: Cancel, answer: () => Order): boolean => {
    try {
      ledger.cancelled.set(order.id, answer());
    } catch (fault) {
      if (isNotSequenced(fault) && order.batch === null) ledger.open.set(order.id, order);
      else if (isUnanswered(fault) || isNotSequenced(fault)) ledger.unansweredCancels.push(order);
      else if (refusalOf(fault) === 'order_not_found') ledger.over.add(order.id);
      if (isUnanswered(fault) || isNotSequenced(fault)) return false;
    }
    count(ledger, way, order.batch !== null);
    return true;
  };
  const results = await resultsOf(wanted, {
    one: (order) =>
      way === 'socket' ? requestCancelOnSocket(transports.socket, order) : requestCancel(transports.client, order),
    all: () => requestCancels(transports, way, wanted),
  });
  return wanted.map((order, at) => note(order, results(at))).every(Boolean);
}

/** The results of these requests by position, made singly or as one batch; reading a refused one throws. */
async function resultsOf<Wanted extends Placement | Cancel>(
  wanted: readonly Wanted[],
  { one, all }: { one: (wanted: Wanted) => Promise<Order>; all: () => Promise<readonly BatchResult[]> },
): Promise<(place: number) => () => Order> {
  const [first] = wanted;
  try {
    if (first !== undefined && first.batch === null) {
      const order = await one(first);
      return () => () => order;
    }
    const results = await all();
    return (place) => () => orderIn(results[place]);
  } catch (fault) {
    return () => () => {
      throw fault;
    };
  }
}

function count({ carried }: Ledger, way: keyof Transports, inBatch: boolean): void {
  if (way === 'socket') carried.socket += 1;
  if (inBatch) carried.batch += 1;
}

/** Records the answer to a placement. */
export function recordPlaced(ledger: Ledger, placement: Placement, answer: Order): void {
  ledger.placed.set(answer.id, { placement, answer });
  ledger.latest.set(answer.id, answer);
  if (isOpen(answer)) ledger.open.set(answer.id, { side: placement.side, id: answer.id, batch: null });
}

export function isOpen({ status }: Order): boolean {
  return status === 'untriggered' || status === 'submitted' || status === 'partially_filled';
}

/**
 * Markets between three currencies. Prices are around `price` steps of 10^-`decimals`; quantities are multiples of
 * 10^-`quantityDecimals`.
 */
const markets = [
  { id: 1, price: 20_000, decimals: 0, quantityDecimals: 3 },
  { id: 2, price: 150_000, decimals: 2, quantityDecimals: 2 },
  { id: 13, price: 7500, decimals: 5, quantityDecimals: 2 },
] as const;

/**
 * Prices of both sides overlap, so that about a third of the orders match. A few exceed any balance, and some are stop
 * orders near the usual prices.
 */
function randomPlacement(key: string, random: () => number): Placement {
  const below = (bound: number): number => Math.floor(random() * bound);
  const side = random() < 0.5 ? 'buy' : 'sell';
  const market = markets[below(markets.length)] ?? markets[0];
  const price = market.price + below(60) - (side === 'buy' ? 40 : 20);
  const quantity = random() < 0.03 ? 1_000_000 : 1 + below(9);
  const kind = random();
  return {
    key,
    side,
    market: market.id,
    number: decimal(quantity, market.quantityDecimals),
    price: decimal(price, market.decimals),
    timeInForce: kind < 0.75 ? 'gtc' : kind < 0.9 ? 'ioc' : 'fok',
    stop: random() < 0.2 ? randomStop() : null,
    batch: null,
  };

  function randomStop(): NonNullable<Placement['stop']> {
    const away = below(25) - 3;
    return {
      price: decimal(side === 'buy' ? market.price + away : market.price - away, market.decimals),
      orderType: random() < 0.5 ? 'stop_limit' : 'stop_market',
    };
  }
}

function decimal(points: number, decimals: number): string {
  return (points / 10 ** decimals).toFixed(decimals);
}
