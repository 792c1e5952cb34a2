import type { ShopAd } from '@bourse/contract/p2p';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { interrupt } from '../../../testing/interrupted-writes.ts';
import { RunningVenue } from '../../../testing/running-venue.ts';
import {
  addAd,
  addFactor,
  adOf,
  applyFor,
  fiatAccount,
  openShop,
  openTrader,
  shopOf,
  type Trader,
} from '../testing/open-shop.ts';

let venue: RunningVenue;

beforeEach(async () => {
  venue = await RunningVenue.open({ settings: { demo_review_seconds: 1 } });
});

afterEach(async () => {
  await venue.close();
});

/** Ends the server and starts it again on its database. */
async function restarted(trader: Trader): Promise<Trader> {
  await venue.stop();
  venue = await RunningVenue.openOn(venue.database);
  return { ...trader, person: trader.person.on(venue) };
}

async function ads({ person }: Trader): Promise<ShopAd[]> {
  return (await person.get<{ data: ShopAd[] }>('shop/ads')).body.data.data;
}

test('an ad whose coins were locked just before the end of the server is published once', async () => {
  const trader = await openShop(venue, 'ann');
  const broken = await interrupt(venue.database, 'ads', 'update', `new.stage = 'live' and old.stage = 'creating'`);
  const answer = await addAd(trader, {}, { 'idempotency-key': 'once' });
  expect(answer.code).toBe(0);
  await broken.reached();
  const again = await restarted(trader);
  await broken.end();
  await vi.waitUntil(async () => (await ads(again)).length === 1, { interval: 50, timeout: 60_000 });
  expect((await addAd(again, {}, { 'idempotency-key': 'once' })).data.state).toBe('open');
  expect(await fiatAccount(again)).toEqual(['18500', '1500']);
}, 120_000);

test('an ad that was stored just before the end of the server is published', async () => {
  const trader = await openShop(venue, 'ann');
  await venue.database.query(
    `with ad as (
      insert into app.ads (user_id, side, currency_id, fiat, price, min_fiat, max_fiat, total, methods, pay_minutes,
        auto_open, auto_reply, terms, need_orders, need_days, stage, state, created_at, changed_at)
      values ($1, 'sell', 3, 'CNY', 720000000, 10000, 500000, 1000000000, array[$2::bigint], 15,
        true, '', '', 0, 0, 'creating', 'open', 1, 1) returning id)
    insert into app.ad_moves (ad_id, kind, amount, created_at) select id, 'fund', 1000000000, 1 from ad`,
    [trader.person.id, trader.method],
  );
  const again = await restarted(trader);
  await vi.waitUntil(async () => (await ads(again)).length === 1, { interval: 50, timeout: 60_000 });
  expect(await fiatAccount(again)).toEqual(['18500', '1500']);
}, 120_000);

test('a higher and a lower total are carried out once over an end of the server', async () => {
  const trader = await openShop(venue, 'ann');
  const { data } = await addAd(trader);
  const { currency_id: _currency, fiat: _fiat, side: _side, ...terms } = adOf(trader);
  let current = trader;
  for (const [total, locked] of [
    ['1500', '2000'],
    ['600', '1100'],
  ] as const) {
    const broken = await interrupt(
      venue.database,
      'ads',
      'update',
      total === '1500' ? 'new.total > old.total' : 'new.sequence > old.sequence',
    );
    await current.person.post('shop/ad_edit', { id: data.id, ...terms, total });
    await broken.reached();
    current = await restarted(current);
    await broken.end();
    await vi.waitUntil(async () => (await fiatAccount(current))[1] === locked, { interval: 50, timeout: 60_000 });
    await vi.waitUntil(async () => (await venue.database.query('select 1 from app.ad_moves')).length === 0, {
      interval: 50,
      timeout: 60_000,
    });
    expect((await ads(current))[0]).toMatchObject({ total, left: total });
    expect((await fiatAccount(current))[1]).toBe(locked);
  }
}, 180_000);

test('an ad that was taken off the shelf returns its coins over an end of the server', async () => {
  const trader = await openShop(venue, 'ann');
  const { data } = await addAd(trader);
  await venue.database.query(`update app.ads set state = 'off_shelf' where id = $1`, [data.id]);
  await venue.database.query(`insert into app.ad_moves (ad_id, kind, amount, created_at) values ($1, 'end', 0, 1)`, [
    data.id,
  ]);
  const again = await restarted(trader);
  await vi.waitUntil(async () => (await fiatAccount(again))[1] === '500', { interval: 50, timeout: 60_000 });
  expect(await ads(again)).toEqual([]);
}, 120_000);

test('an application whose bond was held in part before the end of the server is completed', async () => {
  const trader = await openTrader(venue, 'ann');
  await addFactor(venue, trader.person);
  const broken = await interrupt(venue.database, 'merchant_bonds', 'update', `new.stage = 'held' and new.id % 5 = 3`);
  expect((await applyFor(trader)).code).toBe(0);
  await broken.reached();
  const again = await restarted(trader);
  await broken.end();
  await vi.waitUntil(async () => (await shopOf(again)).state === 'approved', { interval: 50, timeout: 60_000 });
  expect(await fiatAccount(again)).toEqual(['19500', '500']);
}, 120_000);

test('a bond that cannot be held in full is returned, and the application is gone', async () => {
  const trader = await openTrader(venue, 'ann', '550');
  await addFactor(venue, trader.person);
  await venue.database.query(
    `insert into app.merchants (user_id, name, method_id, application, state, bond_needed, applied_at, changed_at)
     values ($1, 'Ann', 1, 'words', 'applying', 600000000, 1, 1)`,
    [trader.person.id],
  );
  await venue.database.query(
    `insert into app.merchant_bonds (user_id, currency_id, amount, stage, created_at, changed_at)
     select $1, 3, 120000000, 'holding', 1, 1 from generate_series(1, 5)`,
    [trader.person.id],
  );
  const again = await restarted(trader);
  await vi.waitUntil(async () => (await fiatAccount(again))[0] === '550', { interval: 50, timeout: 60_000 });
  await vi.waitUntil(
    async () => (await venue.database.query(`select 1 from app.merchants where state = 'none'`)).length === 1,
    { interval: 50, timeout: 60_000 },
  );
  // The parts are returned one after another.
  const stages = async () =>
    venue.database.query('select stage, count(*)::int from app.merchant_bonds group by 1 order by 1');
  await expect.poll(stages, { timeout: 60_000 }).toEqual([
    { stage: 'returned', count: 4 },
    { stage: 'void', count: 1 },
  ]);
}, 120_000);
