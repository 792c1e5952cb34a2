import { describe, expect, it } from 'vitest';
import { moveToLever } from '../testing/movements.ts';
import { alice, bob, fundedDesk, rejectionOf, typesOf } from '../testing/desk.ts';

const dayMs = 86_400_000;
const few = { requestKeys: { maximumPerUser: 2, lifetimeMs: dayMs } };

describe('a request with a key', () => {
  it('that is sent again changes nothing and names the first answer', () => {
    const desk = fundedDesk();
    desk.buy(alice, 1, 100, { requestKey: 'k' });
    const firstSequence = desk.exchange.sequence;

    expect(desk.buy(alice, 1, 100, { requestKey: 'k' })).toEqual([
      { type: 'request_repeated', user: alice, requestKey: 'k', firstSequence, first: { type: 'order', order: 1 } },
    ]);
    expect(desk.open()).toEqual([1]);
  });

  it('answers a repeated cancel with the order, and a repeated refusal with the refusal', () => {
    const desk = fundedDesk();
    desk.buy(alice, 1, 100);
    desk.cancel(alice, 1, { requestKey: 'a' });
    desk.cancel(alice, 9, { requestKey: 'b' });

    expect(desk.cancel(alice, 1, { requestKey: 'a' })).toMatchObject([{ first: { type: 'order', order: 1 } }]);
    expect(desk.cancel(alice, 9, { requestKey: 'b' })).toMatchObject([
      { first: { type: 'rejected', rejection: { reason: 'order_not_found' } } },
    ]);
  });

  it('is refused when the key meant something else', () => {
    const desk = fundedDesk();
    desk.buy(alice, 1, 100, { requestKey: 'k' });
    const others = [
      desk.buy(alice, 1, 101, { requestKey: 'k' }),
      desk.buy(alice, 2, 100, { requestKey: 'k' }),
      desk.sell(alice, 1, 100, { requestKey: 'k' }),
      desk.buy(alice, 1, 100, { requestKey: 'k', timeInForce: 'ioc' }),
      desk.buy(alice, 1, 100, { requestKey: 'k', postOnly: true }),
      desk.buy(alice, 1, 100, { requestKey: 'k', selfTradePrevention: 'expire_maker' }),
      desk.take('buy', alice, 1, { requestKey: 'k' }),
      desk.buy(alice, 1, 100, { requestKey: 'k', clientOrderId: 'c' }),
      desk.cancel(alice, 1, { requestKey: 'k' }),
      desk.apply(moveToLever(alice, 1, 'k')),
    ];

    expect(others.map(rejectionOf)).toEqual(others.map(() => ({ reason: 'request_key_reused' })));
  });

  it('has a key of its own user: another may use the same', () => {
    const desk = fundedDesk();
    desk.buy(alice, 1, 100, { requestKey: 'k' });

    expect(typesOf(desk.buy(bob, 1, 100, { requestKey: 'k' }))).toEqual(['order_accepted']);
  });

  it('is remembered through a restart', () => {
    const desk = fundedDesk();
    desk.buy(alice, 1, 100, { requestKey: 'k' });

    expect(typesOf(desk.restarted().buy(alice, 1, 100, { requestKey: 'k' }))).toEqual(['request_repeated']);
  });

  it('is remembered for 24 hours of journal time, and then means something new', () => {
    const desk = fundedDesk();
    desk.buy(alice, 1, 100, { requestKey: 'k' });
    desk.wait(dayMs - 1);
    expect(typesOf(desk.buy(alice, 1, 100, { requestKey: 'k' }))).toEqual(['request_repeated']);
    desk.wait(1);

    expect(typesOf(desk.buy(alice, 1, 100, { requestKey: 'k' }))).toEqual(['order_accepted']);
  });

  it('beyond the bound is refused, never bought with an early forgetting', () => {
    const desk = fundedDesk({}, few);
    desk.buy(alice, 1, 100, { requestKey: 'a' });
    desk.wait(1000);
    desk.buy(alice, 1, 100, { requestKey: 'b' });

    expect(rejectionOf(desk.buy(alice, 1, 100, { requestKey: 'c' }))).toEqual({
      reason: 'request_keys_exhausted',
      maximum: 2,
    });
    expect(typesOf(desk.buy(alice, 1, 100, { requestKey: 'a' }))).toEqual(['request_repeated']);
    expect(typesOf(desk.buy(bob, 1, 100, { requestKey: 'c' }))).toEqual(['order_accepted']);
    desk.wait(dayMs - 1000);
    expect(typesOf(desk.buy(alice, 1, 100, { requestKey: 'c' }))).toEqual(['order_accepted']);
    expect(rejectionOf(desk.buy(alice, 1, 100, { requestKey: 'd' }))).toMatchObject({
      reason: 'request_keys_exhausted',
    });
  });

  it('keeps its bound through a restart', () => {
    const desk = fundedDesk({}, few);
    desk.buy(alice, 1, 100, { requestKey: 'a' });
    desk.buy(alice, 1, 100, { requestKey: 'b' });

    expect(rejectionOf(desk.restarted().buy(alice, 1, 100, { requestKey: 'c' }))).toMatchObject({
      reason: 'request_keys_exhausted',
    });
  });

  it('is forgotten by the clock too, without any difference in the state', () => {
    const desk = fundedDesk();
    desk.buy(alice, 1, 100, { requestKey: 'a' });
    desk.wait(dayMs);
    const other = desk.restarted();
    desk.apply({ type: 'clock' });
    other.cancel(bob, 99);

    expect([...desk.exchange.snapshot()].slice(1, -1)).toEqual([...other.exchange.snapshot()].slice(1, -1));
    expect([...desk.exchange.snapshot()].join('')).not.toContain('"request"');
  });
});
