import { beforeEach, describe, expect, it } from 'vitest';
import { userId } from '../identifiers.ts';
import { openingMs, rejectionOf, typesOf } from '../testing/test-exchange.ts';
import { buyer, coins, day, EscrowBench, hash, hour, minute, other, reasonOf, seller } from './testing/orders.ts';
import type { Command } from '../command.ts';
import type { Event } from '../event.ts';

let bench: EscrowBench;

beforeEach(() => {
  bench = new EscrowBench();
  bench.fund();
});

/** Applies a command without the audit, which reads everything. */
function quickly({ tested: { exchange } }: EscrowBench, command: object, passedMs = 0): Event[] {
  const events: Event[] = [];
  exchange.apply(exchange.sequence + 1, exchange.timeMs + passedMs, command as Command, events);
  return events;
}

describe('the windows of an escrow', () => {
  it('end a payment that does not come', () => {
    bench.open(1, 100);
    expect(bench.pass(15 * minute - 1)).toEqual([]);
    const returned = { type: 'escrow_returned', reason: 'timeout', by: null, counts: true, left: 100_000 };
    expect(bench.pass(1)).toMatchObject([returned]);
  });

  it('delay a paid one, and then let support decide', () => {
    bench.open(1, 100);
    bench.act('pay', buyer);
    const delayed = { type: 'escrow_delayed', n: 1, dueAtMs: openingMs + 2 * hour };
    expect(bench.pass(hour)).toMatchObject([delayed]);
    expect(bench.pass(hour - 1)).toEqual([]);
    expect(bench.pass(1)).toMatchObject([{ type: 'escrow_appealed', reason: 'silence', by: null, from: 'delayed' }]);
    expect(bench.pass(3 * hour)).toEqual([]);
  });

  it('or release it, with a longer time to mature', () => {
    bench.open(1, 100, { onSilence: 'release' });
    bench.act('pay', buyer);
    bench.pass(hour);
    expect(bench.pass(hour)).toMatchObject([
      { type: 'escrow_released', reason: 'silence', by: null, maturesAtMs: openingMs + 2 * hour + 3 * day },
    ]);
    expect(bench.legal(buyer)).toEqual([coins + 100, 0]);
  });

  it('decide before a command of the same millisecond', () => {
    for (const action of ['pay', 'cancel'] as const) {
      bench = new EscrowBench();
      bench.fund();
      bench.open(1, 100);
      bench.pass(15 * minute - 1);
      bench.tested.wait(1);
      const events = bench.act(action, buyer);
      expect(typesOf(events)).toEqual(['escrow_returned', 'rejected']);
      expect(reasonOf(events)).toBe('escrow_ended');
    }
  });

  it('accept a payment in the millisecond before', () => {
    bench.open(1, 100);
    bench.pass(15 * minute - 1);
    const paid = { type: 'escrow_paid', voucher: hash, dueAtMs: openingMs + 15 * minute - 1 + hour };
    expect(bench.act('pay', buyer)).toMatchObject([paid]);
  });

  it('let an appeal precede the silence only if it comes before', () => {
    bench.open(1, 100, { onSilence: 'release' });
    bench.act('pay', buyer);
    bench.pass(2 * hour - 1);
    bench.tested.wait(1);
    expect(reasonOf(bench.act('appeal', buyer))).toBe('escrow_ended');
  });
});

describe('a stop of the exchange', () => {
  it('lengthens every window by its whole length, before any timer fires', () => {
    bench.open(1, 100);
    bench.pass(5 * minute);
    bench.stop(hour);
    expect(bench.tested.apply({ type: 'clock' })).toEqual([
      { type: 'escrow_windows_moved', byMs: hour, closedMs: hour },
    ]);
    expect(bench.pass(10 * minute - 1)).toEqual([]);
    expect(typesOf(bench.pass(1))).toEqual(['escrow_returned']);
  });

  it('is a gap of more than 10 seconds', () => {
    bench.open(1, 100);
    bench.stop(10_000);
    expect(bench.tested.apply({ type: 'clock' })).toEqual([]);
    bench.stop(10_001);
    expect(bench.tested.apply({ type: 'clock' })).toMatchObject([{ byMs: 10_001, closedMs: 10_001 }]);
    bench.stop(20_000);
    expect(bench.tested.apply({ type: 'clock' })).toMatchObject([{ byMs: 20_000, closedMs: 30_001 }]);
  });

  it('lengthens the time until an appeal and that of a delayed escrow, also over a restart', () => {
    bench.open(1, 100);
    bench.act('pay', buyer);
    bench.stop(hour);
    expect(rejectionOf(bench.act('appeal', buyer))).toEqual({ reason: 'appeal_early', leftMs: 10 * minute });
    const restarted = bench.tested.restarted();
    restarted.wait(10_000);
    const before = [...restarted.exchange.snapshot()];
    bench.pass(10_000);
    restarted.apply({ type: 'clock' });
    expect([...restarted.exchange.snapshot()]).toEqual([...bench.tested.exchange.snapshot()]);
    expect(before.join('')).toContain('"closed_time"');
    bench.pass(hour - 10_001);
    expect(bench.step()).toBe('paid');
    bench.pass(1);
    bench.stop(5 * hour);
    bench.tested.apply({ type: 'clock' });
    bench.pass(hour - 1);
    expect(bench.step()).toBe('delayed');
    expect(typesOf(bench.pass(1))).toEqual(['escrow_appealed']);
  });

  it('is not counted while no escrow is open, and no event reports it then', () => {
    bench.stop(hour);
    expect(bench.tested.apply({ type: 'clock' })).toEqual([]);
    bench.open(1, 100);
    bench.pass(15 * minute - 1);
    expect(bench.step()).toBe('created');
    expect(typesOf(bench.pass(1))).toEqual(['escrow_returned']);
    expect([...bench.tested.exchange.snapshot()].join('')).not.toContain('closed_time');
  });

  it('does not lengthen what counts in wall time', () => {
    bench.open(1, 100);
    bench.act('release', seller);
    bench.open(2, 200);
    bench.stop(day);
    expect(typesOf(bench.tested.apply({ type: 'clock' }))).toEqual(['escrow_windows_moved', 'coins_matured']);
  });
});

describe('many windows that end at once', () => {
  const count = 10_000;
  const takers = 200_000;

  function openMany(): Event[] {
    const opened: Event[] = [];
    for (let n = 1; n <= count; n += 1) {
      const user = userId(takers + n);
      const command = { ...template, user, buyer: user, n };
      opened.push(...quickly(bench, command));
    }
    return opened;
  }

  const template = {
    type: 'open_escrow',
    offer: 1,
    seller,
    currency: 2,
    amount: 1,
    feePpm: 0,
    windowMs: 9000,
    appealMs: 0,
    delayMs: 9000,
    autoMs: 9000,
    matureMs: 0,
    autoMatureMs: 0,
    onSilence: 'release',
    terms: hash,
    unpaidLimit: 1,
    openLimit: 1,
    requestKey: null,
  };

  it('end in pieces, the oldest first, and none can be paid meanwhile', () => {
    expect(openMany().every(({ type }) => type === 'escrow_opened')).toBe(true);
    const last = { type: 'pay_escrow', user: userId(takers + count), n: count, voucher: hash, requestKey: null };
    const ended: number[] = [];
    let commands = 0;
    for (let passedMs = 9000; ended.length < count; passedMs = 0) {
      const events = quickly(bench, last, passedMs);
      const returned = events.flatMap((event) => (event.type === 'escrow_returned' ? [event.n] : []));
      expect(returned.length).toBeLessThanOrEqual(64);
      expect(reasonOf(events)).toBe('escrow_ended');
      ended.push(...returned);
      commands += 1;
      expect(bench.tested.exchange.hasDueWork).toBe(ended.length < count);
    }
    expect(ended).toEqual(Array.from({ length: count }, (_, at) => at + 1));
    expect(commands).toBe(Math.ceil(count / 64));
    bench.tested.exchange.audit();
    expect(bench.left()).toBe(100_000);
  });
});

describe('a command during a backlog', () => {
  it('lets the own timers of its escrow take effect first', () => {
    bench = new EscrowBench({ dueWorkPerCommand: 1 });
    bench.fund();
    for (const n of [1, 2, 3]) {
      bench.open(n);
      bench.act('pay', buyer, n);
    }
    bench.pass(hour - 1);
    bench.tested.wait(1);
    const events = bench.act('appeal', buyer, 3);
    expect(typesOf(events)).toEqual(['escrow_delayed', 'escrow_delayed', 'escrow_appealed']);
    expect(events).toMatchObject([{ n: 1 }, { n: 3 }, { n: 3, from: 'delayed' }]);
    expect(bench.act('release', seller, 2)).toMatchObject([
      { type: 'escrow_delayed', n: 2 },
      { type: 'escrow_released' },
    ]);
  });

  it('is refused by the state that they lead to, without any effect on it', () => {
    bench = new EscrowBench({ dueWorkPerCommand: 1 });
    bench.fund();
    bench.open(1, 10, { user: other, buyer: other });
    bench.open(2, 20);
    bench.pass(15 * minute - 1);
    bench.tested.wait(1);
    const events = bench.act('pay', buyer, 2);
    expect(events).toMatchObject([{ type: 'escrow_returned', n: 1 }, { rejection: { reason: 'escrow_ended' } }]);
    expect(bench.step(2)).toBe('created');
    expect(bench.tested.apply({ type: 'clock' })).toMatchObject([{ type: 'escrow_returned', n: 2 }]);
  });
});
