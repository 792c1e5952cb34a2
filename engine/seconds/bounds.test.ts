import { beforeEach, describe, expect, it } from 'vitest';
import { Digest } from '../digest.ts';
import { Exchange } from '../exchange.ts';
import { accountType } from '../ledger/account.ts';
import { amount } from '../money.ts';
import { indexOf, tick } from '../testing/indices.ts';
import { capital, moveToLever } from '../testing/movements.ts';
import {
  alice,
  btc,
  btcusdt,
  openExchange,
  openingMs,
  rejectionOf,
  setup,
  type TestExchange,
  typesOf,
  usdt,
} from '../testing/test-exchange.ts';
import { contractId } from './identifiers.ts';
import { secondsCurrencies, secondsMarkets } from './index.ts';
import type { Event } from '../event.ts';
import type { ConfigureSeconds, ConfigureSecondsCurrency } from './commands.ts';
import { purchase } from './testing/purchases.ts';

const { micro, microHouse } = accountType;

let exchange: TestExchange;
let nowMs: number;

beforeEach(() => {
  exchange = openExchange();
  nowMs = openingMs;
  exchange.apply(indexOf({ sources: ['one'], minSources: 1, stalenessMs: 3000 }));
  exchange.fund(alice, usdt, 1_000_000);
  exchange.apply(moveToLever(alice, 500_000, null, { to: micro }));
  price(100);
});

function offer(changes: Partial<ConfigureSeconds> = {}): ConfigureSeconds {
  return { type: 'configure_seconds', options: [{ seconds: 30, ratioPpm: 500_000 }], feePpm: 0, ...setup, ...changes };
}

function stakes(changes: Partial<ConfigureSecondsCurrency> = {}): ConfigureSecondsCurrency {
  const caps = { userCap: amount(1_000), sideCap: amount(1_000) };
  return {
    type: 'configure_seconds_currency',
    currency: usdt,
    numbers: [amount(100)],
    ...caps,
    state: 'open',
    ...setup,
    ...changes,
  };
}

/** Offers contracts of 100 that pay 50, and gives the house so much to pay them. */
function open(house: number): void {
  if (house > 0) exchange.apply(capital(house, 1, { to: microHouse }));
  exchange.apply(offer());
  exchange.apply(stakes());
  exchange.apply({ type: 'configure_seconds_market', market: btcusdt, state: 'open', ...setup });
}

function place(stake = 100): Event[] {
  return exchange.apply(purchase({ stake: amount(stake) }));
}

/** Reports a price after half a second, so many times. */
function price(cents: number, times = 1): void {
  for (let n = 0; n < times; n += 1) {
    nowMs += 500;
    exchange.wait(500);
    exchange.apply(tick('one', nowMs, cents));
  }
}

type Line = Readonly<Record<string, unknown>> & { readonly type: string };

function linesOf(type: string): Line[] {
  return [...exchange.exchange.snapshot()].map((line) => JSON.parse(line) as Line).filter((line) => line.type === type);
}

describe('settings', () => {
  const options = (count: number) => Array.from({ length: count }, (_, n) => ({ seconds: 10 + n, ratioPpm: 1 }));
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => amount(1 + n));

  it.each([
    ['one duration', offer({ options: options(1) })],
    ['twenty durations', offer({ options: options(20) })],
    ['the longest duration and the highest payout', offer({ options: [{ seconds: 3600, ratioPpm: 1_000_000 }] })],
    ['one number', stakes({ numbers: numbers(1) })],
    ['twenty numbers', stakes({ numbers: numbers(20) })],
    ['the largest stake', stakes({ numbers: [amount(Math.floor(Number.MAX_SAFE_INTEGER / 2))] })],
    ['caps of 0', stakes({ userCap: amount(0), sideCap: amount(0) })],
  ])('accept %s', (_what, command) => {
    expect(typesOf(exchange.apply(command))).not.toContain('rejected');
  });

  it.each([
    ['more than twenty durations', offer({ options: options(21) }), 'options'],
    ['a duration twice', offer({ options: [30, 30].map((seconds) => ({ seconds, ratioPpm: 1 })) }), 'options'],
    ['more than twenty numbers', stakes({ numbers: numbers(21) }), 'numbers'],
    ['a larger stake', stakes({ numbers: [amount(Math.floor(Number.MAX_SAFE_INTEGER / 2) + 1)] }), 'numbers'],
  ])('refuse %s', (_what, command, field) => {
    expect(rejectionOf(exchange.apply(command))).toEqual({ reason: 'setting_invalid', field });
  });

  it('are listed by currency and by market, however they were made', () => {
    exchange.apply(stakes());
    exchange.apply(stakes({ currency: btc }));
    expect(exchange.exchange.read(secondsCurrencies).map(({ currency }) => currency)).toEqual(
      [btc, usdt].toSorted((a, b) => a - b),
    );
    expect(exchange.exchange.read(secondsMarkets)).toEqual([]);
  });

  it('take no room in the snapshot of an exchange without contracts', () => {
    const sections = [...exchange.exchange.snapshot()].filter((line) => line.includes('"type":"seconds_'));
    expect(sections).toEqual([]);
  });
});

describe('a contract at a limit', () => {
  it('is sold up to the caps and to the last unit that the house can pay', () => {
    open(500);
    for (let n = 0; n < 10; n += 1) expect(typesOf(place())).toEqual(['seconds_accepted']);
    exchange.apply(stakes({ userCap: amount(2_000), sideCap: amount(1_100) }));
    expect(rejectionOf(place())).toEqual({ reason: 'house_full' });
    exchange.apply(capital(50, 2, { to: microHouse }));
    expect(typesOf(place())).toEqual(['seconds_accepted']);
    exchange.apply(capital(50, 3, { to: microHouse }));
    expect(rejectionOf(place())).toEqual({ reason: 'side_cap', room: 0 });
  });

  it('is refused by a house that never had money', () => {
    open(0);
    exchange.apply(offer({ options: [{ seconds: 30, ratioPpm: 10_000 }] }));
    expect(rejectionOf(place())).toEqual({ reason: 'house_full' });
  });

  it('that pays less than one unit locks and pays nothing of the house', () => {
    open(0);
    exchange.apply(offer({ options: [{ seconds: 30, ratioPpm: 1 }] }));
    expect(place()).toMatchObject([{ type: 'seconds_accepted', payout: 0 }]);
    price(100, 9);
    price(101, 60);
    expect(linesOf('seconds_contract')).toEqual([]);
    expect(exchange.balance(alice, usdt, micro)).toEqual([500_000, 0]);
  });
});

describe('readings', () => {
  const count = () => linesOf('seconds_readings').map(({ readings }) => (readings as unknown[]).length)[0] ?? 0;

  it('are kept for ten seconds before the end of the oldest open contract, and then forgotten', () => {
    open(500);
    price(100, 40);
    expect(count()).toBeLessThanOrEqual(1);
    place();
    price(100, 30);
    // The contract ends 15 s from now, so nothing since its strike is needed yet.
    expect(count()).toBeLessThanOrEqual(1);
    price(100, 20);
    expect(count()).toBeGreaterThanOrEqual(10);
    expect(count()).toBeLessThanOrEqual(12);
    price(100, 20);
    expect(linesOf('seconds_contract')).toEqual([]);
    expect(count()).toBeLessThanOrEqual(1);
  });

  it('are kept for the oldest of several contracts', () => {
    open(500);
    place();
    price(100, 30);
    place();
    price(100, 29);
    expect(count()).toBeGreaterThanOrEqual(19);
    price(100, 3);
    expect(linesOf('seconds_contract')).toHaveLength(1);
    expect(count()).toBeLessThanOrEqual(1);
  });
});

describe('the audit of a restored state', () => {
  beforeEach(() => {
    open(500);
    place();
    price(100, 4);
    place();
  });

  /** The snapshot with changed lines, and a footer that fits them. */
  function forged(change: (line: Line) => readonly object[]): string[] {
    const lines = [...exchange.exchange.snapshot()].slice(0, -1);
    const changed = lines.flatMap((line) => change(JSON.parse(line) as Line)).map((line) => JSON.stringify(line));
    const digest = new Digest('');
    for (const line of changed) digest.text(line);
    digest.settle();
    return [...changed, JSON.stringify({ type: 'footer', lines: changed.length, hash: digest.hex() })];
  }

  it('accepts the state as it is', () => {
    expect(() => Exchange.restore(forged((line) => [line]))).not.toThrow();
  });

  const strike = { open: 101 };
  it.each([
    ['a contract beyond the number of contracts', 'seconds_count', { contractCount: 1 }, 'order of their ids'],
    ['another market', 'seconds_market', { asset: usdt }, "the index of its market's base"],
    ['another payout ratio', 'seconds_contract', { ratioPpm: 400_000 }, 'reserved payout must match'],
    ['another rule of the index', 'seconds_contract', { indexVersion: 2 }, 'must outlast its contracts'],
    ['another strike price', 'seconds_contract', { strike }, 'must follow from its readings'],
  ])('finds %s', (_what, type, changes, message) => {
    const change = (line: Line): readonly object[] => {
      if (line.type !== type) return [line];
      if (!('strike' in changes)) return [{ ...line, ...changes }];
      return [line['strike'] === null ? line : { ...line, strike: { ...(line['strike'] as object), ...strike } }];
    };
    expect(() => Exchange.restore(forged(change))).toThrow(message);
  });

  it('finds contracts in another order', () => {
    const held: Line[] = [];
    const change = (line: Line): readonly object[] => {
      if (line.type !== 'seconds_contract') return [line];
      held.push(line);
      return held.length === 2 ? held.toReversed() : [];
    };
    expect(() => Exchange.restore(forged(change))).toThrow('order of their ids');
  });

  it('finds a rule that waits for no contract', () => {
    exchange.apply(indexOf({ sources: ['one'], minSources: 1, stalenessMs: 9000 }));
    expect(linesOf('index_waiting')).toHaveLength(1);
    const change = (line: Line): readonly object[] =>
      line.type === 'index_waiting' ? [{ ...line, asset: usdt }] : [line];
    expect(() => Exchange.restore(forged(change))).toThrow('must wait only for open contracts');
  });
});

describe('the id of a contract', () => {
  it.each([0, -1, 1.5, Number.MAX_SAFE_INTEGER + 1, Number.NaN])('is not %d', (value) => {
    expect(() => contractId(value)).toThrow(RangeError);
  });

  it('is a number from 1', () => {
    expect([1, 2].map(contractId)).toEqual([1, 2]);
  });
});
