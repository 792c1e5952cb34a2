import { userId } from '@bourse/engine';
import type { ShopInfo } from '@bourse/contract/p2p';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAppDatabase, openIdentityPool, type Schema } from '../../../ground/database/index.ts';
import { RunningVenue } from '../../../testing/running-venue.ts';
import { addFactor, applyFor, openTrader, shopOf, type Trader } from '../testing/open-shop.ts';
import { conditionsOf } from './apply.ts';

let venue: RunningVenue;
let trader: Trader;
let identityDb: Kysely<Schema>;

beforeAll(async () => {
  venue = await RunningVenue.open({ settings: { demo_review_seconds: 1 } });
  identityDb = openAppDatabase(openIdentityPool(venue.database.settings, { max: 1 }));
  trader = await openTrader(venue, 'phone');
  await addFactor(venue, trader.person);
  await venue.database.query('update app.users set mobile_key = null where id = $1', [trader.person.id]);
});

afterAll(async () => {
  await identityDb.destroy();
  await venue.close();
});

function phoneOf({ conditions }: ShopInfo): unknown {
  return conditions.find(({ name }) => name === 'phone');
}

test('an application needs a phone where text messages can be sent', async () => {
  expect(phoneOf(await shopOf(trader))).toEqual({ name: 'phone', met: 0 });
  expect((await applyFor(trader)).error).toBe('p2p_phone_required');
  await venue.database.query(`update app.users set mobile_key = 'a-phone' where id = $1`, [trader.person.id]);
  expect(phoneOf(await shopOf(trader))).toEqual({ name: 'phone', met: 1 });
  expect((await applyFor(trader)).code).toBe(1);
});

test('a phone is no condition where none can be proven', async () => {
  const rest = {
    identityDb,
    now: () => Date.now(),
    orders: {
      lostAppealsOf: async () => Promise.resolve({ count: 0, lastMs: null }),
      openOf: async () => Promise.resolve(0),
    },
    proofs: { factors: { methodsOf: async () => Promise.resolve([]) } },
    verified: { statusOf: async () => Promise.resolve(2 as const) },
  };
  const phone = async (sms: boolean) =>
    (await conditionsOf({ ...rest, notify: { offers: () => sms } }, userId(trader.person.id))).phone;
  await venue.database.query('update app.users set mobile_key = null where id = $1', [trader.person.id]);
  expect([await phone(true), await phone(false)]).toEqual([false, null]);
});
