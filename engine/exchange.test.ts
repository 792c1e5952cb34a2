import { describe, expect, expectTypeOf, it } from 'vitest';
import { Exchange, type Reader } from './exchange.ts';
import { BrokenInvariant } from './invariant.ts';
import { alice, bob, fundedExchange, openExchange } from './testing/test-exchange.ts';
import type { SavingsState } from './savings/state.ts';
import type { ExchangeState, ReadableState } from './state.ts';

describe('the exchange', () => {
  it('applies commands only in sequence and without gaps', () => {
    const exchange = new Exchange();
    exchange.apply(1, 0, { type: 'clock' }, []);

    expect(() => exchange.apply(1, 0, { type: 'clock' }, [])).toThrow(BrokenInvariant);
    expect(() => exchange.apply(3, 0, { type: 'clock' }, [])).toThrow(BrokenInvariant);
    exchange.apply(2, 0, { type: 'clock' }, []);
    expect(exchange.sequence).toBe(2);
  });

  it.each([0.5, Number.POSITIVE_INFINITY])('rejects %d as a time', (timeMs) => {
    expect(() => new Exchange().apply(1, timeMs, { type: 'clock' }, [])).toThrow(BrokenInvariant);
  });

  it('never lets time run backwards', () => {
    const tested = fundedExchange();
    tested.wait(5000);
    tested.buy(alice, 1, 100);
    const { timeMs } = tested.exchange;
    tested.wait(-4000);
    tested.buy(alice, 1, 100);

    expect(tested.exchange.timeMs).toBe(timeMs);
    expect([...tested.exchange.openOrders()].map(({ acceptedAtMs }) => acceptedAtMs)).toEqual([timeMs, timeMs]);
  });

  it('emits at least one event for every command except the clock', () => {
    expect(openExchange().apply({ type: 'clock' })).toEqual([]);
  });

  it('assigns consecutive order and trade ids, and none to rejected orders', () => {
    const tested = fundedExchange();
    tested.sell(alice, 1, 100);
    tested.sell(alice, 0, 100);
    tested.buy(bob, 1, 100);
    tested.sell(alice, 1, 100);
    tested.buy(bob, 1, 100);

    expect(tested.events.filter((event) => event.type === 'order_accepted').map(({ order }) => order)).toEqual([
      1, 2, 3, 4,
    ]);
    expect(tested.events.filter((event) => event.type === 'traded').map(({ trade }) => trade)).toEqual([1, 2]);
  });
});

// The compiler checks these assertions: a reader that changes the state does not compile.
describe('a reader of the state', () => {
  it('cannot accept the mutable state', () => {
    expectTypeOf<(state: ReadableState) => void>().toExtend<Reader<void>>();
    expectTypeOf<(state: ExchangeState) => void>().not.toExtend<Reader<void>>();
    expectTypeOf<(state: { readonly savings: SavingsState }) => void>().not.toExtend<Reader<void>>();
    expectTypeOf<(state: Pick<ExchangeState, 'ledger'>) => void>().not.toExtend<Reader<void>>();
  });

  it('receives only read-only fields', () => {
    expectTypeOf<ReadableState>().toEqualTypeOf<Readonly<ReadableState>>();
    expectTypeOf<ReadableState['savings']>().toEqualTypeOf<Readonly<ReadableState['savings']>>();
  });
});
