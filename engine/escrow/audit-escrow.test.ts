import { beforeEach, describe, expect, it } from 'vitest';
import { Digest } from '../digest.ts';
import { Exchange } from '../exchange.ts';
import { buyer, EscrowBench, hour, minute, other, seller } from './testing/orders.ts';

type Line = Readonly<Record<string, unknown>> & { readonly type: string };

let bench: EscrowBench;

/** An empty offer and one with coins; a paid escrow, an appealed one, a cancelled one, and coins that mature. */
beforeEach(() => {
  bench = new EscrowBench();
  bench.fund(50_000);
  bench.fund(10, { offer: 2 });
  bench.drain(10, { offer: 2 });
  for (const n of [1, 2, 3, 4]) {
    bench.open(n, 1000 + n, { feePpm: 2000 });
    bench.act(n === 4 ? 'cancel' : 'pay', buyer, n);
  }
  bench.pass(10 * minute);
  bench.act('appeal', buyer, 2);
  bench.act('release', seller, 3);
  bench.stop(hour);
  bench.sell(6, 50, { buyer: other });
});

/** The snapshot with changed lines, and a footer that fits them. */
function forged(change: (line: Line) => readonly object[]): string[] {
  const lines = [...bench.tested.exchange.snapshot()].slice(0, -1);
  const changed = lines.flatMap((line) => change(JSON.parse(line) as Line)).map((line) => JSON.stringify(line));
  const digest = new Digest('');
  for (const line of changed) digest.text(line);
  digest.settle();
  return [...changed, JSON.stringify({ type: 'footer', lines: changed.length, hash: digest.hex() })];
}

function restore(change: (line: Line) => readonly object[]): Exchange {
  return Exchange.restore(forged(change));
}

describe('a restored state', () => {
  it('is the same, with all its sections', () => {
    const restored = restore((line) => [line]);
    expect(restored.stateHash()).toBe(bench.tested.exchange.stateHash());
    const types = new Set([...restored.snapshot()].map((line) => (JSON.parse(line) as Line).type));
    const sections = ['closed_time', 'escrow_numbers', 'offer', 'escrow', 'cancelled_escrow', 'escrow_cancels'];
    for (const section of [...sections, 'maturing_coins']) expect(types, section).toContain(section);
  });

  it('is empty without these sections, as snapshots of older versions are', () => {
    const tested = new EscrowBench().tested.exchange;
    const lines = [...tested.snapshot()];
    expect(lines.join('')).not.toMatch(/escrow|offer|maturing|closed_time/);
    expect(Exchange.restore(lines).stateHash()).toBe(tested.stateHash());
  });

  const locks = 'the locked part of an account must equal the sum of its locks';
  it.each([
    ['other coins of an offer', 'offer', 1, { left: 1 }, locks],
    ['an offer that owes coins', 'offer', 2, { left: -1 }, 'not owe coins'],
    ['an offer of no user', 'offer', 2, { owner: 0 }, 'must be of a user'],
    ['another amount', 'escrow', 1, { amount: 1000 }, locks],
    ['another fee', 'escrow', 1, { fee: 4 }, 'must match its terms'],
    ['a fee of everything', 'escrow', 6, { fee: 50, feePpm: 999_999 }, 'must match its terms'],
    ['an escrow with oneself', 'escrow', 1, { buyer: seller, maker: seller }, 'between two users'],
    ['another maker', 'escrow', 1, { maker: other }, 'between two users'],
    ['an unpaid escrow with a payment', 'escrow', 1, { step: 'created' }, 'paid exactly when'],
    ['a paid one without', 'escrow', 1, { paidAtMs: null }, 'paid exactly when'],
    ['an appealed one without an appeal', 'escrow', 2, { appeal: null }, 'must have an appeal'],
    ['an appeal about another state', 'escrow', 2, { step: 'paid' }, 'must have an appeal'],
    ['an escrow with an unused number', 'escrow', 1, { n: 77 }, 'must be used'],
    ['a cancelled escrow that is open', 'cancelled_escrow', 4, { n: 1 }, 'must have ended'],
    ['a cancelled escrow with an unused number', 'cancelled_escrow', 4, { n: 77 }, 'must have ended'],
    ['maturing coins of an open escrow', 'maturing_coins', 3, { n: 1 }, 'after their escrow'],
    ['maturing coins of an unknown escrow', 'maturing_coins', 3, { n: 77 }, 'after their escrow'],
  ])('is refused with %s', (_what, type, number, changes, message) => {
    expect(() =>
      restore((line) => {
        const isIt = line.type === type && line[type === 'offer' ? 'offer' : 'n'] === number;
        return [isIt ? { ...line, ...changes } : line];
      }),
    ).toThrow(message);
  });

  it('is refused with more than can be added up', () => {
    const most = Number.MAX_SAFE_INTEGER;
    expect(() => restore((line) => [line.type === 'maturing_coins' ? { ...line, amount: most } : line])).toThrow(
      'a safe integer',
    );
  });

  it('is refused with an unpaid escrow of a frozen user', () => {
    const restriction = { type: 'restriction', user: other, scope: 'outflow', cancellingSince: null };
    expect(() => restore((line) => (line.type === 'escrow_numbers' ? [restriction, line] : [line]))).toThrow(
      'no escrow that a freeze ends',
    );
  });
});
