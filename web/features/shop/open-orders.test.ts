import type { LegalOrder, LegalSide } from '@bourse/contract/p2p';
import { describe, expect, it } from 'vitest';
import { byTimeLeft, deadlineOf, isOpen, joined, waitsForMerchant } from './open-orders.ts';

const order = (id: number, status: LegalOrder['status'], due: number, side: LegalSide = 'sell') => ({
  id,
  status,
  side,
  pay_until: status === 1 ? due : 1,
  confirm_until: status === 2 || status === 3 ? due : null,
  created_at: 1_000 - id,
});

describe('the queue of a shop', () => {
  it('begins with the order whose time ends first, whatever it waits for', () => {
    const orders = [order(1, 2, 300), order(2, 1, 100), order(3, 3, 200)];
    expect(byTimeLeft(orders).map(({ id }) => id)).toEqual([2, 3, 1]);
  });

  it('ends with appeals, the oldest first', () => {
    const orders = [order(1, 4, 0), order(2, 2, 900), order(3, 7, 0)];
    expect(byTimeLeft(orders).map(({ id }) => id)).toEqual([2, 3, 1]);
  });

  it('is the same for the same orders in another order', () => {
    const orders = [order(4, 2, 100), order(5, 2, 100), order(6, 2, 100)];
    const ids = byTimeLeft(orders).map(({ id }) => id);
    expect(byTimeLeft(orders.toReversed()).map(({ id }) => id)).toEqual(ids);
  });
});

it('an order ends by time while it is unpaid, paid or delayed', () => {
  const due = ([1, 2, 3, 4, 5, 6, 7] as const).map((status) => deadlineOf(order(1, status, 50)));
  expect(due).toEqual([50, 50, 50, null, null, null, null]);
});

it('an order waits for a merchant who sells once it is paid, for one who buys before', () => {
  const waiting = (side: LegalSide) =>
    ([1, 2, 3, 4, 5, 6, 7] as const).filter((status) => waitsForMerchant(order(1, status, 50, side)));
  expect(waiting('sell')).toEqual([2, 3, 4, 7]);
  expect(waiting('buy')).toEqual([1, 4, 7]);
});

it('an order is open until it is completed or cancelled', () => {
  expect(([1, 2, 3, 4, 5, 6, 7] as const).filter((status) => isOpen({ status }))).toEqual([1, 2, 3, 4, 7]);
});

it('an order that two reads have in different states is listed in the newer one', () => {
  const [older, newer] = [
    { id: 7, sequence: 10, status: 1 },
    { id: 7, sequence: 12, status: 2 },
  ];
  expect(joined([[older], [newer, { id: 8, sequence: 1, status: 2 }]])).toEqual([
    newer,
    { id: 8, sequence: 1, status: 2 },
  ]);
  expect(joined([[newer], [older]])).toEqual([newer]);
});
