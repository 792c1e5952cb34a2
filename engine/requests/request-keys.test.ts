import { describe, expect, it } from 'vitest';
import { userId } from '../identifiers.ts';
import { LeverMarket } from '../testing/leverage.ts';
import { moveToLever } from '../testing/movements.ts';
import { alice, bob, fundedExchange, rejectionOf, typesOf, usdt } from '../testing/test-exchange.ts';
import type { PositionId } from '../leverage/commands.ts';

const dayMs = 86_400_000;
const few = { requestKeys: { maximumPerUser: 2, maximumTotal: 1000, lifetimeMs: dayMs } };

/** Requests about two positions of Alice, and the event of each. */
const leverRequests = [
  [
    { type: 'set_lever_stops', user: alice, position: 1 as PositionId, takeProfit: null, stopLoss: 64_000_000 },
    'lever_stops_set',
  ],
  [{ type: 'close_all_lever', user: alice, market: null, side: 'long' }, 'lever_closing'],
] as const;

describe('a request with a key', () => {
  it('changes nothing when repeated, and reports the first outcome', () => {
    const tested = fundedExchange();
    tested.buy(alice, 1, 100, { requestKey: 'k' });
    const firstSequence = tested.exchange.sequence;

    expect(tested.buy(alice, 1, 100, { requestKey: 'k' })).toEqual([
      { type: 'request_repeated', user: alice, requestKey: 'k', firstSequence, first: { type: 'order', order: 1 } },
    ]);
    expect(tested.open()).toEqual([1]);
  });

  it('repeats the order of a repeated cancel', () => {
    const tested = fundedExchange();
    tested.buy(alice, 1, 100);
    tested.cancel(alice, 1, { requestKey: 'a' });

    expect(tested.cancel(alice, 1, { requestKey: 'a' })).toMatchObject([{ first: { type: 'order', order: 1 } }]);
  });

  it('that was rejected is decided again when repeated', () => {
    const tested = fundedExchange();
    expect(rejectionOf(tested.cancel(alice, 1, { requestKey: 'k' }))).toEqual({ reason: 'order_not_found' });
    tested.buy(alice, 1, 100);

    expect(typesOf(tested.cancel(alice, 1, { requestKey: 'k' }))).toEqual(['order_ended']);
    expect(typesOf(tested.cancel(alice, 1, { requestKey: 'k' }))).toEqual(['request_repeated']);
  });

  it('uses no memory when it was rejected', () => {
    const tested = fundedExchange();
    const before = [...tested.exchange.snapshot()].length;
    for (let n = 0; n < 100; n += 1) tested.cancel(alice, 9, { requestKey: `k${n}` });

    expect([...tested.exchange.snapshot()]).toHaveLength(before);
  });

  it('is refused when the key was used for a different request', () => {
    const tested = fundedExchange();
    tested.buy(alice, 1, 100, { requestKey: 'k' });
    const others = [
      tested.buy(alice, 1, 101, { requestKey: 'k' }),
      tested.buy(alice, 2, 100, { requestKey: 'k' }),
      tested.sell(alice, 1, 100, { requestKey: 'k' }),
      tested.buy(alice, 1, 100, { requestKey: 'k', timeInForce: 'ioc' }),
      tested.buy(alice, 1, 100, { requestKey: 'k', postOnly: true }),
      tested.buy(alice, 1, 100, { requestKey: 'k', selfTradePrevention: 'expire_maker' }),
      tested.take('buy', alice, 1, { requestKey: 'k' }),
      tested.buy(alice, 1, 100, { requestKey: 'k', clientOrderId: 'c' }),
      tested.cancel(alice, 1, { requestKey: 'k' }),
      tested.apply(moveToLever(alice, 1, 'k')),
    ];

    expect(others.map(rejectionOf)).toEqual(others.map(() => ({ reason: 'request_key_reused' })));
  });

  it('does not collide with the same key of another user', () => {
    const tested = fundedExchange();
    tested.buy(alice, 1, 100, { requestKey: 'k' });

    expect(typesOf(tested.buy(bob, 1, 100, { requestKey: 'k' }))).toEqual(['order_accepted']);
  });

  it('is remembered across a restart', () => {
    const tested = fundedExchange();
    tested.buy(alice, 1, 100, { requestKey: 'k' });

    expect(typesOf(tested.restarted().buy(alice, 1, 100, { requestKey: 'k' }))).toEqual(['request_repeated']);
  });

  it('is remembered for 24 hours of journal time; after that the key can be used again', () => {
    const tested = fundedExchange();
    tested.buy(alice, 1, 100, { requestKey: 'k' });
    tested.wait(dayMs - 1);
    expect(typesOf(tested.buy(alice, 1, 100, { requestKey: 'k' }))).toEqual(['request_repeated']);
    tested.wait(1);

    expect(typesOf(tested.buy(alice, 1, 100, { requestKey: 'k' }))).toEqual(['order_accepted']);
  });

  it('is refused when the user has too many keys; none is dropped early', () => {
    const tested = fundedExchange({}, few);
    tested.buy(alice, 1, 100, { requestKey: 'a' });
    tested.wait(1000);
    tested.buy(alice, 1, 100, { requestKey: 'b' });

    expect(rejectionOf(tested.buy(alice, 1, 100, { requestKey: 'c' }))).toEqual({
      reason: 'request_keys_exhausted',
      maximum: 2,
    });
    expect(typesOf(tested.buy(alice, 1, 100, { requestKey: 'a' }))).toEqual(['request_repeated']);
    expect(typesOf(tested.buy(bob, 1, 100, { requestKey: 'c' }))).toEqual(['order_accepted']);
    tested.wait(dayMs - 1000);
    expect(typesOf(tested.buy(alice, 1, 100, { requestKey: 'c' }))).toEqual(['order_accepted']);
    expect(rejectionOf(tested.buy(alice, 1, 100, { requestKey: 'd' }))).toMatchObject({
      reason: 'request_keys_exhausted',
    });
  });

  it('that cancels is carried out even when no further key can be remembered', () => {
    const tested = fundedExchange({}, few);
    tested.buy(alice, 1, 100, { requestKey: 'a' });
    tested.buy(alice, 1, 100, { requestKey: 'b' });

    expect(typesOf(tested.cancel(alice, 1, { requestKey: 'c' }))).toEqual(['order_ended']);
    expect(rejectionOf(tested.cancel(alice, 1, { requestKey: 'c' }))).toEqual({ reason: 'order_not_found' });
  });

  it('that could undo a later decision is refused when no further key can be remembered', () => {
    const market = new LeverMarket(few);
    for (const requestKey of ['a', 'b']) market.submit({ share: 1, requestKey });
    market.price(6_500_000);

    const refused = { reason: 'request_keys_exhausted', maximum: 2 };
    for (const [command, type] of leverRequests) {
      expect(rejectionOf(market.exchange.apply({ ...command, requestKey: 'c' }))).toEqual(refused);
      expect(typesOf(market.exchange.apply({ ...command, requestKey: null }))).toContain(type);
    }
  });

  it('of a user may take a sixteenth of the unused keys at most, so that strangers leave room for others', () => {
    const tested = fundedExchange({}, { requestKeys: { maximumPerUser: 50, maximumTotal: 160, lifetimeMs: dayMs } });
    const strangers = Array.from({ length: 60 }, (_, n) => userId(200_000 + n));
    for (const user of strangers) tested.fund(user, usdt, 1_000_000);
    const used = strangers.map((user) => {
      for (let n = 0; ; n += 1) {
        const events = tested.buy(user, 1, 1, { requestKey: `k${n}`, timeInForce: 'ioc' });
        if (!typesOf(events).includes('order_accepted')) return n;
      }
    });

    expect(used.slice(0, 3)).toEqual([9, 8, 8]);
    expect(used.reduce((sum, keys) => sum + keys)).toBeLessThan(160);
    expect(used.slice(0, 20).every((keys) => keys > 2)).toBe(true);
    tested.wait(dayMs);
    expect(typesOf(tested.buy(alice, 1, 1, { requestKey: 'k' }))).toEqual(['order_accepted']);
  });

  it('keeps the limit across a restart', () => {
    const tested = fundedExchange({}, few);
    tested.buy(alice, 1, 100, { requestKey: 'a' });
    tested.buy(alice, 1, 100, { requestKey: 'b' });

    expect(rejectionOf(tested.restarted().buy(alice, 1, 100, { requestKey: 'c' }))).toMatchObject({
      reason: 'request_keys_exhausted',
    });
  });

  it('expires on clock ticks too, with the same resulting state', () => {
    const tested = fundedExchange();
    tested.buy(alice, 1, 100, { requestKey: 'a' });
    tested.wait(dayMs);
    const other = tested.restarted();
    tested.apply({ type: 'clock' });
    other.cancel(bob, 99);

    expect([...tested.exchange.snapshot()].slice(1, -1)).toEqual([...other.exchange.snapshot()].slice(1, -1));
    expect([...tested.exchange.snapshot()].join('')).not.toContain('"request"');
  });
});
