import { currencyId, Exchange, userId, venue } from '@bourse/engine';
import { Pool } from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { Views } from '../../../ground/feed/index.ts';
import { restrictionView } from '../../../people/restrictions/index.ts';
import type { Ad } from '../shop/ad.ts';
import type { Listed } from '../shop/board.ts';
import { levelOf } from '../shop/levels.ts';
import type { Reference } from '../shop/prices.ts';
import { type ListQuery, Offers } from './offers.ts';

const coin = currencyId(3);
const count = 10_000;
/** Merchants whose ids have this remainder pause. */
const isPaused = (id: number): boolean => id % 4 === 0;

let views: Views;
let reference: Reference;
let shelf: { version: number; fixed: readonly Listed[]; floating: readonly Listed[] };
let offers: Offers;
let nowMs: number;

beforeAll(async () => {
  const exchange = new Exchange();
  const audit = { operator: venue, cause: 'setup' } as const;
  exchange.apply(1, 1, { type: 'list_currency', currency: coin, code: 'USDT', decimals: 6, ...audit }, []);
  views = new Views(exchange, new Map(), new Map());
  await restrictionView.open({ exchange, database: new Pool(), views });
});

/** Half of the ads have fixed prices of 7.00 to 7.99, the others are 0 to 9.96 % above the reference. */
beforeEach(() => {
  nowMs = 1;
  reference = { numerator: 700_000_000n, denominator: 1n };
  const all = Array.from({ length: count }, (_, at) => listed(at + 1));
  const order = ({ ad: a }: Listed, { ad: b }: Listed): number =>
    Number(a.price ?? 0n) - Number(b.price ?? 0n) || (a.basisPoints ?? 0) - (b.basisPoints ?? 0) || a.id - b.id;
  shelf = {
    version: 1,
    fixed: all.filter(({ ad }) => ad.price !== null).toSorted(order),
    floating: all.filter(({ ad }) => ad.price === null).toSorted(order),
  };
  offers = new Offers({
    views,
    now: () => nowMs,
    rates: { find: () => null },
    settings: { p2p_band_percent: 20 },
    references: { of: () => reference, decimalsOf: () => 2 },
    board: { shelf: () => shelf, ofOwner: () => [] },
  });
});

function listed(id: number, changes: Partial<Ad> = {}): Listed {
  const isFixed = id % 2 === 1;
  const step = (id * 37) % 997;
  const ad: Ad = {
    id,
    user: userId(100_001 + (id % 1000)),
    side: 'sell',
    currency: coin,
    fiat: 'CNY',
    price: isFixed ? BigInt(700 + (step % 100)) * 1_000_000n : null,
    basisPoints: isFixed ? null : step,
    min: 10_000,
    max: 500_000,
    total: 1_000_000_000,
    sold: 0,
    inOrders: 0,
    left: 1_000_000_000,
    methods: [1],
    payMinutes: 15,
    autoOpen: true,
    autoReply: '',
    terms: '',
    needs: { orders: 0, days: 0 },
    hours: null,
    stage: 'live',
    state: 'open',
    suspendedBy: null,
    words: '',
    version: 1,
    createdAtMs: 1,
    changedAtMs: 1,
    sequence: 0,
    ...changes,
  };
  const merchant = {
    user: ad.user,
    name: 'Many',
    method: 1,
    application: '',
    state: 'approved' as const,
    words: '',
    paused: isPaused(id),
    level: levelOf(1),
    bondNeeded: 0,
    version: 1,
    appliedAtMs: 1,
    applications: 1,
    decidedAtMs: 1,
    decidedBy: null,
    leftAtMs: null,
  };
  return { ad, merchant, codes: ['bank'] };
}

function page(changes: Partial<ListQuery> = {}) {
  const all = { amount: null, code: null, offset: 0, limit: 20 };
  return offers.list({ side: 'buy', currency: coin, fiat: 'CNY', ...all, ...changes }, null);
}

test('a page of ten thousand ads has at most as many as wanted, and the total', () => {
  expect([page().total, page().rows.length]).toEqual([count, 20]);
  expect(page({ offset: count - 5 }).rows.length).toBe(5);
  expect(page({ offset: count }).rows).toEqual([]);
});

test('all pages together are by price, those that can be taken first', () => {
  const rows = Array.from({ length: count / 100 }, (_, at) => page({ offset: at * 100, limit: 100 }).rows).flat();
  expect(new Set(rows.map(({ listed: { ad } }) => ad.id)).size).toBe(count);
  const sorted = rows.toSorted(
    (a, b) =>
      Number(a.obstacle !== null) - Number(b.obstacle !== null) ||
      Number(a.price) - Number(b.price) ||
      a.listed.ad.id - b.listed.ad.id,
  );
  // Floating prices that are rounded to the same one keep the order of their distances.
  expect(rows.map(({ obstacle, price }) => [obstacle, price])).toEqual(
    sorted.map(({ obstacle, price }) => [obstacle, price]),
  );
  const offline = rows.filter(({ obstacle }) => obstacle === 'merchant_offline');
  expect(offline.every(({ listed: { ad } }) => isPaused(ad.id))).toBe(true);
  expect(offline.length).toBe(count / 4);
});

test('prices follow the reference, and leave the band with it', () => {
  const before = page({ limit: 100 }).rows;
  expect(before[0]?.price).toBe(700_000_000n);
  reference = { numerator: 650_000_000n, denominator: 1n };
  expect(page().rows[0]?.price).toBe(650_000_000n);
  reference = { numerator: 500_000_000n, denominator: 1n };
  const rows = Array.from({ length: count / 100 }, (_, at) => page({ offset: at * 100, limit: 100 }).rows).flat();
  const outside = rows.filter(({ obstacle }) => obstacle === 'price_out_of_range');
  expect(outside.every(({ listed: { ad }, price }) => ad.price !== null && price === null)).toBe(true);
  expect(outside.length).toBe(count / 2);
});

test('a changed shelf is in order again', () => {
  page();
  const added = listed(count + 1, { price: 690_000_000n });
  shelf = { ...shelf, version: 2, fixed: [added, ...shelf.fixed] };
  const { rows, total } = page();
  expect([total, rows[0]?.listed]).toEqual([count + 1, added]);
});

test('an ad with hours can be taken within them', () => {
  const added = listed(count + 1, { price: 690_000_000n, hours: { from: 10, to: 20 } });
  shelf = { ...shelf, version: 2, fixed: [added, ...shelf.fixed] };
  const first = () => page().rows[0]?.listed.ad.id;
  expect(first()).not.toBe(added.ad.id);
  nowMs = 10 * 60_000;
  expect(first()).toBe(added.ad.id);
  nowMs = 20 * 60_000;
  expect(first()).not.toBe(added.ad.id);
});

test('amounts and types are compared with what an ad takes', () => {
  expect(page({ amount: 9_999 }).total).toBe(0);
  expect(page({ amount: 500_000 }).total).toBe(count);
  // The coins of an ad suffice for 7,000 to 7,990 CNY.
  expect(page({ amount: 500_001 }).total).toBe(0);
  expect(page({ code: 'bank' }).total).toBe(count);
  expect(page({ code: 'alipay' }).total).toBe(0);
});
