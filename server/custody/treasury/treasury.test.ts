import {
  homeCalls,
  reconciliationCalls,
  type SweepRow,
  treasuryCalls,
  type TreasuryRow,
} from '@bourse/contract/console';
import type { DepositWallet } from '@bourse/contract/deposits';
import type { WalletMovement } from '@bourse/contract/wallet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { demoTokenAddress } from '../chains/index.ts';
import { ManualTime } from '../../ground/core/testing/manual-time.ts';
import { ConsoleVenue, type StaffClient } from '../../testing/console-client.ts';
import { reportPrices } from '../../testing/index-prices.ts';
import type { Person, SocketClient } from '../../testing/running-venue.ts';
import { TestWorld } from '../../testing/test-world.ts';

const [eth, usdt] = [2, 3];
const token = demoTokenAddress('USDT');
const dollar = 1_000_000n;
const coin = 10n ** 18n;

let world: TestWorld;
let console: ConsoleVenue;
let ann: Person;
let socket: SocketClient;
let fay: StaffClient;

beforeEach(async () => {
  world = TestWorld.open();
  // Prices stay live as long as its time does not pass.
  const time = new ManualTime(Date.now());
  console = await ConsoleVenue.open({ ...world.options, time: { time } });
  await reportPrices(console.venue, { [eth]: 2_500 }, time.wallMs());
  fay = await console.staff(1, ['finance']);
  ann = await console.venue.person('ann');
  socket = await console.venue.socket();
  socket.say('login', ann.token);
  await socket.message(({ type }) => type === 'login');
});

afterEach(async () => {
  await console.close();
  world.close();
});

async function addressOf(currency: number): Promise<string> {
  const { body } = await ann.get<DepositWallet>(`wallet/wallet?currency_id=${currency}`);
  return body.data.wallets[0]?.address ?? '';
}

/** Pays to the user and mines until the deposit is final. */
async function deposit(currency: number, asset: string, amount: bigint): Promise<string> {
  const address = await addressOf(currency);
  const tx = await world.pay(address, asset, amount);
  world.mine(6);
  await socket.message(({ type, ...rest }) => {
    const row = rest['row'] as WalletMovement;
    return type === 'WALLET' && row.tx_hash === tx && row.confirmations === 6;
  });
  return address;
}

/** Looks at all wallets now and returns the moves, oldest first. */
async function sweep(): Promise<readonly SweepRow[]> {
  expect((await fay.call(treasuryCalls.sweepNow, {})).code).toBe(1);
  return sweeps();
}

async function sweeps(): Promise<readonly SweepRow[]> {
  return (await fay.call(treasuryCalls.sweeps, {})).data.rows.toReversed();
}

async function walletOf(code: string): Promise<TreasuryRow | undefined> {
  return (await fay.call(treasuryCalls.treasury, {})).data.rows.find((row) => row.code === code);
}

/** Waits for the bytes of a payment to be sent and for the blocks that make it final. */
async function finish(reference: string): Promise<void> {
  const stage = async (): Promise<string | undefined> => {
    const [row] = await console.venue.database.query<{ stage: string }>(
      'select stage from app.outgoing where reference = $1',
      [reference],
    );
    return row?.stage;
  };
  await expect.poll(() => world.chain.pending.length).toBeGreaterThan(0);
  world.mine(6);
  await expect.poll(stage).toBe('paid');
}

/** Looks shortly after another one share its result. */
const waits = { timeout: 10_000 };

async function alarms(): Promise<readonly string[]> {
  return (await fay.call(homeCalls.home, {})).data.alarms.map(({ name }) => name);
}

describe('a sweep', () => {
  test('of a token waits until coin for its fee is final, and changes nothing in the ledger', async () => {
    const address = await deposit(usdt, token, 500n * dollar);
    const before = (await walletOf('USDT'))?.unswept;
    expect(before).toBe('500');
    expect(world.chain.balance('', address)).toBe(0n);
    expect(await sweep()).toMatchObject([
      { kind: 'sweep', stage: 'gas_sent', amount: '500', from: address, top_ups: 1 },
    ]);
    // Another look does not pay twice.
    expect(await sweep()).toMatchObject([{ stage: 'gas_sent', top_ups: 1 }]);
    expect(await walletOf('USDT')).toMatchObject({ unswept: '0', sweeping: '500' });
    const [{ id } = { id: 0 }] = await sweeps();
    await finish(`gas/1/${id}/1`);
    expect(world.chain.balance('', address)).toBeGreaterThan(0n);
    expect(world.chain.balance(token, address)).toBe(500n * dollar);
    expect(await sweep()).toMatchObject([{ stage: 'sent' }]);
    await finish(`sweep/${id}`);
    expect(await sweep()).toMatchObject([{ stage: 'final', reason: null }]);
    expect(world.chain.balance(token, address)).toBe(0n);
    expect(await walletOf('USDT')).toMatchObject({ unswept: '0', sweeping: '0', state: 'within' });
    expect(await sweep()).toHaveLength(1);

    // The chain still holds what the ledger says, less the fees of both transactions, which the treasury paid.
    await expect
      .poll(async () => console.venue.database.query('select n from app.network_fees where booked'))
      .toHaveLength(2);
    world.mine(3);
    await expect
      .poll(async () => {
        await fay.call(reconciliationCalls.compareNow, {});
        const chains = (await fay.call(reconciliationCalls.reconciliation, {})).data.rows;
        const ledger = (await fay.call(reconciliationCalls.custody, {})).data.rows;
        return [...chains, ...ledger].filter(({ finding }) => finding !== 'balanced');
      })
      .toEqual([]);
  });

  test('of the coin pays its fee from the deposit itself', async () => {
    const address = await deposit(eth, '', 2n * coin);
    expect(await sweep()).toMatchObject([{ stage: 'sent', code: 'ETH', top_ups: 0 }]);
    const [{ id } = { id: 0 }] = await sweeps();
    await finish(`sweep/${id}`);
    expect(await sweep()).toMatchObject([{ stage: 'final' }]);
    expect(world.chain.balance('', address)).toBeLessThan(coin / 1000n);
  });

  test('waits until deposits are final and worth their fees', async () => {
    const address = await addressOf(usdt);
    await world.pay(address, token, 900n * dollar);
    world.mine(5);
    await expect.poll(async () => (await walletOf('USDT'))?.unswept).toBe('900');
    expect(await sweep()).toEqual([]);
    world.mine(1);
    expect(await sweep()).toMatchObject([{ amount: '900' }]);
  });

  test('leaves small deposits where they are until they are worth their fees together', async () => {
    const address = await deposit(usdt, token, 1n * dollar);
    expect(await sweep()).toEqual([]);
    expect(await walletOf('USDT')).toMatchObject({ unswept: '1' });
    await deposit(usdt, token, 300n * dollar);
    expect(await sweep()).toMatchObject([{ amount: '301', from: address }]);
  });

  test('that was stopped fails, and its deposits are moved again once it is given up', async () => {
    await deposit(usdt, token, 500n * dollar);
    const [{ id } = { id: 0 }] = await sweep();
    expect((await fay.call(treasuryCalls.releaseSweep, { id })).error).toBe('sweep_decided');
    await console.venue.database.query(`update app.outgoing set stage = 'cancelled' where purpose = 'gas'`);
    expect(await sweep()).toMatchObject([{ stage: 'failed', reason: 'gas_cancelled' }]);
    await expect.poll(alarms, waits).toContain('sweeps_failed');
    expect(await sweep()).toHaveLength(1);
    expect((await fay.call(treasuryCalls.stopSweep, { id })).error).toBe('sweep_decided');
    expect((await fay.call(treasuryCalls.releaseSweep, { id })).code).toBe(1);
    expect(await sweep()).toMatchObject([{ stage: 'released' }, { stage: 'gas_sent', amount: '500' }]);
    await expect.poll(alarms, waits).not.toContain('sweeps_failed');
    expect((await fay.call(treasuryCalls.stopSweep, { id: 99 })).error).toBe('sweep_unknown');
  });

  test('is not planned while the payments of its chain are halted', async () => {
    await deposit(usdt, token, 500n * dollar);
    await console.venue.database.query(
      `insert into app.payment_halts (chain_id, reason, since) values (1, 'reconciliation_short', 0)`,
    );
    expect(await sweep()).toEqual([]);
    await console.venue.database.query('delete from app.payment_halts');
    expect(await sweep()).toHaveLength(1);
  });
});

describe('the hot wallet', () => {
  /** Sets the limits in units of the currency. */
  async function limit(code: string, least: string, most: string): Promise<void> {
    const row = await walletOf(code);
    const input = { chain_id: 1, asset: row?.asset ?? '', hot_min: least, hot_max: most, version: row?.version ?? 0 };
    expect((await fay.call(treasuryCalls.changeHotLimits, input)).code).toBe(1);
  }

  test('pays what exceeds its maximum to the cold wallet, down to the middle of its limits', async () => {
    world.mine(6);
    await sweep();
    const held = world.chain.balance(token, await hotAddress());
    const most = held / dollar - 1_000n;
    await limit('USDT', '0', String(most));
    expect(await sweep()).toMatchObject([{ kind: 'cold', stage: 'sent', code: 'USDT', top_ups: 0 }]);
    expect(await sweep()).toHaveLength(1);
    const [{ id } = { id: 0 }] = await sweeps();
    await finish(`cold/${id}`);
    expect(await sweep()).toMatchObject([{ stage: 'final' }]);
    const { cold_address, moved_to_cold, state } = (await walletOf('USDT')) ?? {};
    expect(cold_address).toBe(world.world.wallets.cold.address);
    const moved = world.chain.balance(token, world.world.wallets.cold.address);
    expect(moved).toBe(held - (most * dollar) / 2n);
    expect(moved_to_cold).toBe(String(moved / dollar));
    expect(state).toBe('within');
  });

  test('raises an alarm below its minimum', async () => {
    world.mine(6);
    await sweep();
    expect(await alarms()).not.toContain('hot_wallet_low');
    await limit('USDT', '7000000000', '8000000000');
    expect(await walletOf('USDT')).toMatchObject({ state: 'low', hot_min: '7000000000', version: 1 });
    await expect.poll(alarms, waits).toContain('hot_wallet_low');
  });

  test('has limits that make sense', async () => {
    const input = { chain_id: 1, asset: token, hot_min: '5', hot_max: '5', version: 0 };
    expect((await fay.call(treasuryCalls.changeHotLimits, input)).details).toEqual({ field: 'hot_max' });
    expect((await fay.call(treasuryCalls.changeHotLimits, { ...input, hot_max: '0' })).error).toBe('decimal_invalid');
    expect((await fay.call(treasuryCalls.changeHotLimits, { ...input, hot_max: '6', version: 7 })).error).toBe(
      'changed_meanwhile',
    );
    expect((await fay.call(treasuryCalls.changeHotLimits, { ...input, chain_id: 2 })).error).toBe('network_unknown');
  });

  async function hotAddress(): Promise<string> {
    const [row] = await console.venue.database.query<{ address: string }>(
      `select address from app.chain_inflows where asset = $1 order by amount desc limit 1`,
      [token],
    );
    return row?.address ?? '';
  }
});
