import { describe, expect, it } from 'vitest';
import { currencyId, userId } from '../identifiers.ts';
import { bob, btc, openExchange, openingMs, rejectionOf, usdt, setup } from '../testing/test-exchange.ts';
import { indexAfter, indexOf, tick } from '../testing/indices.ts';
import type { TestExchange } from '../testing/test-exchange.ts';
import type { Event } from '../event.ts';

const now = openingMs;

/** A test exchange with an index of BTC in force. */
function tested(fields: Parameters<typeof indexOf>[0] = {}): TestExchange {
  const opened = openExchange();
  opened.apply(indexOf(fields));
  return opened;
}

/** Sources `a`, `b`, `c` … each observe one price now. */
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
    ['of one source it is its price', 1, [10_000], '10000'],
    ['of three it is the middle one', 3, [10_030, 10_000, 10_010], '10010'],
    ['of two it is their mean', 2, [10_000, 10_010], '10005'],
    ['a mean is rounded down to the unit of the index', 2, [10_000, 10_011], '10005'],
    ['of four it is the mean of the two in the middle', 3, [10_000, 10_040, 10_010, 10_020], '10015'],
    ['the largest prices have an exact mean', 2, [2 ** 53 - 1, 2 ** 53 - 4], String(2 ** 53 - 3)],
    ['equal prices are their own median', 3, [7, 7, 7], '7'],
  ])('%s', (_, minSources, prices, index) => {
    const opened = tested({ sources: named(prices.length), minSources });

    expect(indexAfter(observe(opened, prices))).toBe(index);
  });
});

describe('a source more than 0.5 % from the median is left out', () => {
  it.each([
    ['at exactly 0.5 % above it counts', [10_000, 10_000, 10_050], '10000'],
    ['at exactly 0.5 % below it counts', [10_000, 10_000, 9_950], '10000'],
    ['beyond that above it does not', [10_000, 10_000, 10_051], '10000 without c (deviating)'],
    ['beyond that below it does not', [9_949, 10_000, 10_000], '10000 without a (deviating)'],
    ['the median is that of the others then', [10_000, 10_010, 10_060, 10_070], '10035'],
    [
      'both ends may be, and the rest is the index',
      [9_000, 10_000, 10_010, 10_020, 11_000],
      '10010 without a (deviating), e (deviating)',
    ],
    ['two that disagree are both out', [10_000, 10_200], 'no index without a (deviating), b (deviating)'],
    [
      // The first median is 10 030 and lets 10 075 in; the second is 10 020, from which that would be too far.
      'who is out is decided once, from the first median',
      [10_000, 10_010, 10_020, 10_030, 10_075, 10_300, 10_400],
      '10020 without f (deviating), g (deviating)',
    ],
  ])('%s', (_, prices, index) => {
    const opened = tested({ sources: named(prices.length), minSources: 2 });

    expect(indexAfter(observe(opened, prices))).toBe(index);
  });

  it('by the bound of the index, which may be none at all', () => {
    const opened = tested({ sources: named(3), maxDeviationPpm: 0 });

    expect(indexAfter(observe(opened, [7, 7, 8]))).toBe('no index without c (deviating)');
  });
});

describe('a source that is silent for longer than 3 s is left out', () => {
  it('to the millisecond, by whatever command comes then', () => {
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

  it('before its deviation counts', () => {
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

  it('when its tick comes too late to count, which is on record all the same', () => {
    const opened = tested({ minSources: 1 });

    expect(indexAfter(opened.apply(tick('first', now - 3001, 10_000)))).toBe(
      'no index without first (silent), second (silent), third (silent)',
    );
  });

  it('from when it observed, not from when that arrived', () => {
    const opened = tested({ sources: ['a'], minSources: 1 });
    opened.apply(tick('a', now - 2999, 10_000));
    opened.wait(1);
    expect(indexAfter(opened.apply({ type: 'clock' }))).toBeNull();
    opened.wait(1);

    expect(indexAfter(opened.apply({ type: 'clock' }))).toBe('no index without a (silent)');
  });

  it('until it speaks again', () => {
    const opened = tested({ sources: ['a'], minSources: 1 });
    opened.apply(tick('a', now, 10_000));
    opened.wait(60_000);
    expect(indexAfter(opened.apply({ type: 'clock' }))).toBe('no index without a (silent)');

    expect(indexAfter(opened.apply(tick('a', now + 60_000, 10_001)))).toBe('10001');
  });
});

describe('there is an index only with at least as many live sources as it needs', () => {
  it.each([
    ['none has spoken', [], 'no index without first (silent), second (silent), third (silent)'],
    ['one is missing', ['first', 'third'], 'no index without second (silent)'],
    ['all are there', ['first', 'second', 'third'], '10000'],
  ])('%s', (_, sources, index) => {
    const opened = tested();
    for (const source of sources) opened.apply(tick(source, now, 10_000));

    expect(indexAfter(opened.events)).toBe(index);
  });

  it('and those that deviate do not count', () => {
    const opened = tested({ sources: named(3), minSources: 3 });

    expect(indexAfter(observe(opened, [10_000, 10_000, 10_051]))).toBe('no index without c (deviating)');
  });
});

describe('every tick is on record', () => {
  it('with what its source observed, also when that changes no index', () => {
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
        tick('a', now + 1, [
          [btc, 10_000],
          [usdt, 101],
        ]),
      ),
    ).toEqual([
      {
        type: 'index_updated',
        tick: { source: 'a', observedAtMs: now + 1 },
        assets: [
          { asset: btc, version: 1, observed: 10_000, price: 10_000, live: 1, leftOut: [] },
          { asset: usdt, version: 1, observed: 101, price: 101, live: 1, leftOut: [] },
        ],
      },
    ]);
  });

  it('and what it does not name stays as it was', () => {
    const opened = tested({ sources: ['a'], minSources: 1 });
    opened.apply(indexOf({ asset: usdt, sources: ['a'], minSources: 1 }));
    opened.apply(
      tick('a', now, [
        [btc, 10_000],
        [usdt, 100],
      ]),
    );
    opened.apply(tick('a', now + 1, [[usdt, 101]]));

    expect([...opened.exchange.indexPrices()].map(({ asset, price }) => [asset, price])).toEqual([
      [btc, 10_000],
      [usdt, 101],
    ]);
  });
});

describe('a tick is refused', () => {
  const other = currencyId(9);

  it.each([
    ['of a source that no index takes', tick('nobody', -1, []), { reason: 'index_source_unknown' }],
    ['observed at no time', tick('first', -1, []), { reason: 'index_tick_invalid', field: 'observedAtMs' }],
    ['without a price', tick('first', now + 9999, []), { reason: 'index_tick_invalid', field: 'prices' }],
    ['of an asset without an index', tick('first', now, [[usdt, 0]]), { reason: 'index_asset_unknown', asset: usdt }],
    [
      'of an asset whose index does not take this source',
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
      'whose assets are not in order',
      tick('first', now, [
        [other, 1],
        [btc, 0],
      ]),
      { reason: 'index_asset_unsorted', asset: btc },
    ],
    ['with a price of nothing', tick('first', now + 9999, 0), { reason: 'index_price_invalid', asset: btc }],
    ['with half a unit', tick('first', now, 0.5), { reason: 'index_price_invalid', asset: btc }],
    ['with a price beyond 2^53 − 1', tick('first', now, 2 ** 53), { reason: 'index_price_invalid', asset: btc }],
    ['from the future', tick('first', now + 1001, 1), { reason: 'index_tick_early', latestMs: now + 1000 }],
    ['that is known', tick('first', now, 1), { reason: 'index_tick_outdated', newestMs: now }],
    ['older than what is known', tick('first', now - 1, 1), { reason: 'index_tick_outdated', newestMs: now }],
  ])('%s, and changes nothing', (_, command, rejection) => {
    const opened = tested();
    opened.apply({ type: 'list_currency', currency: other, code: 'ZZZ', decimals: 2, ...setup });
    opened.apply(indexOf({ asset: other, sources: ['first', 'fourth'], minSources: 1 }));
    opened.apply(tick('first', now, 10_000));
    const before = [...opened.exchange.indexPrices()];

    expect(rejectionOf(opened.apply(command))).toEqual(rejection);
    expect([...opened.exchange.indexPrices()]).toEqual(before);
  });

  it('never for a clock that is a second ahead', () => {
    const opened = tested({ sources: ['a'], minSources: 1 });

    expect(indexAfter(opened.apply(tick('a', now + 1000, 10_000)))).toBe('10000');
  });
});

describe('the configuration of an index', () => {
  it('is told with who decided it and why, and its index with it', () => {
    const opened = openExchange();
    const operator = userId(100_007);
    const command = indexOf({ sources: ['a'], minSources: 1, operator, cause: 'policy' });

    expect(opened.apply(command)).toEqual([
      { ...command, type: 'index_configured', version: 1 },
      expect.objectContaining({ type: 'index_updated', tick: null }),
    ]);
  });

  it.each([
    ['nobody who could be an operator', { operator: -1, asset: 9 }, { reason: 'operator_invalid' }],
    ['a currency that is not listed', { asset: 9, decimals: 19 }, { reason: 'currency_unknown' }],
    ['19 decimals', { decimals: 19, sources: [] }, { reason: 'index_invalid', field: 'decimals' }],
    ['no source', { sources: [], minSources: 0 }, { reason: 'index_invalid', field: 'sources' }],
    ['17 sources', { sources: named(17), minSources: 0 }, { reason: 'index_invalid', field: 'sources' }],
    ['a source twice', { sources: ['a', 'a'], minSources: 0 }, { reason: 'index_invalid', field: 'sources' }],
    ['sources that are not by name', { sources: ['b', 'a'] }, { reason: 'index_invalid', field: 'sources' }],
    ['a source in capitals', { sources: ['A'] }, { reason: 'index_invalid', field: 'sources' }],
    ['no source needed', { minSources: 0, maxDeviationPpm: -1 }, { reason: 'index_invalid', field: 'minSources' }],
    ['more sources needed than it has', { minSources: 4 }, { reason: 'index_invalid', field: 'minSources' }],
    [
      'a negative bound',
      { maxDeviationPpm: -1, stalenessMs: 0 },
      { reason: 'index_invalid', field: 'maxDeviationPpm' },
    ],
    ['no time to grow stale', { stalenessMs: 0 }, { reason: 'index_invalid', field: 'stalenessMs' }],
    ['more than an hour', { stalenessMs: 3_600_001 }, { reason: 'index_invalid', field: 'stalenessMs' }],
  ])('with %s is refused', (_, fields, rejection) => {
    expect(rejectionOf(openExchange().apply(indexOf(fields)))).toEqual(rejection);
  });

  it('keeps its decimals, because prices are remembered', () => {
    expect(rejectionOf(tested().apply(indexOf({ decimals: 3 })))).toEqual({
      reason: 'index_invalid',
      field: 'decimals',
    });
  });

  it('has a version with each change, which every index under it carries', () => {
    const opened = tested({ sources: ['a', 'b', 'c'] });
    observe(opened, [10_000, 10_010, 10_020]);

    const events = opened.apply(indexOf({ sources: ['b', 'c', 'd'], minSources: 2 }));
    expect(events).toMatchObject([{ version: 2 }, { assets: [{ version: 2, price: 10_015, live: 2 }] }]);
    expect(opened.apply(tick('d', now, 10_011))).toMatchObject([{ assets: [{ version: 2, price: 10_011 }] }]);
  });

  it('forgets what a source observed that it drops', () => {
    const opened = tested({ sources: ['a', 'b'], minSources: 1 });
    observe(opened, [10_000, 10_010]);
    opened.apply(indexOf({ sources: ['b'], minSources: 1 }));

    expect(indexAfter(opened.apply(indexOf({ sources: ['a', 'b'], minSources: 1 })))).toBe('10010 without a (silent)');
  });
});

describe('an index after a restart', () => {
  it('is the same, and falls silent at the same instant', () => {
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
