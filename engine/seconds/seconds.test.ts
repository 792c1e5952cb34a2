import { beforeEach, describe, expect, it } from 'vitest';
import { evidenceFrom, canonicalOf, isProven } from '../../contract/rules/seconds.ts';
import { Exchange } from '../exchange.ts';
import { userId, venue } from '../identifiers.ts';
import { waitingRules } from '../index-price/index.ts';
import { accountType } from '../ledger/account.ts';
import { posting } from '../ledger/posting.ts';
import { logicVersion } from '../logic-version.ts';
import { amount } from '../money.ts';
import { indexOf, tick } from '../testing/indices.ts';
import { capital, moveToLever } from '../testing/movements.ts';
import {
  alice,
  bob,
  btc,
  btcusdt,
  openExchange,
  openingMs,
  rejectionOf,
  setup,
  TestExchange,
  typesOf,
  usdt,
} from '../testing/test-exchange.ts';
import type { Event, EventNamed } from '../event.ts';
import type { ConfigureIndex } from '../index-price/commands.ts';
import { currency, purchase, settings, stake } from './testing/purchases.ts';

const { micro, microHouse, fees } = accountType;

let exchange: TestExchange;
let nowMs: number;

beforeEach(() => {
  exchange = openExchange();
  nowMs = openingMs;
  exchange.apply(index());
  exchange.apply(capital(1_000_000_000, 1, { to: microHouse }));
  exchange.apply(settings());
  exchange.apply(currency());
  exchange.apply({ type: 'configure_seconds_market', market: btcusdt, state: 'open', ...setup });
  for (const user of [alice, bob]) {
    exchange.fund(user, usdt, 1_000_000_000);
    exchange.apply(moveToLever(user, 500_000_000, null, { to: micro }));
  }
  price(100);
});

function index(fields: Partial<Record<keyof ConfigureIndex, unknown>> = {}): ConfigureIndex {
  return indexOf({ sources: ['one'], minSources: 1, stalenessMs: 3000, ...fields });
}

function place(changes: Parameters<typeof purchase>[0] = {}): Event[] {
  return exchange.apply(purchase(changes));
}

/** Lets time pass. */
function wait(milliseconds: number): void {
  nowMs += milliseconds;
  exchange.wait(milliseconds);
}

/** Lets time pass and sends a clock tick. */
function pass(milliseconds: number): Event[] {
  wait(milliseconds);
  return exchange.apply({ type: 'clock' });
}

/** Lets half a second pass, then reports an index price. */
function price(cents: number): Event[] {
  wait(500);
  return exchange.apply(tick('one', nowMs, cents));
}

/** Reports this price every half a second until so many have been reported. */
function prices(cents: number, times: number): Event[] {
  return Array.from({ length: times }, () => price(cents)).flat();
}

/** A 30-second contract bought at once, struck at `open` and settled at `end`; returns all events after it. */
function play(open: number, end: number): Event[] {
  return [...price(open), ...prices(open, 9), ...prices(end, 50)];
}

function closedIn(events: readonly Event[]): EventNamed<'seconds_closed'> {
  const closed = events.find((event) => event.type === 'seconds_closed');
  if (closed === undefined) throw new Error(`no contract was closed by ${typesOf(events).join(', ')}`);
  return closed;
}

/** A user's or the venue's balance: available and locked. */
function balance(user: number, type: number): [available: number, locked: number] {
  const found = [...exchange.exchange.balances()].find(
    (one) => one.user === user && one.accountType === type && one.currency === usdt,
  );
  return [found?.available ?? 0, found?.locked ?? 0];
}

describe('buying a contract', () => {
  it('locks the stake of the user and the payout of the venue', () => {
    const [accepted] = place();
    const bought = { user: alice, market: btcusdt, asset: btc, currency: usdt, direction: 'up', seconds: 30, stake };
    const terms = { ratioPpm: 800_000, feePpm: 20_000, payout: 8_000_000 };

    expect(accepted).toMatchObject({
      type: 'seconds_accepted',
      contract: 1,
      ...bought,
      ...terms,
      indexVersion: 1,
      stalenessMs: 3000,
      acceptedAtMs: nowMs,
      postings: [posting(alice, micro, usdt, -stake, stake), posting(venue, microHouse, usdt, -8_000_000, 8_000_000)],
    });
    expect(balance(alice, micro)).toEqual([490_000_000, stake]);
    expect(balance(venue, microHouse)).toEqual([992_000_000, 8_000_000]);
  });

  it('with one request key happens once', () => {
    place({ requestKey: 'once' });
    expect(typesOf(place({ requestKey: 'once' }))).toEqual(['request_repeated']);
    expect(balance(alice, micro)[1]).toBe(stake);
  });

  it.each([
    [{ market: 99 }, { reason: 'market_unknown' }],
    [{ version: 2 }, { reason: 'terms_changed', version: 1 }],
    [{ seconds: 31 }, { reason: 'seconds_not_offered' }],
    [{ seconds: 30.5 }, { reason: 'seconds_not_offered' }],
    [{ currency: btc }, { reason: 'currency_not_offered' }],
    [{ stake: 0 }, { reason: 'number_not_offered' }],
    [{ stake: -stake }, { reason: 'number_not_offered' }],
    [{ stake: stake + 1 }, { reason: 'number_not_offered' }],
    [{ stake: Number.MAX_SAFE_INTEGER }, { reason: 'number_not_offered' }],
  ])('is refused for %j', (changes, rejection) => {
    expect(rejectionOf(place(changes))).toEqual(rejection);
  });

  it('is refused on a closed market and in a closed currency', () => {
    exchange.apply(currency({ state: 'closed' }));
    expect(rejectionOf(place())).toEqual({ reason: 'currency_not_offered' });
    exchange.apply({ type: 'configure_seconds_market', market: btcusdt, state: 'closed', ...setup });
    expect(rejectionOf(place())).toEqual({ reason: 'seconds_closed' });
  });

  it('is refused while the index has no price', () => {
    pass(3001);
    expect(rejectionOf(place())).toEqual({ reason: 'index_unavailable' });
  });

  it('is refused to a user whose trading is stopped', () => {
    exchange.apply({ type: 'restrict_user', user: alice, before: 'none', scope: 'trading', ...setup });
    expect(rejectionOf(place())).toEqual({ reason: 'trading_stopped' });
  });

  it('is limited for each user, and for each direction of a market', () => {
    place({ stake: 5 * stake });
    expect(rejectionOf(place({ stake: 5 * stake }))).toEqual({ reason: 'user_cap', room: stake });
    place();
    expect(rejectionOf(place({ direction: 'down' }))).toEqual({ reason: 'user_cap', room: 0 });
    expect(rejectionOf(place({ user: bob, stake: 5 * stake }))).toEqual({ reason: 'side_cap', room: stake });
    expect(typesOf(place({ user: bob, direction: 'down', stake: 5 * stake }))).toEqual(['seconds_accepted']);
  });

  it('gets room again when a contract ends, and none after a cap was lowered below the open stakes', () => {
    place({ stake: 5 * stake });
    exchange.apply(currency({ userCap: amount(stake) }));
    expect(rejectionOf(place())).toEqual({ reason: 'user_cap', room: 0 });
    play(100, 101);
    expect(typesOf(place())).toEqual(['seconds_accepted']);
  });

  it('is refused when the venue cannot pay it, or the user cannot stake it', () => {
    exchange.apply(currency({ userCap: amount(9000 * stake), sideCap: amount(9000 * stake) }));
    for (let n = 0; n < 10; n += 1) place({ stake: 5 * stake });
    expect(rejectionOf(place())).toEqual({
      reason: 'insufficient_balance',
      currency: usdt,
      available: 0,
      needed: stake,
    });
    const back = { from: microHouse, toUser: venue, to: accountType.treasury, currency: usdt } as const;
    const cause = { source: 'test', n: 1, operator: venue, cause: 'capital' } as const;
    exchange.apply({ type: 'venue_transfer', ...back, amount: amount(600_000_000), ...cause });
    expect(rejectionOf(place({ user: bob }))).toEqual({ reason: 'house_full' });
  });
});

describe('a contract', () => {
  it('is struck at the mean of the ticks of its first second, without the one at its end', () => {
    place();
    price(100);
    wait(499);
    exchange.apply(tick('one', nowMs, 103));
    wait(1);
    const events = exchange.apply(tick('one', nowMs, 900));

    expect(events[0]).toEqual({ type: 'seconds_struck', contract: 1, user: alice, market: btcusdt, open: 101 });
  });

  it('pays a win less the fee, and keeps what the result follows from', () => {
    place();
    const closed = closedIn(play(100, 101));

    expect(closed).toMatchObject({
      result: 'win',
      open: 100,
      end: 101,
      fee: 160_000,
      profit: 7_840_000,
      voidReason: null,
      rule: 'seconds/1',
      postings: [
        posting(alice, micro, usdt, stake + 7_840_000, -stake, 160_000),
        posting(venue, microHouse, usdt, 0, -8_000_000),
        posting(venue, fees, usdt, 160_000, 0),
      ],
    });
    expect(closed.strike.readings).toHaveLength(1);
    expect(closed.settlement.readings).toHaveLength(10);
    expect(balance(alice, micro)).toEqual([507_840_000, 0]);
  });

  it('gives a lost stake to the venue, and returns one of a tie', () => {
    place();
    expect(closedIn(play(100, 99))).toMatchObject({ result: 'loss', fee: 0, profit: -stake });
    expect(balance(alice, micro)).toEqual([490_000_000, 0]);
    expect(balance(venue, microHouse)).toEqual([1_010_000_000, 0]);
    place();
    expect(closedIn(play(100, 100))).toMatchObject({ result: 'tie', fee: 0, profit: 0 });
    expect(balance(alice, micro)).toEqual([490_000_000, 0]);
  });

  it('on a falling price wins when the index falls', () => {
    place({ direction: 'down' });
    expect(closedIn(play(100, 99))).toMatchObject({ result: 'win' });
  });

  it('is void at once when its first second has no tick', () => {
    place();
    const events = pass(1000);

    expect(closedIn(events)).toMatchObject({ result: 'void', voidReason: 'too_few_ticks', open: null, end: null });
    expect(balance(alice, micro)).toEqual([500_000_000, 0]);
    expect(balance(venue, microHouse)).toEqual([1_000_000_000, 0]);
  });

  it('is void when the index is interrupted in a window, even if it returns', () => {
    place();
    price(100);
    prices(100, 45);
    pass(3001);
    prices(101, 6);
    const closed = closedIn(pass(10_000));

    expect(closed.settlement.readings.filter((reading) => reading.price === null)).toHaveLength(1);
    expect(closed).toMatchObject({ result: 'void', voidReason: 'index_interrupted', open: 100, end: null });
    expect(balance(alice, micro)).toEqual([500_000_000, 0]);
  });

  it('is void when the source has been silent throughout the settlement window', () => {
    place();
    prices(100, 10);
    expect(closedIn(pass(60_000))).toMatchObject({ voidReason: 'index_interrupted', result: 'void' });
  });

  it('is void with fewer than three ticks in the settlement window', () => {
    place();
    prices(100, 49);
    wait(2400);
    exchange.apply(tick('one', nowMs, 101));
    wait(1500);
    exchange.apply(tick('one', nowMs, 101));
    expect(closedIn(pass(2000))).toMatchObject({ voidReason: 'too_few_ticks', result: 'void' });
  });

  it('has the same result when its timers fire late', () => {
    place();
    prices(100, 10);
    prices(101, 49);
    const other = Exchange.restore([...exchange.exchange.snapshot()]);
    const punctual = closedIn(pass(500));
    const late: Event[] = [];
    other.apply(other.sequence + 1, nowMs + 86_400_000, { type: 'clock' }, late);

    expect({ ...closedIn(late), closedAtMs: 0 }).toEqual({ ...punctual, closedAtMs: 0 });
  });

  it('has the same result after a restart at any moment', () => {
    place();
    let restored = Exchange.restore([...exchange.exchange.snapshot()]);
    const events: Event[] = [];
    for (let n = 0; n < 60; n += 1) {
      const own = price(100 + (n % 3));
      const others: Event[] = [];
      restored.apply(restored.sequence + 1, nowMs, tick('one', nowMs, 100 + (n % 3)), others);
      expect(others).toEqual(own);
      restored = Exchange.restore([...restored.snapshot()]);
      expect(restored.stateHash()).toBe(exchange.exchange.stateHash());
      events.push(...own);
    }
    expect(typesOf(events)).toContain('seconds_closed');
  });

  it('is settled before any command of its end', () => {
    place();
    prices(100, 10);
    prices(101, 49);
    wait(500);
    const events = exchange.apply(tick('one', nowMs, 1));
    expect(typesOf(events)).toEqual(['seconds_closed', 'index_updated']);
    expect(closedIn(events)).toMatchObject({ result: 'win', end: 101 });
  });

  it('ends in the same command as another one of its owner, each with its own result and postings', () => {
    place();
    place({ direction: 'down' });
    const closed = play(100, 101).filter((event) => event.type === 'seconds_closed');

    expect(closed).toMatchObject([
      {
        contract: 1,
        direction: 'up',
        result: 'win',
        profit: 7_840_000,
        postings: [
          posting(alice, micro, usdt, stake + 7_840_000, -stake, 160_000),
          posting(venue, microHouse, usdt, 0, -8_000_000),
          posting(venue, fees, usdt, 160_000, 0),
        ],
      },
      {
        contract: 2,
        direction: 'down',
        result: 'loss',
        profit: -stake,
        postings: [
          posting(alice, micro, usdt, 0, -stake),
          posting(venue, microHouse, usdt, 8_000_000 + stake, -8_000_000),
        ],
      },
    ]);
    expect(closed[0]?.closedAtMs).toBe(closed[1]?.closedAtMs);
    expect(balance(alice, micro)).toEqual([500_000_000 + 7_840_000 - stake, 0]);
    expect(balance(venue, microHouse)).toEqual([1_000_000_000 - 8_000_000 + stake, 0]);
    expect(typesOf(place({ stake: 5 * stake }))).toEqual(['seconds_accepted']);
  });

  it('keeps its terms when settings change, and its evidence proves the result', () => {
    place();
    exchange.apply(settings({ feePpm: 0, options: [{ seconds: 30, ratioPpm: 1 }] }));
    exchange.apply(currency({ state: 'closed' }));
    exchange.apply({ type: 'configure_seconds_market', market: btcusdt, state: 'closed', ...setup });
    const closed = closedIn(play(100, 101));
    const { strike, settlement, open, end, result, voidReason, payout, fee, profit, ...terms } = closed;

    expect(closed).toMatchObject({ payout: 8_000_000, fee: 160_000 });
    const evidence = { terms, strike, settlement, stated: { open, end, result, voidReason, payout, fee, profit } };
    expect(isProven(evidence)).toBe(true);
    expect(isProven(evidenceFrom(canonicalOf(evidence)))).toBe(true);
  });
});

describe('an index of several sources', () => {
  /** Lets half a second pass; each source then reports its price, in the order of the names. */
  function observe(prices: Readonly<Record<string, number>>): Event[] {
    wait(500);
    return Object.entries(prices).flatMap(([source, cents]) => exchange.apply(tick(source, nowMs, cents)));
  }

  it('decides a contract by the ticks of all of them, also of one that is left out', () => {
    exchange.apply(index({ sources: ['far', 'one', 'two'], minSources: 2 }));
    observe({ one: 1000, two: 1004, far: 2000 });
    const [accepted] = place();
    const events: Event[] = [];
    for (let n = 0; n < 60; n += 1) events.push(...observe({ one: 1000 + n, two: 1004 + n, far: 2000 + n }));
    const closed = closedIn(events);
    const ticks = events.flatMap((event) => (event.type === 'index_updated' ? event.assets : []));

    expect(accepted).toMatchObject({ type: 'seconds_accepted', indexVersion: 2 });
    expect(closed.strike.readings.map(({ price: at }) => at)).toEqual([1002, 1002, 1002]);
    expect(closed.settlement.readings).toHaveLength(30);
    expect(new Set(ticks.map(({ leftOut }) => JSON.stringify(leftOut)))).toEqual(
      new Set(['[{"source":"far","reason":"deviating"}]']),
    );
    expect(closed).toMatchObject({ result: 'win', open: 1002 });
    const { strike, settlement, open, end, result, voidReason, payout, fee, profit, ...terms } = closed;
    const stated = { open, end, result, voidReason, payout, fee, profit };
    expect(isProven({ terms, strike, settlement, stated })).toBe(true);
  });

  it('interrupts no contract when one of them falls silent, as long as enough are live', () => {
    exchange.apply(index({ sources: ['one', 'two'], minSources: 1 }));
    observe({ one: 1000, two: 1000 });
    place();
    observe({ one: 1000, two: 1000 });
    const closed = closedIn(Array.from({ length: 60 }, () => observe({ two: 1001 })).flat());

    expect(exchange.exchange.indexPrices()[0]?.leftOut).toEqual([{ source: 'one', reason: 'silent' }]);
    expect(closed).toMatchObject({ result: 'win', open: 1000, end: 1001 });
    expect(closed.settlement.readings).toHaveLength(10);
  });
});

describe('a new rule of the index', () => {
  const change = () => index({ stalenessMs: 9000 });

  it('waits for the open contracts, and none can be bought meanwhile', () => {
    place();
    price(100);
    expect(typesOf(exchange.apply(change()))).toEqual(['index_change_waiting']);
    expect(rejectionOf(place())).toEqual({ reason: 'index_changing' });
    expect(exchange.exchange.indexPrices()[0]).toMatchObject({ version: 1, stalenessMs: 3000 });

    const events = [...prices(100, 9), ...prices(101, 50)];
    expect(typesOf(events)).toContain('seconds_closed');
    const after = typesOf(events.slice(events.findIndex(({ type }) => type === 'seconds_closed')));
    expect(after.slice(0, 3)).toEqual(['seconds_closed', 'index_configured', 'index_updated']);
    expect(exchange.exchange.indexPrices()[0]).toMatchObject({ version: 2, stalenessMs: 9000 });
    expect(typesOf(place())).toEqual(['seconds_accepted']);
  });

  it('cannot make a contract void, and survives a restart while it waits', () => {
    place();
    price(100);
    exchange.apply(index({ sources: ['other'], minSources: 1 }));
    exchange.apply(change());
    const restored = new TestExchange(Exchange.restore([...exchange.exchange.snapshot()]));
    expect(restored.exchange.stateHash()).toBe(exchange.exchange.stateHash());
    expect(closedIn([...prices(100, 9), ...prices(101, 50)])).toMatchObject({ result: 'win' });
    expect(exchange.exchange.indexPrices()[0]).toMatchObject({ sources: ['one'], version: 2 });
  });

  it('is withdrawn by the rule in force, and contracts can be bought again', () => {
    place();
    price(100);
    exchange.apply(change());
    const [operator, cause] = [userId(100_007), 'correction'] as const;
    expect(exchange.apply(index({ operator, cause }))).toEqual([
      { type: 'index_change_withdrawn', asset: btc, operator, cause },
    ]);
    expect(exchange.exchange.read(waitingRules)).toEqual([]);
    expect(typesOf(place({ user: bob }))).toEqual(['seconds_accepted']);
    const events = [...prices(100, 9), ...prices(101, 50)];
    expect(closedIn(events)).toMatchObject({ result: 'win', indexVersion: 1 });
    expect(typesOf(events)).not.toContain('index_configured');
    expect(exchange.exchange.indexPrices()[0]).toMatchObject({ version: 1, stalenessMs: 3000 });
  });

  it('waits with the number of the command that set it, also after a restart', () => {
    place();
    exchange.apply(index({ sources: ['other'], minSources: 1 }));
    exchange.apply(change());
    const { sequence } = exchange.exchange;
    expect(exchange.exchange.read(waitingRules)).toMatchObject([{ asset: btc, stalenessMs: 9000, sequence }]);
    const restored = Exchange.restore([...exchange.exchange.snapshot()]);
    expect(restored.read(waitingRules)).toEqual(exchange.exchange.read(waitingRules));
  });

  it('takes force at once without open contracts', () => {
    expect(typesOf(exchange.apply(change()))).toEqual(['index_configured', 'index_updated']);
  });
});

describe('settings', () => {
  it.each([
    [settings({ options: [] }), 'options'],
    [settings({ options: [{ seconds: 9, ratioPpm: 1 }] }), 'options'],
    [settings({ options: [{ seconds: 3601, ratioPpm: 1 }] }), 'options'],
    [settings({ options: [{ seconds: 30, ratioPpm: 0 }] }), 'options'],
    [settings({ options: [{ seconds: 30, ratioPpm: 1_000_001 }] }), 'options'],
    [settings({ options: [60, 30].map((seconds) => ({ seconds, ratioPpm: 1 })) }), 'options'],
    [settings({ feePpm: -1 }), 'feePpm'],
    [settings({ feePpm: 1_000_001 }), 'feePpm'],
    [currency({ numbers: [] }), 'numbers'],
    [currency({ numbers: [amount(0)] }), 'numbers'],
    [currency({ numbers: [amount(2), amount(2)] }), 'numbers'],
    [currency({ userCap: amount(-1) }), 'userCap'],
    [currency({ sideCap: amount(-1) }), 'sideCap'],
  ])('refuse %j', (command, field) => {
    expect(rejectionOf(exchange.apply(command))).toEqual({ reason: 'setting_invalid', field });
  });

  it('were allowed to offer 5 seconds by logic version 3, whose journals are replayed', () => {
    const short = settings({ options: [{ seconds: 5, ratioPpm: 1 }] });
    exchange.exchange.useLogic(3);
    expect(typesOf(exchange.apply(short))).toEqual(['seconds_configured']);
    exchange.exchange.useLogic(logicVersion);
    expect(rejectionOf(exchange.apply(short))).toEqual({ reason: 'setting_invalid', field: 'options' });
  });

  it('count their versions, and refuse what is in force already', () => {
    expect(rejectionOf(exchange.apply(settings()))).toEqual({ reason: 'setting_unchanged' });
    const [changed] = exchange.apply(settings({ feePpm: 1 }));
    expect(changed).toMatchObject({ type: 'seconds_configured', version: 2, before: { feePpm: 20_000 } });
  });
});
