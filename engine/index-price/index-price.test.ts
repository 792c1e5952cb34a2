import { describe, expect, it } from 'vitest';
import { currencyId, userId } from '../identifiers.ts';
import { bob, btc, openExchange, openingMs, rejectionOf, usdt, setup } from '../testing/test-exchange.ts';
import { indexAfter, indexOf, tick } from '../testing/indices.ts';
import type { TestExchange } from '../testing/test-exchange.ts';
import { logicVersion } from '../logic-version.ts';
import type { Event } from '../event.ts';

const now = openingMs;

/** A test exchange with an index for BTC. */
function tested(fields: Parameters<typeof indexOf>[0] = {}): TestExchange {
  const opened = openExchange();
  opened.apply(indexOf(fields));
  return opened;
}

/** Sources `a`, `b`, `c` … each report one price now. */
function observe(at: TestExchange, prices: readonly number[]): Event[] {
  let events: Event[] = [];
  for (const [n, price] of prices.entries()) events = at.apply(tick(nameOf(n), now, price));
  return events;
}

function nameOf(n: number): string {
  return String.fromCharCode('a'.charCodeAt(0) + n);
}

function named(count: number): string[] {
  return Array.from({ length: count }, (_, n) => nameOf(n));
}

describe('the index is the median of the live sources', () => {
  it.each([
    ['one source: its price', 1, [10_000], '10000'],
    ['three sources: the middle price', 3, [10_030, 10_000, 10_010], '10010'],
    ['two sources: the mean', 2, [10_000, 10_010], '10005'],
    ['a mean is rounded down to the unit of the index', 2, [10_000, 10_011], '10005'],
    ['four sources: the mean of the middle two', 3, [10_000, 10_040, 10_010, 10_020], '10015'],
    ['the mean of the largest possible prices is exact', 2, [2 ** 53 - 1, 2 ** 53 - 4], String(2 ** 53 - 3)],
    ['equal prices: that price', 3, [7, 7, 7], '7'],
  ])('%s', (_, minSources, prices, index) => {
    const opened = tested({ sources: named(prices.length), minSources });

    expect(indexAfter(observe(opened, prices))).toBe(index);
  });
});

describe('a source more than 0.5 % from the median is left out', () => {
  it.each([
    ['exactly 0.5 % above, it counts', [10_000, 10_000, 10_050], '10000'],
    ['exactly 0.5 % below, it counts', [10_000, 10_000, 9_950], '10000'],
    ['more than 0.5 % above, it is left out', [10_000, 10_000, 10_051], '10000 without c (deviating)'],
    ['more than 0.5 % below, it is left out', [9_949, 10_000, 10_000], '10000 without a (deviating)'],
    ['the index is then the median of the others', [10_000, 10_010, 10_060, 10_070], '10035'],
    [
      'sources at both ends are left out',
      [9_000, 10_000, 10_010, 10_020, 11_000],
      '10010 without a (deviating), e (deviating)',
    ],
    ['two sources that disagree are both left out', [10_000, 10_200], 'no index without a (deviating), b (deviating)'],
    [
      // The first median is 10 030 and admits 10 075; the second is 10 020, from which 10 075 would be too far.
      'only the first median decides which sources are left out',
      [10_000, 10_010, 10_020, 10_030, 10_075, 10_300, 10_400],
      '10020 without f (deviating), g (deviating)',
    ],
  ])('%s', (_, prices, index) => {
    const opened = tested({ sources: named(prices.length), minSources: 2 });

    expect(indexAfter(observe(opened, prices))).toBe(index);
  });

  it("uses the index's own limit, which may be zero", () => {
    const opened = tested({ sources: named(3), maxDeviationPpm: 0 });

    expect(indexAfter(observe(opened, [7, 7, 8]))).toBe('no index without c (deviating)');
  });
});

describe('a source that is silent for longer than 3 s is left out', () => {
  it('to the millisecond, by the next command of any type', () => {
    const opened = tested({ minSources: 2 });
    opened.apply(tick('first', now - 1000, 10_000));
    opened.apply(tick('second', now, 10_010));
    opened.apply(tick('third', now, 10_020));
    opened.wait(2000);
    expect(indexAfter(opened.apply({ type: 'clock' }))).toBeNull();
    opened.wait(1);

    expect(opened.fund(bob, usdt, 1)).toEqual([
      {
        type: 'index_updated',
        tick: null,
        assets: [
          {
            asset: btc,
            version: 1,
            observed: null,
            price: 10_015,
            live: 2,
            leftOut: [{ source: 'first', reason: 'silent' }],
          },
        ],
      },
      expect.objectContaining({ type: 'credited' }),
    ]);
  });

  it('and its price does not affect the deviation of the others', () => {
    const opened = tested({ sources: named(4), minSources: 1, stalenessMs: 1000 });
    opened.apply(tick('a', now - 1000, 20_000));
    for (const [source, price] of [
      ['b', 10_000],
      ['c', 10_010],
      ['d', 10_020],
    ] as const) {
      opened.apply(tick(source, now, price));
    }
    expect(indexAfter(opened.events)).toBe('10010 without a (deviating)');
    opened.wait(1);

    expect(indexAfter(opened.apply({ type: 'clock' }))).toBe('10010 without a (silent)');
  });

  it('even when its tick arrives too late to count; the tick is recorded all the same', () => {
    const opened = tested({ minSources: 1 });

    expect(indexAfter(opened.apply(tick('first', now - 3001, 10_000)))).toBe(
      'no index without first (silent), second (silent), third (silent)',
    );
  });

  it('counted from the time of its observation, not of its arrival', () => {
    const opened = tested({ sources: ['a'], minSources: 1 });
    opened.apply(tick('a', now - 2999, 10_000));
    opened.wait(1);
    expect(indexAfter(opened.apply({ type: 'clock' }))).toBeNull();
    opened.wait(1);

    expect(indexAfter(opened.apply({ type: 'clock' }))).toBe('no index without a (silent)');
  });

  it('until its next tick', () => {
    const opened = tested({ sources: ['a'], minSources: 1 });
    opened.apply(tick('a', now, 10_000));
    opened.wait(60_000);
    expect(indexAfter(opened.apply({ type: 'clock' }))).toBe('no index without a (silent)');

    expect(indexAfter(opened.apply(tick('a', now + 60_000, 10_001)))).toBe('10001');
  });
});

describe('an index needs its minimum number of live sources', () => {
  it.each([
    ['no source has sent a tick', [], 'no index without first (silent), second (silent), third (silent)'],
    ['one source is missing', ['first', 'third'], 'no index without second (silent)'],
    ['all sources are live', ['first', 'second', 'third'], '10000'],
  ])('%s', (_, sources, index) => {
    const opened = tested();
    for (const source of sources) opened.apply(tick(source, now, 10_000));

    expect(indexAfter(opened.events)).toBe(index);
  });

  it('sources that deviate do not count', () => {
    const opened = tested({ sources: named(3), minSources: 3 });

    expect(indexAfter(observe(opened, [10_000, 10_000, 10_051]))).toBe('no index without c (deviating)');
  });
});

describe('every tick is recorded', () => {
  it('with its prices, also when it changes no index', () => {
    const opened = tested({ sources: ['a'], minSources: 1 });
    opened.apply(indexOf({ asset: usdt, sources: ['a'], minSources: 1 }));
    opened.apply(
      tick('a', now, [
        [btc, 10_000],
        [usdt, 100],
      ]),
    );

    expect(
      opened.apply(
        tick('a', now + 100, [
          [btc, 10_000],
          [usdt, 101],
        ]),
      ),
    ).toEqual([
      {
        type: 'index_updated',
        tick: { source: 'a', observedAtMs: now + 100 },
        assets: [
          { asset: btc, version: 1, observed: 10_000, price: 10_000, live: 1, leftOut: [] },
          { asset: usdt, version: 1, observed: 101, price: 101, live: 1, leftOut: [] },
        ],
      },
    ]);
  });

  it('and leaves other assets unchanged', () => {
    const opened = tested({ sources: ['a'], minSources: 1 });
    opened.apply(indexOf({ asset: usdt, sources: ['a'], minSources: 1 }));
    opened.apply(
      tick('a', now, [
        [btc, 10_000],
        [usdt, 100],
      ]),
    );
    opened.apply(tick('a', now + 100, [[usdt, 101]]));

    expect([...opened.exchange.indexPrices()].map(({ asset, price }) => [asset, price])).toEqual([
      [btc, 10_000],
      [usdt, 101],
    ]);
  });
});

describe('a tick is refused', () => {
  const other = currencyId(9);

  it.each([
    ['from a source that no index uses', tick('unlisted', -1, []), { reason: 'index_source_unknown' }],
    ['with a negative time', tick('first', -1, []), { reason: 'index_tick_invalid', field: 'observedAtMs' }],
    ['without prices', tick('first', now + 9999, []), { reason: 'index_tick_invalid', field: 'prices' }],
    ['for an asset without an index', tick('first', now, [[usdt, 0]]), { reason: 'index_asset_unknown', asset: usdt }],
    [
      'for an asset whose index does not use the source',
      tick('fourth', now, [[btc, 0]]),
      { reason: 'index_asset_unknown', asset: btc },
    ],
    [
      'that names an asset twice',
      tick('first', now, [
        [btc, 1],
        [btc, 0],
      ]),
      { reason: 'index_asset_unsorted', asset: btc },
    ],
    [
      'with assets out of order',
      tick('first', now, [
        [other, 1],
        [btc, 0],
      ]),
      { reason: 'index_asset_unsorted', asset: btc },
    ],
    ['with a price of zero', tick('first', now + 9999, 0), { reason: 'index_price_invalid', asset: btc }],
    ['with a fractional price', tick('first', now, 0.5), { reason: 'index_price_invalid', asset: btc }],
    ['with a price beyond 2^53 − 1', tick('first', now, 2 ** 53), { reason: 'index_price_invalid', asset: btc }],
    [
      'from more than a second in the future',
      tick('first', now + 1001, 1),
      { reason: 'index_tick_early', latestMs: now + 1000 },
    ],
    ['that was received before', tick('first', now, 1), { reason: 'index_tick_outdated', newestMs: now }],
    ['older than the newest one', tick('first', now - 1, 1), { reason: 'index_tick_outdated', newestMs: now }],
  ])('%s, and changes nothing', (_, command, rejection) => {
    const opened = tested();
    opened.apply({ type: 'list_currency', currency: other, code: 'ZZZ', decimals: 2, ...setup });
    opened.apply(indexOf({ asset: other, sources: ['first', 'fourth'], minSources: 1 }));
    opened.apply(tick('first', now, 10_000));
    const before = [...opened.exchange.indexPrices()];

    expect(rejectionOf(opened.apply(command))).toEqual(rejection);
    expect([...opened.exchange.indexPrices()]).toEqual(before);
  });

  it.each([
    ['sooner than 100 ms after the last one for an asset', [[btc, 10_001]], 99, now + 100],
    [
      'for two assets, sooner for one of them',
      [
        [btc, 10_001],
        [other, 1],
      ],
      99,
      now + 100,
    ],
    ['after 100 ms', [[btc, 10_001]], 100, null],
    ['sooner, but for another asset', [[other, 1]], 1, null],
  ])('%s', (_, prices, afterMs, earliestMs) => {
    const opened = tested({ sources: ['first'], minSources: 1 });
    opened.apply({ type: 'list_currency', currency: other, code: 'ZZZ', decimals: 2, ...setup });
    opened.apply(indexOf({ asset: other, sources: ['first'], minSources: 1 }));
    opened.apply(tick('first', now, 10_000));

    const outcome = rejectionOf(opened.apply(tick('first', now + afterMs, prices)));
    expect(outcome).toEqual(earliestMs === null ? null : { reason: 'index_tick_too_soon', earliestMs });
  });

  it('too soon, unless a journal of logic version 3 has accepted it', () => {
    const opened = tested({ sources: ['first'], minSources: 1 });
    opened.exchange.useLogic(3);
    opened.apply(tick('first', now, 10_000));
    expect(indexAfter(opened.apply(tick('first', now + 1, 10_001)))).toBe('10001');
    opened.exchange.useLogic(logicVersion);
    expect(rejectionOf(opened.apply(tick('first', now + 2, 10_002)))).toEqual({
      reason: 'index_tick_too_soon',
      earliestMs: now + 101,
    });
  });

  it('but not when its clock is up to one second ahead', () => {
    const opened = tested({ sources: ['a'], minSources: 1 });

    expect(indexAfter(opened.apply(tick('a', now + 1000, 10_000)))).toBe('10000');
  });
});

describe('the configuration of an index', () => {
  it('is reported with the operator and the reason, together with the resulting index', () => {
    const opened = openExchange();
    const operator = userId(100_007);
    const command = indexOf({ sources: ['a'], minSources: 1, operator, cause: 'policy' });

    expect(opened.apply(command)).toEqual([
      { ...command, type: 'index_configured', version: 1 },
      expect.objectContaining({ type: 'index_updated', tick: null }),
    ]);
  });

  it.each([
    ['an invalid operator id', { operator: -1, asset: 9 }, { reason: 'operator_invalid' }],
    ['a currency that is not listed', { asset: 9, decimals: 19 }, { reason: 'currency_unknown' }],
    ['19 decimals', { decimals: 19, sources: [] }, { reason: 'index_invalid', field: 'decimals' }],
    ['no source', { sources: [], minSources: 0 }, { reason: 'index_invalid', field: 'sources' }],
    ['17 sources', { sources: named(17), minSources: 0 }, { reason: 'index_invalid', field: 'sources' }],
    ['a duplicate source', { sources: ['a', 'a'], minSources: 0 }, { reason: 'index_invalid', field: 'sources' }],
    ['sources that are not sorted by name', { sources: ['b', 'a'] }, { reason: 'index_invalid', field: 'sources' }],
    ['a source in capitals', { sources: ['A'] }, { reason: 'index_invalid', field: 'sources' }],
    [
      'a minimum of zero sources',
      { minSources: 0, maxDeviationPpm: -1 },
      { reason: 'index_invalid', field: 'minSources' },
    ],
    ['a minimum above the number of sources', { minSources: 4 }, { reason: 'index_invalid', field: 'minSources' }],
    [
      'a negative deviation limit',
      { maxDeviationPpm: -1, stalenessMs: 0 },
      { reason: 'index_invalid', field: 'maxDeviationPpm' },
    ],
    ['a staleness limit of zero', { stalenessMs: 0 }, { reason: 'index_invalid', field: 'stalenessMs' }],
    ['a staleness limit above one hour', { stalenessMs: 3_600_001 }, { reason: 'index_invalid', field: 'stalenessMs' }],
  ])('with %s is refused', (_, fields, rejection) => {
    expect(rejectionOf(openExchange().apply(indexOf(fields)))).toEqual(rejection);
  });

  it('cannot change its decimals, because prices are stored in them', () => {
    expect(rejectionOf(tested().apply(indexOf({ decimals: 3 })))).toEqual({
      reason: 'index_invalid',
      field: 'decimals',
    });
  });

  it('gets a new version with each change, which every later index carries', () => {
    const opened = tested({ sources: ['a', 'b', 'c'] });
    observe(opened, [10_000, 10_010, 10_020]);

    const events = opened.apply(indexOf({ sources: ['b', 'c', 'd'], minSources: 2 }));
    expect(events).toMatchObject([{ version: 2 }, { assets: [{ version: 2, price: 10_015, live: 2 }] }]);
    expect(opened.apply(tick('d', now, 10_011))).toMatchObject([{ assets: [{ version: 2, price: 10_011 }] }]);
  });

  it('discards observations of a removed source', () => {
    const opened = tested({ sources: ['a', 'b'], minSources: 1 });
    observe(opened, [10_000, 10_010]);
    opened.apply(indexOf({ sources: ['b'], minSources: 1 }));

    expect(indexAfter(opened.apply(indexOf({ sources: ['a', 'b'], minSources: 1 })))).toBe('10010 without a (silent)');
  });
});

describe('an index after a restart', () => {
  it('has the same prices and goes silent at the same instant', () => {
    const opened = tested({ minSources: 2 });
    opened.apply(tick('first', now - 500, 10_000));
    opened.apply(tick('second', now, 10_010));
    const { sequence, timeMs } = opened.exchange;
    opened.wait(1);
    opened.apply({ type: 'clock' });
    const restarted = opened.restarted();
    expect(restarted.exchange.indexPrices()).toEqual(opened.exchange.indexPrices());
    expect(restarted.exchange.indexPrices()).toMatchObject([{ sequence, timeMs }]);
    for (const one of [opened, restarted]) {
      one.wait(2500);
      expect(indexAfter(one.apply({ type: 'clock' }))).toBe('no index without first (silent), third (silent)');
    }

    expect(restarted.exchange.stateHash()).toBe(opened.exchange.stateHash());
  });
});
