import type { LegalOrderDetail, ShopAd } from '@bourse/contract/p2p';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RunningVenue, testPassword } from '../../../testing/running-venue.ts';
import { imageOf } from '../../../testing/uploads.ts';
import { adOf, fiatAccount } from '../testing/open-shop.ts';
import { openPair, type Pair, paid, release, taken } from './testing/order-client.ts';

const dollar = 1_000_000;
let venue: RunningVenue;

beforeAll(async () => {
  venue = await RunningVenue.open({ settings: { demo_review_seconds: 1, p2p_day_usd: 100_000 } });
});

afterAll(async () => {
  await venue.close();
});

async function row({ ad }: Pick<Pair, 'ad'>) {
  const [found] = await venue.database.query<{ total: string; sold: string; in_orders: string }>(
    'select total, sold, in_orders from app.ads where id = $1',
    [ad],
  );
  return [found?.total, found?.sold, found?.in_orders].map((units) => Number(units) / dollar);
}

async function edit({ ad, merchant }: Pair, total: string) {
  const { currency_id: _currency, fiat: _fiat, side: _side, ...terms } = adOf(merchant, { total });
  return (await merchant.person.post<ShopAd>('shop/ad_edit', { id: ad, ...terms })).body;
}

/** An order of 100 USDT that was cancelled and reopened while the ad had nothing left, but the offer had. */
async function reopened(pair: Pair): Promise<number> {
  const { buyer, merchant } = pair;
  const { id } = await taken(pair);
  await buyer.person.post('legal/cancel', { id, reason: 'other' });
  const voucher = await imageOf(venue, buyer.person.token);
  expect((await buyer.person.post('legal/late', { id, voucher })).body.code).toBe(1);
  // As if a request for all coins were on its way, which the exchange will refuse.
  await venue.database.query('update app.ads set in_orders = total where id = $1', [pair.ad]);
  const request = { id, pay_password: testPassword };
  const { body } = await merchant.person.post<LegalOrderDetail>('legal/reopen', request);
  expect(body.data).toMatchObject({ status: 2 });
  return body.data.id;
}

describe('a reopened order', () => {
  test('counts in the ad if the exchange has taken its coins from the offer', async () => {
    const pair = await openPair(venue, 'reopened');
    const id = await reopened(pair);
    await venue.database.query('update app.ads set in_orders = 0 where id = $1', [pair.ad]);
    await expect.poll(() => row(pair), { timeout: 20_000 }).toEqual([1_000, 0, 100]);
    expect((await release(pair, id)).data.status).toBe(5);
    expect(await row(pair)).toEqual([1_000, 100, 0]);
    expect(await fiatAccount(pair.merchant)).toEqual(['18500', '1400']);
  });

  test('does not count in an ad if its coins come from the available balance', async () => {
    const pair = await openPair(venue, 'available', { total: '100' });
    const { id } = await taken(pair);
    await pair.buyer.person.post('legal/cancel', { id, reason: 'other' });
    const voucher = await imageOf(venue, pair.buyer.person.token);
    await pair.buyer.person.post('legal/late', { id, voucher });
    expect((await edit(pair, '60')).code).toBe(1);
    // As if the coins had left the offer after the request was stored.
    await venue.database.query('update app.ads set total = $2 where id = $1', [pair.ad, 100 * dollar]);
    const request = { id, pay_password: testPassword };
    const { body } = await pair.merchant.person.post<LegalOrderDetail>('legal/reopen', request);
    expect(body.data).toMatchObject({ status: 2 });
    expect(await row(pair)).toEqual([100, 0, 0]);
    expect(await fiatAccount(pair.merchant)).toEqual(['19340', '660']);
  });
});

describe('a lower total', () => {
  test('keeps what the offer does not have, and holds nothing up', async () => {
    const pair = await openPair(venue, 'lower');
    const { id } = await paid(venue, pair);
    // As if the order did not count in the ad yet.
    await venue.database.query('update app.ads set in_orders = 0 where id = $1', [pair.ad]);
    const lowered = await edit(pair, '50');
    expect([lowered.code, lowered.data.total]).toEqual([1, '100']);
    expect(await fiatAccount(pair.merchant)).toEqual(['19400', '600']);
    await venue.database.query('update app.ads set in_orders = total where id = $1', [pair.ad]);
    await release(pair, id);
    expect(await row(pair)).toEqual([100, 100, 0]);
  });
});

describe('a movement of coins whose outcome is no longer known', () => {
  test('ends with the ad, which returns what is there', async () => {
    const pair = await openPair(venue, 'unknown');
    await venue.database.query(
      `insert into app.ad_moves (ad_id, kind, amount, terms, created_at) values ($1, 'fund', $2, null, 1)`,
      [pair.ad, 500 * dollar],
    );
    const off = { id: pair.ad, state: 'off_shelf' };
    expect((await pair.merchant.person.post('shop/ad_state', off)).body.code).toBe(1);
    expect(await fiatAccount(pair.merchant)).toEqual(['19500', '500']);
  });
});
