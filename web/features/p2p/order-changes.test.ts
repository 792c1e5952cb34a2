import type { LegalOrder, LegalOrderState } from '@bourse/contract/p2p';
import { describe, expect, test } from 'vitest';
import { newsOf, withState } from './order-changes.ts';

const state: LegalOrderState = {
  id: 7,
  maker: 0,
  status: 1,
  end_reason: null,
  released_by: null,
  pay_until: 900,
  confirm_until: null,
};
const trader = {
  id: 2,
  name: 'Lee',
  online: 1,
  level: 1,
  orders_30d: 0,
  completion_rate: null,
  good: 0,
  bad: 0,
  release_minutes: null,
} as const;
const order: LegalOrder = {
  ...state,
  number: '20260101000007',
  side: 'buy',
  ad_id: 1,
  currency: { id: 3, code: 'USDT' },
  number_coin: '10',
  price: '7.2',
  fiat: 'CNY',
  amount: '72',
  fee: '0',
  counterparty: trader,
  on_silence: 'appeal',
  created_at: 1,
  paid_at: null,
  ended_at: null,
  can: ['pay', 'cancel', 'say', 'block', 'report'],
  unread: 0,
  sequence: 5,
};

function after(changes: Partial<LegalOrderState>, sequence = 6): LegalOrder {
  return withState(order, { type: 'LEGAL_ORDER', sequence, order: { ...state, ...changes } });
}

describe('a message about an order', () => {
  test('changes its state, and leaves what can always be done', () => {
    expect(after({ status: 2, confirm_until: 99 })).toMatchObject({
      status: 2,
      confirm_until: 99,
      sequence: 6,
      amount: '72',
      can: ['say', 'block', 'report'],
    });
  });

  test('that moves a time only leaves everything that can be done', () => {
    expect(after({ pay_until: 1_000 })).toMatchObject({ pay_until: 1_000, can: order.can });
  });

  test('that is older, or about another order, changes nothing', () => {
    expect(after({ status: 2 }, 5)).toBe(order);
    expect(after({ id: 8, status: 2 })).toBe(order);
  });
});

describe('the news of an order', () => {
  test.each([
    [undefined, { maker: 1 }, 'opened'],
    [undefined, {}, null],
    [1, { pay_until: 5 }, null],
    [1, { status: 2 }, 'paid'],
    [4, { status: 2 }, 'withdrawn'],
    [2, { status: 3 }, 'delayed'],
    [2, { status: 4 }, 'appealed'],
    [2, { status: 7 }, 'abnormal'],
    [2, { status: 5, released_by: 'seller' }, 'released'],
    [3, { status: 5, released_by: 'auto' }, 'auto_released'],
    [4, { status: 5, released_by: 'operator' }, 'decided_release'],
    [1, { status: 6, end_reason: 'user' }, 'cancelled'],
    [1, { status: 6, end_reason: 'timeout' }, 'timed_out'],
    [2, { status: 6, end_reason: 'refunded' }, 'refunded'],
    [1, { status: 6, end_reason: 'frozen' }, 'frozen'],
  ] as const)('from state %s with %o is %s', (before, changes, event) => {
    expect(newsOf(before === undefined ? undefined : { status: before }, { ...state, ...changes })).toBe(event);
  });
});
