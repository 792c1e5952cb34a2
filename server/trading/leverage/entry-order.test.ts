import { describe, expect, it } from 'vitest';
import { EntryOrder } from './entry-order.ts';
import type { PositionState } from './position-state.ts';

/** A filled position: only id, side, price and amount matter for the order. */
function position(id: number, price: number, side: 'long' | 'short' = 'long', amount = 10): PositionState {
  return { position: id, side, price, amount } as PositionState;
}

function idsOf(order: EntryOrder): number[] {
  return order.positions.map(({ position: id }) => id);
}

describe('filled positions of a pair and side', () => {
  it('are ordered by entry, the lowest long and the highest short first, then by id', () => {
    const [longs, shorts] = [new EntryOrder(), new EntryOrder()];
    for (const [id, price] of [
      [1, 30],
      [2, 10],
      [4, 20],
      [3, 20],
    ] as const) {
      longs.put(position(id, price));
      shorts.put(position(id, price, 'short'));
    }

    expect(idsOf(longs)).toEqual([2, 3, 4, 1]);
    expect(idsOf(shorts)).toEqual([1, 3, 4, 2]);
    expect(longs.findPlace(position(4, 20))).toBe(2);
    expect(longs.findPlace(position(5, 20))).toBeNull();
  });

  it('keep their place and gross amount when their state changes, and leave once', () => {
    const order = new EntryOrder();
    order.put(position(1, 10));
    order.put(position(2, 20, 'long', 5));
    const closing: PositionState = { ...position(1, 10), state: 'closing' };
    order.put(closing);
    expect(order.positions).toEqual([closing, position(2, 20, 'long', 5)]);
    expect(order.gross).toBe(15);

    order.remove(position(1, 10));
    order.remove(position(1, 10));
    expect([idsOf(order), order.gross]).toEqual([[2], 5]);
  });
});
