import { type SweepRow, treasuryCalls } from '@bourse/contract/console';
import type { DepositWallet } from '@bourse/contract/deposits';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { demoTokenAddress, PaymentReverts } from '../chains/index.ts';
import { ManualTime } from '../../ground/core/testing/manual-time.ts';
import type { TestDatabase } from '../../ground/database/test-database.ts';
import { ConsoleVenue, type StaffClient } from '../../testing/console-client.ts';
import { FaultyWorld } from '../../testing/faulty-world.ts';
import { reportPrices } from '../../testing/index-prices.ts';
import { interrupt } from '../../testing/interrupted-writes.ts';

const [eth, usdt] = [2, 3];
const token = demoTokenAddress('USDT');
const amount = 500_000_000n;

let world: FaultyWorld;
let console: ConsoleVenue;
let fay: StaffClient;
let address: string;

beforeEach(async () => {
  world = FaultyWorld.open();
  await open(null);
  const ann = await console.venue.person('ann');
  const { body } = await ann.get<DepositWallet>(`wallet/wallet?currency_id=${usdt}`);
  address = body.data.wallets[0]?.address ?? '';
  await world.world.pay(address, token, amount);
  world.world.mine(6);
  await isRead();
});

/** Waits until all blocks are read. */
async function isRead(): Promise<void> {
  await expect
    .poll(async () => {
      const [row] = await console.venue.database.query<{ height: string }>('select height from app.scan_cursors');
      return Number(row?.height);
    })
    .toBe(world.chain.head.height);
}

afterEach(async () => {
  await console.close();
  world.close();
});

async function open(database: TestDatabase | null): Promise<void> {
  // Prices stay live as long as its time does not pass.
  const time = new ManualTime(Date.now());
  const options = { ...world.options, time: { time } };
  console = await (database === null ? ConsoleVenue.open(options) : ConsoleVenue.openOn(database, options));
  await reportPrices(console.venue, { [eth]: 2_500 }, time.wallMs());
  fay = await console.staff(1, ['finance']);
}

async function sweep(): Promise<readonly SweepRow[]> {
  await fay.call(treasuryCalls.sweepNow, {});
  return (await fay.call(treasuryCalls.sweeps, {})).data.rows;
}

/** Mines and looks until the move is final. */
async function finish(): Promise<void> {
  await expect
    .poll(
      async () => {
        if (world.chain.pending.length > 0) world.world.mine(6);
        return (await sweep()).map(({ stage }) => stage);
      },
      { timeout: 60_000 },
    )
    .toEqual(['final']);
}

/** The payments of coin for fees, and those of deposits, that blocks contain. */
async function mined(): Promise<readonly string[]> {
  const rows = await console.venue.database.query<{ purpose: string }>(
    `select o.purpose from app.outgoing o join app.attempts a on a.outgoing_id = o.id
     where a.height is not null order by o.id`,
  );
  return rows.map(({ purpose }) => purpose);
}

describe('a server that ends', () => {
  test.each([
    ['the plan', 'insert', 'true'],
    ['the order of coin for the fee', 'update', `new.stage = 'gas_sent'`],
    ['the arrival of that coin', 'update', `new.stage = 'gas_final'`],
    ['the order of the payment', 'update', `new.stage = 'sent'`],
    ['the end of the payment', 'update', `new.stage = 'final'`],
  ] as const)('before %s pays each amount once', async (_before, event, when) => {
    const interruption = await interrupt(console.venue.database, 'sweeps', event, when);
    let isReached = false;
    const reached = async (): Promise<void> => {
      await interruption.reached();
      isReached = true;
    };
    void reached();
    await expect
      .poll(
        async () => {
          if (world.chain.pending.length > 0) world.world.mine(6);
          await sweep();
          return isReached;
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    const { database } = console.venue;
    await console.venue.stop();
    await interruption.end();
    await open(database);
    await finish();
    expect(await mined()).toEqual(['gas', 'sweep']);
    expect(world.chain.balance(token, address)).toBe(0n);
  });
});

test('network fees that rise after coin was sent are followed by more coin', async () => {
  expect(await sweep()).toMatchObject([{ stage: 'gas_sent', top_ups: 1 }]);
  await expect.poll(() => world.chain.pending.length).toBe(1);
  world.world.mine(6);
  const before = await world.honest.fee();
  world.node = { fee: async () => Promise.resolve({ maximum: before.maximum * 9n, priority: before.priority }) };
  await expect.poll(async () => (await sweep())[0], { timeout: 10_000 }).toMatchObject({ stage: 'sent', top_ups: 2 });
  await finish();
  expect(await mined()).toEqual(['gas', 'sweep', 'gas']);
  expect(world.chain.balance(token, address)).toBe(0n);
});

test('deposits are swept although an address with a larger sum is frozen', async () => {
  const bob = await console.venue.person('bob');
  const { body } = await bob.get<DepositWallet>(`wallet/wallet?currency_id=${usdt}`);
  const other = body.data.wallets[0]?.address ?? '';
  await world.world.pay(other, token, amount / 2n);
  world.world.mine(6);
  await isRead();
  world.node = {
    plan: async (plan) => {
      if (plan.from === address) throw new PaymentReverts('The token has frozen this address.');
      return world.honest.plan(plan);
    },
  };
  await expect
    .poll(
      async () => {
        if (world.chain.pending.length > 0) world.world.mine(6);
        return (await sweep()).map(({ stage }) => stage);
      },
      { timeout: 60_000 },
    )
    .toEqual(['final']);
  expect(world.chain.balance(token, address)).toBe(amount);
  expect(world.chain.balance(token, other)).toBe(0n);
});

test('a node that does not answer is asked again', async () => {
  const { height, hash } = await world.honest.head();
  world.node = { balances: async () => Promise.reject(new Error('connection refused')) };
  expect(await sweep()).toEqual([]);
  world.node = {};
  expect(await sweep()).toHaveLength(1);
  expect(await world.honest.head()).toEqual({ height, hash });
});
