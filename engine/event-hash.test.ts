import { describe, expect, it } from 'vitest';
import { EventsHash, hashEvents } from './event-hash.ts';
import { accountType } from './ledger/account.ts';
import { amount } from './money.ts';
import { alice, bob, btcusdt, fundedExchange, openingMs, setup, typesOf, usdt } from './testing/test-exchange.ts';
import { capital, escrow, giveBack, moveToLever, payOut } from './testing/movements.ts';
import { indexOf, tick } from './testing/indices.ts';
import type { Event, EventType } from './event.ts';

/** A history with every type of event, and a refusal with figures. */
function someEvents(): Event[] {
  const tested = fundedExchange({ takerFeePpm: 1000 });
  tested.sell(bob, 5, 101, { clientOrderId: 'c', requestKey: 'k' });
  tested.sell(bob, 5, 101, { clientOrderId: 'c', requestKey: 'k' });
  tested.sell(bob, 0, 101, { requestKey: 'z' });
  tested.sell(bob, 0, 101, { requestKey: 'z' });
  tested.buy(alice, 7, 101);
  tested.takeAmount('buy', alice, 101);
  tested.buy(alice, 1, 90, { postOnly: true });
  tested.buy(alice, 9, 80);
  tested.reduce(alice, 4, 5);
  tested.replace(alice, 4, 4, 81);
  tested.buy(alice, 10_000_000, 1_000_000);
  for (let time = 0; time < 2; time += 1) tested.cancelAll(bob, 'buy', 'all');
  tested.apply(indexOf({ sources: ['a', 'b', 'c'], minSources: 1 }));
  tested.apply(tick('a', openingMs, 100));
  tested.apply(tick('b', openingMs, 200));
  tested.wait(60_000);
  tested.cancel(alice, 2);
  tested.stopMarket('sell', bob, 90, 1);
  tested.sell(bob, 3, 90);
  tested.apply({ ...credit, n: 1 });
  tested.apply({ ...credit, type: 'debit', n: 1 });
  tested.apply(capital(5, 1));
  for (let time = 0; time < 2; time += 1) tested.apply(moveToLever(alice, 5, 'move'));
  for (const n of [1, 2]) tested.apply(escrow(alice, 10, n));
  tested.apply(payOut(1, bob, 2));
  tested.apply(payOut(1, bob, 2));
  tested.apply(giveBack(2));
  const rates = { makerFeePpm: -1, takerFeePpm: 2 };
  tested.apply({ type: 'change_market_state', market: btcusdt, state: 'halted', ...setup });
  tested.apply({ type: 'change_market_settings', market: btcusdt, settings: { sellBlocked: true }, ...setup });
  tested.apply({ type: 'set_fee_tier', market: btcusdt, tier: 1, rates, ...setup });
  tested.apply({ type: 'set_user_fee_tier', user: alice, tier: 1, ...setup });
  tested.apply({ type: 'set_user_fees', user: alice, market: null, rates, ...setup });
  return tested.events;
}

const everyType: Record<EventType, true> = {
  currency_listed: true,
  market_listed: true,
  market_state_changed: true,
  market_settings_changed: true,
  fee_tier_set: true,
  user_fee_tier_set: true,
  user_fees_set: true,
  credited: true,
  cause_repeated: true,
  debited: true,
  transferred: true,
  venue_transferred: true,
  held: true,
  hold_settled: true,
  hold_released: true,
  order_accepted: true,
  traded: true,
  order_ended: true,
  order_replaced: true,
  order_reduced: true,
  candle_closed: true,
  rejected: true,
  request_repeated: true,
  orders_cancelled: true,
  index_configured: true,
  index_updated: true,
  order_triggered: true,
};

const credit = {
  type: 'credit',
  user: alice,
  accountType: accountType.change,
  currency: usdt,
  amount: amount(1),
  source: 'test',
} as const;

/** The values of fields that are hashed as numbers and can have no other value. */
const choices: Readonly<Record<string, readonly string[]>> = {
  orderType: ['limit', 'market', 'stop_limit', 'stop_market'],
  timeInForce: ['gtc', 'ioc', 'fok'],
  reason: [
    ...['filled', 'user', 'replaced', 'self_trade', 'immediate_or_cancel', 'market_not_open', 'price_out_of_band'],
    ...['no_best_price', 'notional_too_large', 'sell_blocked', 'post_only_would_trade', 'fill_or_kill_unfilled'],
  ],
};

/** What stands for an object where there is none. */
const someRates = { makerFeePpm: 1, takerFeePpm: 2 };
const instead: Readonly<Record<string, unknown>> = {
  tick: { source: 'a', observedAtMs: 1 },
  before: someRates,
  after: someRates,
};

/** Every way to change one leaf of a value that has this name. */
function* variations(value: unknown, name = ''): Generator {
  const others = choices[name]?.includes(String(value)) === true ? choices[name] : [];
  for (const other of others) if (other !== value) yield other;
  if (others.length > 0) return;
  if (typeof value === 'number') yield value + 1;
  else if (value === 'buy' || value === 'sell') yield value === 'buy' ? 'sell' : 'buy';
  else if (typeof value === 'string') yield `${value}!`;
  else if (typeof value === 'boolean') yield !value;
  else if (value === null) yield instead[name] ?? 0;
  else if (Array.isArray(value)) {
    const items: unknown[] = value;
    for (const [at, inner] of items.entries()) for (const changed of variations(inner)) yield items.with(at, changed);
  } else if (typeof value === 'object') {
    for (const [field, inner] of Object.entries(value)) {
      if (field === 'type') continue;
      for (const changed of variations(inner, field)) yield { ...value, [field]: changed };
    }
  }
}

describe('the running hash of events', () => {
  it('is the same for the same history', () => {
    expect(hashEvents('', 1, 2, someEvents())).toBe(hashEvents('', 1, 2, someEvents()));
    expect(hashEvents('', 1, 2, someEvents())).toMatch(/^[0-9a-f]{16}$/);
  });

  it('differs when any field of any event differs', () => {
    const events = someEvents();
    expect([...new Set(typesOf(events))].toSorted()).toEqual(Object.keys(everyType).toSorted());
    const hashes = new Set([hashEvents('', 1, 2, events)]);
    let tried = 1;
    events.forEach((event, at) => {
      for (const changed of variations(event)) {
        hashes.add(hashEvents('', 1, 2, events.with(at, changed as Event)));
        tried += 1;
      }
    });

    expect(tried).toBeGreaterThan(150);
    expect(hashes.size).toBe(tried);
  });

  it('differs when other types of events tell the same figures in the same order', () => {
    const buy = { type: 'order_triggered', side: 'buy' };
    const replaced = { type: 'order_replaced' };
    const histories = [
      [
        { ...buy, order: 7, user: 8, market: 9, stopPrice: 18, trade: 10, tradePrice: 11 },
        { ...replaced, user: 1, market: 12, order: 13, by: 14 },
      ],
      [
        { ...replaced, user: 7, market: 8, order: 9, by: 1 },
        { ...buy, order: 10, user: 11, market: 18, stopPrice: 12, trade: 13, tradePrice: 14 },
      ],
    ] as Event[][];

    expect(new Set(histories.map((events) => hashEvents('', 1, 2, events))).size).toBe(2);
  });

  it('differs when an event, the sequence, the time or anything before differs', () => {
    const events = someEvents();
    const hashes = [
      hashEvents('', 1, 2, events),
      hashEvents('', 2, 2, events),
      hashEvents('', 1, 3, events),
      hashEvents('', 1, 2, events.slice(1)),
      hashEvents('', 1, 2, events.toReversed()),
      hashEvents('', 1, 2, []),
      hashEvents('0123456789abcdef', 1, 2, events),
      hashEvents('0123456789abcdee', 1, 2, events),
      hashEvents('1123456789abcdef', 1, 2, events),
    ];

    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('is the same command by command and in one go', () => {
    const events = someEvents();
    const hash = new EventsHash('');
    hash.add(1, 5, events);
    hash.add(2, 6, []);

    expect(hash.hex()).toBe(hashEvents(hashEvents('', 1, 5, events), 2, 6, []));
  });
});
