import { buyReduce, buyReplace, sellReduce, sellReplace, type Order } from '@bourse/contract/spot';
import type { Client } from './client.ts';

/** An open order that is to be replaced or reduced; the key makes it the same change however often it is asked for. */
export interface Change {
  readonly key: string;
  readonly side: 'buy' | 'sell';
  readonly id: number;
  /** What the order is to be for in all, with what it has traded. */
  readonly number: string;
  /** Of the order in its stead; null to reduce it where it stands. */
  readonly price: string | null;
}

/** What a change came to: the order that was reduced, or the new one and the one that it took the place of. */
export interface Changed {
  readonly order: Order;
  readonly replaced: Order | null;
}

/** What one person was told of changes, and what stayed without an answer. */
export interface Changes {
  readonly made: { readonly change: Change; readonly answer: Changed }[];
  readonly refused: { readonly change: Change; readonly reason: string }[];
  readonly unanswered: Change[];
}

export function noChanges(): Changes {
  return { made: [], refused: [], unanswered: [] };
}

export async function askForChange(client: Client, { key, side, id, number, price }: Change): Promise<Changed> {
  if (price === null) {
    const order = await client.call(side === 'buy' ? buyReduce : sellReduce, { id, number }, key);
    return { order, replaced: null };
  }
  const answer = await client.call(side === 'buy' ? buyReplace : sellReplace, { id, number, price }, key);
  return { order: answer.placed, replaced: answer.replaced };
}

/** A smaller number, or another number and price, on the steps that the order's own are on. */
export function randomChange(key: string, { id, way, number, price }: Order, random: () => number): Change {
  const below = (bound: number): number => Math.floor(random() * bound);
  const reduces = random() < 0.5;
  const size = decimal(1 + below(points(number) + (reduces ? 0 : 4)), number);
  const moved = decimal(Math.max(1, points(price) + below(21) - 10), price);
  return { key, side: way === 2 ? 'buy' : 'sell', id, number: size, price: reduces ? null : moved };
}

function decimalsOf(text: string): number {
  return text.split('.')[1]?.length ?? 0;
}

function points(text: string): number {
  return Math.round(Number(text) * 10 ** decimalsOf(text));
}

/** So many points, with the decimals of another text. */
function decimal(count: number, like: string): string {
  return (count / 10 ** decimalsOf(like)).toFixed(decimalsOf(like));
}
