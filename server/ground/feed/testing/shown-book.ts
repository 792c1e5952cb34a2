import type { DepthRow } from '@bourse/contract/markets';
import type { SocketMessage } from '../../../testing/running-venue.ts';

export interface ShownBook {
  readonly in: readonly DepthRow[];
  readonly out: readonly DepthRow[];
}

/**
 * The book that a client shows after the given messages of a channel. Throws if a message does not follow its
 * predecessor.
 */
export function shownBook(heard: readonly SocketMessage[], channel: string): ShownBook {
  const sides = { in: new Map<string, string>(), out: new Map<string, string>() };
  let sequence: unknown = null;
  for (const message of heard) {
    if (message.type !== channel) continue;
    const { snapshot, previous_sequence: previous } = message;
    if (snapshot === true) for (const side of Object.values(sides)) side.clear();
    else if (previous !== sequence) throw new Error(`${String(previous)} does not follow ${String(sequence)}`);
    sequence = message['sequence'];
    const depth = message['depth'] as ShownBook;
    for (const side of ['in', 'out'] as const) {
      for (const { price, amount } of depth[side]) {
        if (amount === '0') sides[side].delete(price);
        else sides[side].set(price, amount);
      }
    }
  }
  const rows = (side: Map<string, string>, direction: number) =>
    [...side]
      .map(([price, amount]) => ({ price, amount }))
      .toSorted((a, b) => direction * (Number(a.price) - Number(b.price)));
  return { in: rows(sides.in, -1), out: rows(sides.out, 1) };
}

export function isSameBook(a: ShownBook, b: ShownBook): boolean {
  return JSON.stringify(a) === JSON.stringify({ in: b.in, out: b.out });
}
