import { buyReduce, buyReplace, sellReduce, sellReplace, type Order } from '@bourse/contract/spot';
import type { Client } from './client.ts';

/** A request to replace or reduce an open order. The key makes repeated requests the same change. */
export interface Change {
  readonly key: string;
  readonly side: 'buy' | 'sell';
  readonly id: number;
  /** The order's new total quantity, including the filled part. */
  readonly number: string;
  /** The price of the replacement; null to reduce the order in place. */
  readonly price: string | null;
}

/** The result of a change: the reduced order, or the replacement and the order that it replaced. */
export interface Changed {
  readonly order: Order;
  readonly replaced: Order | null;
}

/** The answers to one user's changes, and the changes without an answer. */
export interface Changes {
  readonly made: { readonly change: Change; readonly answer: Changed }[];
  readonly refused: { readonly change: Change; readonly reason: string }[];
  readonly unanswered: Change[];
}

export function noChanges(): Changes {
  return { made: [], refused: [], unanswered: [] };
}

export async function requestChange(client: Client, { key, side, id, number, price }: Change): Promise<Changed> {
  if (price === null) {
    const order = await client.call(side === 'buy' ? buyReduce : sellReduce, { id, number }, key);
    return { order, replaced: null };
  }
  const answer = await client.call(side === 'buy' ? buyReplace : sellReplace, { id, number, price }, key);
  return { order: answer.placed, replaced: answer.replaced };
}

/** A random reduction, or a replacement with another quantity and price, with the same decimals as the order. */
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

/** Converts a count of smallest steps to a decimal with the decimals of `like`. */
function decimal(count: number, like: string): string {
  return (count / 10 ** decimalsOf(like)).toFixed(decimalsOf(like));
}
