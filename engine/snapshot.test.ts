import { describe, expect, it } from 'vitest';
import { Exchange } from './exchange.ts';
import { alice, bob, btc, carol, fundedExchange, tradesOf, usdt } from './testing/test-exchange.ts';
import { escrow, giveBack, payOut } from './testing/movements.ts';
import type { TestExchange } from './testing/test-exchange.ts';

/**
 * Resting orders of three users, one of them partly filled, an open candle, a remembered request key, and holds that
 * are open, settled and released.
 */
function busyExchange(): TestExchange {
  const tested = fundedExchange({ makerFeePpm: 1000, takerFeePpm: 1500 });
  tested.sell(bob, 5, 101, { clientOrderId: 'first', requestKey: 'k' });
  tested.sell(carol, 5, 101);
  tested.sell(bob, 5, 103);
  tested.buy(alice, 7, 101);
  tested.buy(alice, 9, 99);
  for (const n of [1, 2, 3, 4]) tested.apply(escrow(alice, 10, n));
  tested.apply(payOut(1, bob, 2));
  tested.apply(giveBack(3));
  return tested;
}

describe('a snapshot', () => {
  it('restores an exchange that writes the same bytes and has the same hash', () => {
    const tested = busyExchange();
    const restored = tested.restarted();

    expect([...restored.exchange.snapshot()]).toEqual([...tested.exchange.snapshot()]);
    expect(restored.exchange.stateHash()).toBe(tested.exchange.stateHash());
    expect(restored.exchange.sequence).toBe(tested.exchange.sequence);
    expect(restored.exchange.timeMs).toBe(tested.exchange.timeMs);
  });

  it('restores an exchange that produces the same future events', () => {
    const tested = busyExchange();
    const restored = tested.restarted();
    const next = tested.buy(alice, 9, 110);

    expect(restored.buy(alice, 9, 110)).toEqual(next);
    expect(tradesOf(next)).toEqual(['2 × 3 @ 101', '3 × 5 @ 103']);
  });

  it('depends only on the state, not on how it was reached', () => {
    const one = fundedExchange();
    one.sell(alice, 1, 100);
    one.sell(alice, 1, 90);
    one.cancel(alice, 1);
    const other = one.restarted();
    one.buy(bob, 1, 50);
    one.cancel(bob, 3);
    other.buy(bob, 1, 40);
    other.cancel(bob, 3);

    expect([...one.exchange.snapshot()]).toEqual([...other.exchange.snapshot()]);
  });

  it('of an empty exchange restores an empty exchange', () => {
    const empty = new Exchange();

    expect([...Exchange.restore(empty.snapshot()).snapshot()]).toEqual([...empty.snapshot()]);
  });

  it('is refused when any line is missing', () => {
    const lines = [...busyExchange().exchange.snapshot()];
    for (let missing = 0; missing < lines.length; missing += 1) {
      expect(() => Exchange.restore(lines.toSpliced(missing, 1)), `without line ${missing}`).toThrow('snapshot');
    }
  });

  it('is refused when any line is altered', () => {
    const lines = [...busyExchange().exchange.snapshot()];
    for (let at = 0; at < lines.length; at += 1) {
      const altered = lines.with(
        at,
        (lines[at] ?? '').replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10)),
      );
      expect(() => Exchange.restore(altered), `line ${at}`).toThrow('snapshot');
    }
  });

  it('is refused when it has another format', () => {
    expect(() => Exchange.restore([])).toThrow('not a snapshot of the current format');
    expect(() => Exchange.restore(['{"type":"header","format":"bourse-exchange-0"}'])).toThrow(
      'not a snapshot of the current format',
    );
    expect(() => Exchange.restore(['not json at all', ''])).toThrow('not a snapshot of the current format');
  });

  it('contains no empty accounts and no ended orders', () => {
    const tested = fundedExchange();
    tested.sell(bob, 1_000_000, 100);
    tested.buy(alice, 1_000_000, 100);
    const lines = [...tested.exchange.snapshot()];

    expect(lines.filter((line) => line.includes('"type":"order"'))).toEqual([]);
    expect(lines.filter((line) => line.includes(`"user":${bob},"accountType":1,"currency":${btc}`))).toEqual([]);
    expect(lines.filter((line) => line.includes(`"user":${bob},"accountType":1,"currency":${usdt}`))).toHaveLength(1);
  });
});
