import type { Order } from '@bourse/contract/spot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startOrderAlerts, type OrderAlertMessage } from './order-alerts.ts';
import { orderOf } from '../../../live/testing/order-of.ts';

/** The server's time when the test starts. */
const nowMs = Date.UTC(2026, 0, 1);

describe('alerts of order events', () => {
  beforeEach(() => vi.useFakeTimers({ now: nowMs }));
  afterEach(() => vi.useRealTimers());

  it('are one notification and one sound for several fills within a second', () => {
    const { send, said, played } = started();
    send({ id: 1, status: 'partially_filled' });
    vi.advanceTimersByTime(500);
    send({ id: 1 });
    send({ id: 2 });
    expect([said, played]).toEqual([[], ['sound']]);
    vi.advanceTimersByTime(500);
    expect(said).toEqual(['2 updates | BTC/USDT: completed 1\nBTC/USDT: completed 2']);
    send({ id: 3 });
    vi.advanceTimersByTime(1_000);
    expect(said.slice(1)).toEqual(['BTC/USDT | completed 3']);
    expect(played).toHaveLength(2);
  });

  it('list three orders and count the others', () => {
    const { send, said } = started();
    for (const id of [1, 2, 3, 4, 5]) send({ id });
    vi.advanceTimersByTime(1_000);
    expect(said).toEqual(['5 updates | BTC/USDT: completed 1\nBTC/USDT: completed 2\nBTC/USDT: completed 3\n2 more']);
  });

  it('ignore actions of the user, and events that are older than a minute', () => {
    const { send, said, played } = started();
    send({ id: 1, status: 'cancelled' });
    send({ id: 2, updated_at: nowMs - 60_001 });
    vi.advanceTimersByTime(1_000);
    expect([said, played]).toEqual([[], []]);
    // A triggered stop order carries the time at which it was placed.
    send({ id: 3, status: 'submitted', updated_at: nowMs - 3_600_000 });
    vi.advanceTimersByTime(1_000);
    expect(said).toEqual(['BTC/USDT | submitted 3']);
  });

  it('end when they are stopped', () => {
    const { send, said, stop } = started();
    send({ id: 1 });
    stop();
    vi.advanceTimersByTime(1_000);
    expect(said).toEqual([]);
  });
});

function started() {
  const said: string[] = [];
  const played: string[] = [];
  const listeners = new Set<(message: OrderAlertMessage) => void>();
  const stop = startOrderAlerts({
    onMessage: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    textOf: ({ order }) => (order.status === 'cancelled' ? null : `${order.status} ${order.id}`),
    severalText: (count) => `${count} updates`,
    moreText: (count) => `${count} more`,
    serverNow: Date.now,
    now: Date.now,
    play: () => played.push('sound'),
    show: (title, body) => said.push(`${title} | ${body}`),
  });
  const send = (changes: Partial<Order>): void => {
    const order = orderOf({ status: 'completed', updated_at: nowMs, ...changes });
    for (const listener of listeners) listener({ type: 'TX_MATCHED', order });
  };
  return { said, played, send, stop };
}
