import { describe, expect, it } from 'vitest';
import { Exchange } from './exchange.ts';
import { BrokenInvariant } from './invariant.ts';
import { alice, bob, fundedDesk, openDesk } from './testing/desk.ts';

describe('the exchange', () => {
  it('takes commands in sequence only, without a gap', () => {
    const exchange = new Exchange();
    exchange.apply(1, 0, { type: 'clock' }, []);

    expect(() => exchange.apply(1, 0, { type: 'clock' }, [])).toThrow(BrokenInvariant);
    expect(() => exchange.apply(3, 0, { type: 'clock' }, [])).toThrow(BrokenInvariant);
    exchange.apply(2, 0, { type: 'clock' }, []);
    expect(exchange.sequence).toBe(2);
  });

  it.each([0.5, Number.POSITIVE_INFINITY])('takes no time of %d', (timeMs) => {
    expect(() => new Exchange().apply(1, timeMs, { type: 'clock' }, [])).toThrow(BrokenInvariant);
  });

  it('never lets time run back', () => {
    const desk = fundedDesk();
    desk.wait(5000);
    desk.buy(alice, 1, 100);
    const { timeMs } = desk.exchange;
    desk.wait(-4000);
    desk.buy(alice, 1, 100);

    expect(desk.exchange.timeMs).toBe(timeMs);
    expect([...desk.exchange.openOrders()].map(({ acceptedAtMs }) => acceptedAtMs)).toEqual([timeMs, timeMs]);
  });

  it('says something about every command but the clock', () => {
    expect(openDesk().apply({ type: 'clock' })).toEqual([]);
  });

  it('gives order and trade ids densely, and refusals none', () => {
    const desk = fundedDesk();
    desk.sell(alice, 1, 100);
    desk.sell(alice, 0, 100);
    desk.buy(bob, 1, 100);
    desk.sell(alice, 1, 100);
    desk.buy(bob, 1, 100);

    expect(desk.events.filter((event) => event.type === 'order_accepted').map(({ order }) => order)).toEqual([
      1, 2, 3, 4,
    ]);
    expect(desk.events.filter((event) => event.type === 'traded').map(({ trade }) => trade)).toEqual([1, 2]);
  });
});
