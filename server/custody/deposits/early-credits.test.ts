import type { DepositWallet } from '@bourse/contract/deposits';
import type { WalletMovement } from '@bourse/contract/wallet';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { demoTokenAddress } from '../chains/index.ts';
import { FaultyWorld } from '../../testing/faulty-world.ts';
import { type Person, RunningVenue } from '../../testing/running-venue.ts';
import { addressOf, beginTopup, verifiedPerson } from '../../testing/topping-up.ts';

const usdt = demoTokenAddress('USDT');
const within = { timeout: 60_000 };

let world: FaultyWorld;
let venue: RunningVenue;
let ann: Person;
let people = 0;

beforeAll(async () => {
  world = FaultyWorld.open();
  const settings = { fast_credit_usd: 100, demo_review_seconds: 0 };
  venue = await RunningVenue.open({ ...world.options, settings });
});

beforeEach(async () => {
  people += 1;
  ann = await venue.person(`ann-${people}`);
});

afterAll(async () => {
  await venue.close();
  world.close();
});

/** Pays these amounts of USDT to a user, one after another in the next block. */
async function pay(...amounts: readonly bigint[]): Promise<void> {
  const { body } = await ann.get<DepositWallet>('wallet/wallet?currency_id=3');
  for (const amount of amounts) await world.world.pay(body.data.wallets[0]?.address ?? '', usdt, amount * 1_000_000n);
}

/** Pays an amount of USDT to the address of a new card top-up of a user, in the next block. */
async function payTopup(amount: bigint): Promise<void> {
  const { body } = await beginTopup(ann, String(amount));
  await world.world.pay(await addressOf(venue, body.data.id), usdt, amount * 1_000_000n);
}

/** The status of each deposit, oldest first. */
async function statuses(): Promise<string[]> {
  const { body } = await ann.get<{ data: WalletMovement[] }>('wallet/deposits');
  return body.data.data.map(({ status }) => status).toReversed();
}

describe('deposits above the limit of a user', () => {
  test('wait until they are final, the later ones of a block too, and leave room for smaller ones', async () => {
    await pay(60n, 60n, 30n);
    world.world.mine();
    await expect.poll(statuses, within).toEqual(['credited', 'seen', 'credited']);
    await pay(10n, 1n);
    world.world.mine();
    await expect.poll(statuses, within).toEqual(['credited', 'seen', 'credited', 'credited', 'seen']);
    world.world.mine(6);
    await expect.poll(statuses, within).toEqual(['final', 'final', 'final', 'final', 'final']);
    await pay(100n);
    world.world.mine();
    await expect.poll(statuses, within).toEqual(['final', 'final', 'final', 'final', 'final', 'credited']);
  });

  test('count those that a card paid until they are final, though these mature later', async () => {
    ann = await verifiedPerson(venue, `card-${people}`);
    await payTopup(60n);
    await payTopup(61n);
    world.world.mine();
    await expect.poll(statuses, within).toEqual(['credited', 'seen']);
    await pay(41n, 40n);
    world.world.mine();
    await expect.poll(statuses, within).toEqual(['credited', 'seen', 'seen', 'credited']);
    world.world.mine(6);
    await expect.poll(statuses, within).toEqual(['maturing', 'maturing', 'final', 'final']);
    await pay(100n);
    world.world.mine();
    await expect.poll(statuses, within).toEqual(['maturing', 'maturing', 'final', 'final', 'credited']);
  });

  test('are judged without asking the database in each round', async () => {
    await pay(200n, 201n, 202n);
    world.world.mine();
    await expect.poll(async () => (await statuses()).length).toBe(3);
    // Whatever reads credits waits for this session, and would wait in each round.
    const session = new Client({ connectionString: venue.database.settings.url });
    await session.connect();
    await session.query('begin');
    await session.query('lock table core.credits in access exclusive mode');
    let rounds = 0;
    const { honest } = world;
    world.node.head = async () => {
      rounds += 1;
      return honest.head();
    };
    await vi.waitUntil(() => rounds > 400, { interval: 10, timeout: 60_000 });
    world.mend();
    await session.query('rollback');
    await session.end();
  });
});
