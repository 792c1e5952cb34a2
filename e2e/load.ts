import { setTimeout as pause } from 'node:timers/promises';
import { buyAdd, buyCancel, sellAdd, sellCancel, type Order } from '@bourse/contract';
import { Refused, type Client } from './client.ts';
import { askForMove, noMoves, randomMove, type Move, type Moves } from './transfers.ts';

/** An order as it was asked for; the key makes it the same order however often it is asked for. */
export interface Placement {
  readonly key: string;
  readonly side: 'buy' | 'sell';
  readonly market: number;
  readonly number: string;
  readonly price: string;
  readonly timeInForce: 'gtc' | 'ioc' | 'fok';
}

export interface Cancel {
  readonly side: 'buy' | 'sell';
  readonly id: number;
}

/** What one person was told during a load, and what stayed without an answer. */
export interface Ledger {
  /** Each order with the answer to its placement. */
  readonly placed: Map<number, { readonly placement: Placement; readonly answer: Order }>;
  /** Each order whose cancel was acknowledged, with that answer. */
  readonly cancelled: Map<number, Order>;
  /** Orders that were over before their cancel came. */
  readonly over: Set<number>;
  /** Placements that were refused, with the reason. */
  readonly refused: { readonly placement: Placement; readonly reason: string }[];
  /** Orders that may still be open, as far as this person knows. */
  readonly open: Map<number, Cancel>;
  readonly unanswered: Placement[];
  readonly unansweredCancels: Cancel[];
  readonly moves: Moves;
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
    moves: noMoves(),
  };
}

/** How many answers a person has been given. */
export function answersIn({ placed, cancelled, over, refused, moves }: Ledger): number {
  return placed.size + cancelled.size + over.size + refused.length + moves.made.length + moves.refused.length;
}

/** A small seeded generator (mulberry32), so that a failing run can be repeated. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface Trading {
  /** Begins every key of this load; no other load may have the same. */
  readonly name: string;
  readonly random: () => number;
  readonly going: () => boolean;
  /** Goes on after a silence or shut doors, for an exchange that comes back by itself. */
  readonly persistent: boolean;
}

/** Places and cancels orders, and moves money between accounts, one after the other until `going` says no, or until the exchange gives no answer. */
export async function trade(client: Client, ledger: Ledger, trading: Trading): Promise<void> {
  const { name, random, going, persistent } = trading;
  for (let n = 0; going(); n++) {
    const open = [...ledger.open.values()];
    const victim = open[Math.floor(random() * open.length)];
    const key = `${name}-${n}`;
    const kind = random();
    const mayCancel = victim !== undefined && (kind < 0.3 || open.length > 60);
    let answered: boolean;
    if (mayCancel) answered = await cancel(client, victim, ledger);
    else if (kind > 0.9) answered = await move(client, randomMove(key, random), ledger);
    else answered = await place(client, randomPlacement(key, random), ledger);
    if (answered) continue;
    if (!persistent) return;
    await pause(25);
  }
}

/** Asks for an order and notes the answer, or that there was none. Tells whether there was one. */
async function place(client: Client, placement: Placement, ledger: Ledger): Promise<boolean> {
  try {
    notePlaced(ledger, placement, await askFor(client, placement));
    return true;
  } catch (fault) {
    if (isShut(fault)) return false;
    if (isSilence(fault)) ledger.unanswered.push(placement);
    else ledger.refused.push({ placement, reason: refusalOf(fault) });
    return !isSilence(fault);
  }
}

/** Asks for a transfer and notes the answer, or that there was none. Tells whether there was one. */
async function move(client: Client, asked: Move, { moves }: Ledger): Promise<boolean> {
  try {
    moves.made.push({ move: asked, answer: await askForMove(client, asked) });
    return true;
  } catch (fault) {
    if (isShut(fault)) return false;
    if (isSilence(fault)) moves.unanswered.push(asked);
    else moves.refused.push({ move: asked, reason: refusalOf(fault) });
    return !isSilence(fault);
  }
}

async function cancel(client: Client, order: Cancel, ledger: Ledger): Promise<boolean> {
  ledger.open.delete(order.id);
  try {
    ledger.cancelled.set(order.id, await askToCancel(client, order));
    return true;
  } catch (fault) {
    if (isShut(fault)) {
      ledger.open.set(order.id, order);
      return false;
    }
    if (isSilence(fault)) ledger.unansweredCancels.push(order);
    else if (refusalOf(fault) === 'order_not_found') ledger.over.add(order.id);
    return !isSilence(fault);
  }
}

export async function askFor(client: Client, placement: Placement): Promise<Order> {
  const { side, market, number, price, timeInForce, key } = placement;
  const input = { currency_match_id: market, number, price, time_in_force: timeInForce };
  return client.call(side === 'buy' ? buyAdd : sellAdd, input, key);
}

export async function askToCancel(client: Client, { side, id }: Cancel): Promise<Order> {
  return client.call(side === 'buy' ? buyCancel : sellCancel, { id }, `cancel-${id}`);
}

/** Notes the answer to a placement. */
export function notePlaced(ledger: Ledger, placement: Placement, answer: Order): void {
  ledger.placed.set(answer.id, { placement, answer });
  if (isOpen(answer)) ledger.open.set(answer.id, { side: placement.side, id: answer.id });
}

export function isOpen({ status }: Order): boolean {
  return status === 'submitted' || status === 'partially_filled';
}

/** No answer, or one that says that the outcome is not known yet. */
export function isSilence(fault: unknown): boolean {
  return fault instanceof Refused && (fault.key === 'network' || fault.key === 'outcome_pending');
}

/** Shut doors or a full queue: what was asked for was not sequenced, so it has not happened and never will. */
export function isShut(fault: unknown): boolean {
  return fault instanceof Refused && (fault.key === 'exchange_closed' || fault.key === 'exchange_busy');
}

/** The reason of a refusal that an honest load may meet; throws any other fault. */
export function refusalOf(fault: unknown): string {
  if (!(fault instanceof Refused) || !expectedRefusals.has(fault.key)) throw fault;
  return fault.key;
}

const expectedRefusals = new Set([
  'insufficient_balance',
  'order_not_found',
  'too_many_open_orders',
  'fill_or_kill_unfilled',
]);

/** Markets of three currencies. The price is around `price` steps of 10^-`decimals`, the quantity some hundredths or thousandths. */
const markets = [
  { id: 1, price: 20_000, decimals: 0, quantityDecimals: 3 },
  { id: 2, price: 150_000, decimals: 2, quantityDecimals: 2 },
  { id: 13, price: 7500, decimals: 5, quantityDecimals: 2 },
] as const;

/** Both sides draw from overlapping ranges, so that about a third of the orders meet another. A few ask for more than anybody has. */
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
  };
}

function decimal(points: number, decimals: number): string {
  return (points / 10 ** decimals).toFixed(decimals);
}
