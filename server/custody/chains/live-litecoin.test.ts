import { networkCalls, reconciliationCalls, treasuryCalls, withdrawalCalls } from '@bourse/contract/console';
import type { DepositWallet } from '@bourse/contract/deposits';
import type { WalletMovement } from '@bourse/contract/wallet';
import type { WithdrawalDetail } from '@bourse/contract/withdrawals';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SocketSigner } from '../signer/index.ts';
import { type SignerProcess, startSigner } from '../signer/testing/signer-process.ts';
import { ConsoleVenue } from '../../testing/console-client.ts';
import { reportPrices } from '../../testing/index-prices.ts';
import { type Interruption, interrupt } from '../../testing/interrupted-writes.ts';
import type { Person } from '../../testing/running-venue.ts';
import { submitDocuments, withdraw } from '../../testing/withdrawing.ts';
import { openRelay, type Relay } from './testing/relay.ts';
import { LitecoinNode, litecoind } from './bitcoin/testing/litecoin-node.ts';
import { openableChains } from './declared-chains.ts';
import { liveChains } from './live-chains.ts';

const ltc = 11;

let node: LitecoinNode;
let relay: Relay;
let signer: SignerProcess;
let console: ConsoleVenue;
let ann: Person;
let chains: () => ReturnType<typeof liveChains>;
let network = 0;

/** The chain of Litecoin as the exchange follows it, on a private network. */
const declared = openableChains.flatMap((chain) =>
  chain.code === 'litecoin' ? [{ ...chain, network: 'litecoin-regtest' as const, blockMs: 150 }] : [],
);

async function open(): Promise<void> {
  node = await LitecoinNode.start(litecoind ?? '');
  // Coins of a block can be spent after 100 others.
  await node.mine(101);
  const caps = { transaction: '1000000000', hour: '1000000000', day: '1000000000' };
  signer = await startSigner({
    chains: {
      litecoin: { kind: 'bitcoin', network: 'litecoin-regtest', cold: null, fees: caps, assets: { '': caps } },
    },
  });
  const socket = new SocketSigner(signer.socket);
  const xpub = await socket.depositXpub('litecoin');
  socket.close();
  const { password, url, user } = node.options;
  relay = await openRelay(url);
  chains = () =>
    liveChains({
      signerSocket: signer.socket,
      followed: [{ code: 'litecoin', node: relay.url.replace('//', `//${user}:${password}@`), secondNode: null, xpub }],
      declared,
    });
  console = await ConsoleVenue.open({
    chains: chains(),
    settings: { demo_review_seconds: 0, draw_day_usd_1: 50_000, draw_auto_usd: 20_000 },
  });
  const fay = await console.staff(1, ['finance']);
  const ada = await console.staff(2, ['admin']);
  const added = await ada.call(networkCalls.addNetwork, {
    currency_id: ltc,
    chain_id: 4,
    code: 'LTC',
    name: 'Litecoin',
    asset: '',
    asset_decimals: 8,
    memo_required: false,
    arrival_minutes: 15,
    max_gas: 60_000,
    recharge_min: '0.01',
    draw_min: '0.1',
    draw_max: '10',
    fee_kind: 'flat',
    fee: '0.01',
  });
  if (added.code !== 1) throw new Error(added.error);
  network = added.data.result?.id ?? 0;
  const opened = { id: network, version: 0, open_recharge: true, open_draw: true };
  expect(await fay.call(networkCalls.switchNetwork, opened)).toMatchObject({ code: 1 });
}

beforeAll(async () => {
  if (litecoind === null) return;
  await open();
  ann = await console.venue.person('ann');
  await submitDocuments(console.venue, ann);
}, 120_000);

afterAll(async () => {
  if (litecoind === null) return;
  await console.close();
  await signer.stop();
  await relay.stop();
  await node.stop();
});

/** The network asks for ten times as much as its node has ever asked for. */
function raiseFees(): void {
  relay.change = (method, result) => (method === 'estimatesmartfee' ? { feerate: 0.0005, blocks: 2 } : result);
}

async function ownAddress(): Promise<string> {
  const { body } = await ann.get<DepositWallet>(`wallet/wallet?currency_id=${ltc}`);
  return body.data.wallets.map((wallet) => wallet.address).find((one) => one.startsWith('rltc1')) ?? '';
}

async function deposit(): Promise<string> {
  const { body } = await ann.get<{ data: WalletMovement[] }>('wallet/deposits');
  return body.data.data.map(({ confirmations, number, status }) => `${number} ${status} ${confirmations}`).join(', ');
}

const wait = { interval: 20, timeout: 60_000 };

describe.skipIf(litecoind === null)(
  'Litecoin, by litecoind and the signer’s process (skipped without litecoind)',
  () => {
    test('a deposit is credited with the first confirmation and matures with the sixth', async () => {
      const before = Number((await ann.balance(ltc)).available);
      const address = await ownAddress();
      const tx = await node.pay(address, '0.12345678');
      await node.mine(1);
      await expect.poll(deposit, wait).toBe('0.12345678 credited 1');
      expect(Number((await ann.balance(ltc)).available)).toBeCloseTo(before + 0.12345678, 8);
      await node.mine(4);
      await expect.poll(deposit, wait).toBe('0.12345678 credited 5');
      await node.mine(1);
      await expect.poll(deposit, wait).toBe('0.12345678 final 6');
      const { body: rows } = await ann.get<{ data: WalletMovement[] }>('wallet/deposits');
      expect(rows.data.data).toMatchObject([{ tx_hash: tx, tx_url: `https://litecoinspace.org/tx/${tx}`, address }]);
    });

    test('a block that is replaced takes a deposit back, and its transaction is credited once more when mined', async () => {
      const before = Number((await ann.balance(ltc)).available);
      const address = await ownAddress();
      await node.pay(address, '0.5');
      await node.mine(1);
      await expect.poll(deposit, wait).toContain('0.5 credited 1');
      await node.rpc.call('invalidateblock', await node.rpc.call('getbestblockhash'));
      for (let block = 0; block < 5; block += 1) await node.mineOnly();
      await expect.poll(deposit, wait).toContain('0.5 reversed 0');
      await node.mine(1);
      await expect.poll(deposit, wait).toContain('0.5 credited 1');
      expect(Number((await ann.balance(ltc)).available)).toBeCloseTo(before + 0.5, 8);
    });

    test('deposits are swept to the hot wallet, which pays withdrawals and keeps the rest', async () => {
      const address = await ownAddress();
      for (const coins of ['0.7', '0.8']) await node.pay(address, coins);
      await node.mine(6);
      await swept();
      const outside = await node.newAddress();
      const { id } = await draw('0.3', outside);
      await expect.poll(() => stateOf(id), wait).toMatchObject({ status: 'broadcast' });
      await node.mine(6);
      await expect.poll(() => stateOf(id), wait).toMatchObject({ status: 'confirmed' });
      expect(await received(outside)).toBe(0.29);
      await isBalanced();
    });

    test('a sweep that is stopped when it is signed is made nevertheless, and credits no one again', async () => {
      const credited = await deposits();
      const before = Number((await ann.balance(ltc)).available);
      const fay = await console.staff(7, ['finance']);
      await node.pay(await ownAddress(), '0.9');
      await node.mine(6);
      await expect.poll(inMemory, wait).toHaveLength(1);
      await fay.call(treasuryCalls.stopSweep, { id: await openSweep() });
      const [first] = (await inMemory()) as readonly string[];
      await console.venue.database.query(`update app.attempts set created_at = created_at - 3600000 where hash = $1`, [
        first,
      ]);
      raiseFees();
      await expect.poll(inMemory, wait).not.toEqual([first]);
      relay.change = null;
      await swept();
      await node.mine(6);
      expect(await deposits()).toBe(credited + 1);
      expect(Number((await ann.balance(ltc)).available)).toBeCloseTo(before + 0.9, 8);
      await isBalanced();
    });

    test('a sweep that is stopped before it is signed ends, and its deposit is swept when it is released', async () => {
      const fay = await console.staff(8, ['finance']);
      const { id, interruption } = await unsignedSweep('0.4');
      await fay.call(treasuryCalls.stopSweep, { id });
      await interruption.end();
      await endedUnsigned(id);
      expect(await fay.call(treasuryCalls.releaseSweep, { id })).toMatchObject({ code: 1 });
      await swept();
      await isBalanced();
    });

    test('a stop that arrives while a sweep is being prepared ends it unsigned', async () => {
      const { id, interruption } = await unsignedSweep('0.41');
      const stop = new Client({ connectionString: console.venue.database.settings.url });
      await stop.connect();
      await stop.query('begin');
      await stop.query(`update app.outgoing set cancel_asked = true where reference = $1`, [`sweep/${id}`]);
      await interruption.end();
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => console.venue.database.query(waiting), wait).not.toHaveLength(0);
      await stop.query('commit');
      await stop.end();
      await endedUnsigned(id);
      const fay = await console.staff(8, ['finance']);
      expect(await fay.call(treasuryCalls.releaseSweep, { id })).toMatchObject({ code: 1 });
      await swept();
      await isBalanced();
    });

    test('a deposit that is final only after a sweep was planned is moved by the next one', async () => {
      const interruption = await interrupt(console.venue.database, 'outgoing', 'update', `new.stage = 'assigned'`);
      const address = await ownAddress();
      await node.pay(address, '0.31');
      await node.mine(6);
      await expect.poll(deposit, wait).toContain('0.31 final 6');
      await inMemory();
      await interruption.reached();
      await node.pay(address, '0.32');
      await node.mine(6);
      await expect.poll(deposit, wait).toContain('0.32 final 6');
      await interruption.end();
      await swept();
      await isBalanced();
    });

    test('withdrawals are paid from the rest of earlier ones, each output once', async () => {
      const outside = await node.newAddress();
      const ids: number[] = [];
      for (const number of ['0.1', '0.11']) {
        ids.push((await draw(number, outside)).id);
        await expect.poll(() => stateOf(ids.at(-1) ?? 0), wait).toMatchObject({ status: 'broadcast' });
        await node.mine(1);
      }
      await node.mine(6);
      for (const id of ids) await expect.poll(() => stateOf(id), wait).toMatchObject({ status: 'confirmed' });
      expect(await received(outside)).toBe(0.19);
      const rows = await console.venue.database.query<{ times: string }>(
        'select count(*) as times from app.spent_outputs group by chain_id, tx, output',
      );
      expect(rows.every(({ times }) => times === '1')).toBe(true);
      await isBalanced();
    });

    test('a payment that waits too long is replaced by one with a higher fee, and paid once', async () => {
      const outside = await node.newAddress();
      const { id } = await draw('0.1', outside);
      await expect.poll(() => stateOf(id), wait).toMatchObject({ status: 'broadcast' });
      const first = (await stateOf(id)).tx_hash ?? '';
      const { database } = console.venue;
      await database.query(`update app.attempts set created_at = created_at - 3600000 where hash = $1`, [first]);
      raiseFees();
      await expect.poll(async () => (await stateOf(id)).tx_hash, wait).not.toBe(first);
      relay.change = null;
      const second = (await stateOf(id)).tx_hash ?? '';
      expect(await node.rpc.call('getrawmempool')).toEqual([second]);
      await node.mine(6);
      await expect.poll(() => stateOf(id), wait).toMatchObject({ status: 'confirmed', tx_hash: second });
      expect(await received(outside)).toBe(0.09);
      await isBalanced();
    });

    test('a payment whose block is replaced is sent again and paid once', async () => {
      const outside = await node.newAddress();
      const { id } = await draw('0.1', outside);
      await expect.poll(() => stateOf(id), wait).toMatchObject({ status: 'broadcast' });
      await node.mine(2);
      await expect.poll(async () => (await stateOf(id)).confirmations, wait).toBe(2);
      const head = Number(await node.rpc.call('getblockcount'));
      await node.rpc.call('invalidateblock', await node.rpc.call('getblockhash', head - 1));
      for (let block = 0; block < 3; block += 1) await node.mineOnly();
      await node.mine(6);
      await expect.poll(() => stateOf(id), wait).toMatchObject({ status: 'confirmed' });
      expect(await received(outside)).toBe(0.09);
      await isBalanced();
    });

    test('a server that ends at any step of a payment pays it once', async () => {
      const outside = await node.newAddress();
      const steps = [
        ['outgoing', 'update', `new.stage = 'assigned'`],
        ['spent_outputs', 'insert', 'true'],
        ['attempts', 'insert', 'true'],
        ['attempts', 'update', 'new.raw is not null and old.raw is null'],
        ['attempts', 'update', 'new.sent_at is not null and old.sent_at is null'],
      ] as const;
      for (const [n, [table, event, when]] of steps.entries()) {
        const { database } = console.venue;
        const interruption = await interrupt(database, table, event, when);
        const { id } = await draw(`0.1${n}`, outside);
        await interruption.reached();
        await console.venue.stop();
        await interruption.end();
        console = await ConsoleVenue.openOn(database, { chains: chains() });
        ann = ann.on(console.venue);
        await expect.poll(() => stateOf(id), wait).toMatchObject({ status: 'broadcast' });
        await node.mine(6);
        await expect.poll(() => stateOf(id), wait).toMatchObject({ status: 'confirmed' });
      }
      expect(await received(outside)).toBe(0.55);
      await isBalanced();
    });

    test('a payment that a restored database does not know is continued with its output, or proved', async () => {
      await node.pay(await ownAddress(), '0.6');
      await node.mine(6);
      await swept();
      const outside = await node.newAddress();
      const first = await forgotten('0.12', outside);
      const fay = await console.staff(5, ['finance']);
      expect((await fay.call(withdrawalCalls.retryWithdrawal, { id: first.id })).error).toBeUndefined();
      await expect.poll(() => stateOf(first.id), wait).toMatchObject({ status: 'broadcast' });
      await node.mine(6);
      await expect.poll(() => stateOf(first.id), wait).toMatchObject({ status: 'confirmed' });

      const { id, tx } = await forgotten('0.13', outside);
      await node.mine(1);
      const again = await console.staff(6, ['finance']);
      const tried = await again.call(withdrawalCalls.retryWithdrawal, { id });
      expect(tried.error).toBe('payment_nonce_used');
      expect((await again.call(withdrawalCalls.proveWithdrawal, { id, tx: '0'.repeat(64) })).error).toBe(
        'payment_unproved',
      );
      expect(await again.call(withdrawalCalls.proveWithdrawal, { id, tx })).toMatchObject({ code: 1 });
      await node.mine(6);
      await expect.poll(() => stateOf(id), wait).toMatchObject({ status: 'confirmed', tx_hash: tx });
      expect(await received(outside)).toBe(0.23);
      await isBalanced();
    });
  },
);

/** Mines blocks and sweeps until all deposits are moved for good. */
async function swept(): Promise<void> {
  const fay = await console.staff(3, ['finance']);
  await fay.call(treasuryCalls.sweepNow, {});
  await expect
    .poll(async () => {
      await node.mine(1);
      await fay.call(treasuryCalls.sweepNow, {});
      const isOver = (await sweeps()).every(({ stage }) => stage === 'final' || stage === 'released');
      return isOver && (await unswept()) === 0;
    }, wait)
    .toBe(true);
}

async function sweeps() {
  const fay = await console.staff(9, ['finance']);
  return (await fay.call(treasuryCalls.sweeps, {})).data.rows;
}

async function openSweep(): Promise<number> {
  return (await sweeps()).find(({ stage }) => stage === 'sent')?.id ?? 0;
}

/** Plans a sweep of a new deposit. The server cannot prepare its transaction until the interruption ends. */
async function unsignedSweep(coins: string): Promise<{ readonly id: number; readonly interruption: Interruption }> {
  const interruption = await interrupt(console.venue.database, 'attempts', 'insert', 'true');
  await node.pay(await ownAddress(), coins);
  await node.mine(6);
  await expect.poll(deposit, wait).toContain(`${coins} final 6`);
  await inMemory();
  await interruption.reached();
  return { id: await openSweep(), interruption };
}

/** Resolves when a sweep has failed without a transaction. */
async function endedUnsigned(id: number): Promise<void> {
  const state = async () => ({
    memory: await inMemory(),
    stage: (await sweeps()).find((one) => one.id === id)?.stage,
  });
  await expect.poll(state, wait).toEqual({ memory: [], stage: 'failed' });
}

/** Sweeps, and returns the transactions that wait for a block. */
async function inMemory(): Promise<unknown> {
  const fay = await console.staff(10, ['finance']);
  await fay.call(treasuryCalls.sweepNow, {});
  return node.rpc.call('getrawmempool');
}

async function deposits(): Promise<number> {
  return count('true');
}

/** Deposits of which no sweep was planned. */
async function unswept(): Promise<number> {
  return count('sweep_id is null and height > 0');
}

async function count(which: string): Promise<number> {
  const [row] = await console.venue.database.query<{ n: number }>(
    `select count(*)::int as n from app.deposits where stage not in ('orphaned', 'gone') and ${which}`,
  );
  return row?.n ?? -1;
}

/** Requests a withdrawal while the index of LTC is live. */
async function draw(number: string, address: string): Promise<WalletMovement> {
  await reportPrices(console.venue, { [ltc]: 80 });
  const fields = { currency_id: ltc, currency_protocol_id: network, number, address };
  const { body } = await withdraw(console.venue, ann, fields);
  expect(body).toMatchObject({ code: 1 });
  return body.data;
}

async function stateOf(id: number): Promise<WalletMovement> {
  return (await ann.get<WithdrawalDetail>(`wallet/withdrawal?id=${id}`)).body.data.row;
}

async function received(address: string): Promise<number> {
  return Number(await node.rpc.call('getreceivedbyaddress', address));
}

/** The wallets have what the records say. */
async function isBalanced(): Promise<void> {
  const fay = await console.staff(4, ['finance']);
  await expect
    .poll(async () => {
      await fay.call(reconciliationCalls.compareNow, {});
      const { rows } = (await fay.call(reconciliationCalls.reconciliation, {})).data;
      return rows.map(({ finding }) => finding);
    }, wait)
    .toEqual(['balanced']);
}

/** A sent withdrawal whose payment the database forgets, so that it is tried with another output, which is refused. */
async function forgotten(number: string, address: string): Promise<{ readonly id: number; readonly tx: string }> {
  const { id } = await draw(number, address);
  await expect.poll(() => stateOf(id), wait).toMatchObject({ status: 'broadcast' });
  const tx = (await stateOf(id)).tx_hash ?? '';
  const { database } = console.venue;
  await console.venue.stop();
  const own = `(select id from app.outgoing where reference = 'withdrawal/${id}')`;
  await database.query(`delete from app.spent_outputs where outgoing_id = ${own}`);
  await database.query(`delete from app.attempts where outgoing_id = ${own}`);
  await database.query(`update app.outgoing set stage = 'queued', nonce = null where id = ${own}`);
  await database.query(`update app.withdrawals set stage = 'approved' where id = ${id}`);
  console = await ConsoleVenue.openOn(database, { chains: chains() });
  ann = ann.on(console.venue);
  await expect
    .poll(async () => database.query(`select stage, reason from app.outgoing where id = ${own}`), wait)
    .toEqual([{ stage: 'refused', reason: 'reference_has_other_slot' }]);
  await database.query(`update app.chain_inflows i set is_spent = false where not exists
    (select from app.spent_outputs s where s.chain_id = i.chain_id and s.tx = i.tx and s.output = i.ordinal)`);
  return { id, tx };
}
