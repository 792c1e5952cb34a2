import { amount, marketId, type OrderEnded, orderId, userId } from '@bourse/engine';
import { describe, expect, test } from 'vitest';
import type { Committed } from '../../ground/core/index.ts';
import type { OrderState } from '../../ground/feed/index.ts';
import { type CountedOnce, type CountedOrders, HistoryCounts } from './history-counts.ts';

const ann = userId(100_001);
const everything: CountedOrders = { user: ann, market: null, side: null, fromMs: null, toMs: null };

/** `HistoryCounts` with a database whose answers the test controls. */
function counting() {
  const asked: { which: CountedOrders; answer: (counted: CountedOnce) => void; fail: (error: Error) => void }[] = [];
  let tell: (command: Committed) => void = () => undefined;
  let last = finished({});
  const counts = new HistoryCounts(
    { onCommand: (listener) => (tell = listener), orders: { findEnded: () => last } },
    (which) => new Promise((answer, fail) => void asked.push({ which, answer, fail })),
  );
  return {
    counts,
    asked,
    end: (sequence: number, changes: Partial<OrderState> = {}) => {
      last = finished(changes);
      tell(command(sequence, last));
    },
  };
}

describe('the count of a user’s finished orders', () => {
  test('is queried once and then updated from events', async () => {
    const { counts, asked, end } = counting();
    const first = counts.total(everything);
    asked[0]?.answer({ count: 7, sequence: 10 });
    expect(await first).toBe(7);
    end(11);
    end(12);
    expect(await counts.total({ ...everything })).toBe(9);
    expect(asked).toHaveLength(1);
  });

  test('includes each order that ends during the query exactly once', async () => {
    const { counts, asked, end } = counting();
    const first = counts.total(everything);
    const second = counts.total(everything);
    end(9);
    end(11);
    asked[0]?.answer({ count: 7, sequence: 10 });
    // The count may include an order that the views have not applied yet.
    end(10);
    expect([await first, await second]).toEqual([8, 8]);
    expect(asked).toHaveLength(1);
  });

  test.each([
    ['another user’s', { user: userId(100_002) }],
    ['of another market', { market: marketId(2) }],
    ['of the other side', { side: 'buy' }],
    ['placed before the range', { acceptedAtMs: 99 }],
    ['placed after the range', { acceptedAtMs: 200 }],
  ] as const)('excludes an order that is %s', async (_which, changes) => {
    const { counts, asked, end } = counting();
    const which: CountedOrders = { user: ann, market: marketId(1), side: 'sell', fromMs: 100, toMs: 200 };
    const first = counts.total(which);
    asked[0]?.answer({ count: 0, sequence: 1 });
    await first;
    end(2, { acceptedAtMs: 100 });
    end(3, { acceptedAtMs: 150, ...changes });
    expect(await counts.total(which)).toBe(1);
  });

  test('is queried again after a failure and after its eviction', async () => {
    const { counts, asked } = counting();
    const first = counts.total(everything);
    asked[0]?.fail(new Error('no answer'));
    await expect(first).rejects.toThrow('no answer');
    const second = counts.total(everything);
    asked[1]?.answer({ count: 3, sequence: 1 });
    expect(await second).toBe(3);
    // Counters per user are limited; the least recently used one is evicted.
    for (let day = 1; day <= 16; day += 1) {
      const other = counts.total({ ...everything, fromMs: day });
      asked.at(-1)?.answer({ count: 0, sequence: 1 });
      await other;
    }
    void counts.total(everything);
    expect(asked).toHaveLength(19);
  });
});

function command(sequence: number, { order, user, market }: OrderState): Committed {
  const event: OrderEnded = { type: 'order_ended', order, user, market, reason: 'filled', released: amount(0) };
  return { sequence, timeMs: 1_000, command: { type: 'clock' }, events: [event], outcome: { type: 'done' } };
}

function finished(changes: Partial<OrderState>): OrderState {
  return {
    order: orderId(1),
    user: ann,
    market: marketId(1),
    side: 'sell',
    orderType: 'limit',
    timeInForce: 'gtc',
    postOnly: false,
    price: 1,
    quantity: 1,
    quoteAmount: null,
    stopPrice: null,
    isWaiting: false,
    clientOrderId: null,
    acceptedSequence: 1,
    acceptedAtMs: 1,
    filled: 1,
    filledQuote: 1,
    fee: 0,
    rebate: 0,
    updatedAtMs: 1,
    endReason: 'filled',
    ...changes,
  };
}
