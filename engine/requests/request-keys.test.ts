import { describe, expect, it } from 'vitest';
import { moveToLever } from '../testing/movements.ts';
import { alice, bob, fundedExchange, rejectionOf, typesOf } from '../testing/test-exchange.ts';

const dayMs = 86_400_000;
const few = { requestKeys: { maximumPerUser: 2, lifetimeMs: dayMs } };

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

  it('repeats the order of a repeated cancel, and the rejection of a repeated rejected cancel', () => {
    const tested = fundedExchange();
    tested.buy(alice, 1, 100);
    tested.cancel(alice, 1, { requestKey: 'a' });
    tested.cancel(alice, 9, { requestKey: 'b' });

    expect(tested.cancel(alice, 1, { requestKey: 'a' })).toMatchObject([{ first: { type: 'order', order: 1 } }]);
    expect(tested.cancel(alice, 9, { requestKey: 'b' })).toMatchObject([
      { first: { type: 'rejected', rejection: { reason: 'order_not_found' } } },
    ]);
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
