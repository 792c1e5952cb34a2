import { type CustodyRow, homeCalls, reconciliationCalls, type ReconciliationRow } from '@bourse/contract/console';
import type { DepositWallet } from '@bourse/contract/deposits';
import type { WalletMovement } from '@bourse/contract/wallet';
import { accountType, amount, currencyId, userId, venue } from '@bourse/engine';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { demoTokenAddress } from '../chains/index.ts';
import { creditDeposit } from '../../testing/debts.ts';
import { ConsoleVenue, type StaffClient } from '../../testing/console-client.ts';
import type { Person, SocketClient } from '../../testing/running-venue.ts';
import { TestWorld } from '../../testing/test-world.ts';
import { submitDocuments, withdraw } from '../../testing/withdrawing.ts';

const usdt = 3;
const xrp = 6;
const token = demoTokenAddress('USDT');
const xrpToken = demoTokenAddress('XRP');
const outside = '0x00000000000000000000000000000000000000C1';
const short = 'reconciliation_short';

let world: TestWorld;
let console: ConsoleVenue;
let ann: Person;
let socket: SocketClient;
let fay: StaffClient;

beforeEach(async () => {
  world = TestWorld.open();
  console = await ConsoleVenue.open({ ...world.options, settings: { demo_review_seconds: 0, draw_day_usd_1: 50_000 } });
  fay = await console.staff(1, ['finance']);
  ann = await console.venue.person('ann');
  await submitDocuments(console.venue, ann);
  socket = await console.venue.socket();
  socket.say('login', ann.token);
  await socket.message(({ type }) => type === 'login');
});

afterEach(async () => {
  await console.close();
  world.close();
});

async function heard(isWanted: (row: WalletMovement) => boolean): Promise<void> {
  await socket.message(({ type, ...rest }) => type === 'WALLET' && isWanted(rest['row'] as WalletMovement));
}

/** Pays 50 USDT to the user and mines until the block of the payment can be compared. */
async function deposit(): Promise<void> {
  const { body } = await ann.get<DepositWallet>(`wallet/wallet?currency_id=${usdt}`);
  const tx = await world.pay(body.data.wallets[0]?.address ?? '', token, 50_000_000n);
  world.mine(4);
  await heard((row) => row.tx_hash === tx && row.confirmations === 4);
}

/** Withdraws 100 USDT and mines until the payment can be compared. */
async function pay(): Promise<void> {
  const { body } = await withdraw(console.venue, ann, { number: '110', address: outside });
  const { id } = body.data;
  await heard((row) => row.id === id && row.status === 'broadcast');
  world.mine(6);
  await heard((row) => row.id === id && row.status === 'confirmed');
  // The payer may see a block before it is read.
  await expect.poll(readHeight).toBe(world.chain.head.height);
}

async function readHeight(): Promise<number> {
  const { database } = console.venue;
  const [cursor] = await database.query<{ height: string }>('select height from app.scan_cursors where chain_id = 1');
  return Number(cursor?.height);
}

async function compare(): Promise<readonly ReconciliationRow[]> {
  expect((await fay.call(reconciliationCalls.compareNow, {})).code).toBe(1);
  return (await fay.call(reconciliationCalls.reconciliation, {})).data.rows;
}

/** Lets the differences found so far be half a minute old. */
async function later(): Promise<void> {
  await console.venue.database.query('update app.reconciliations set since = since - 30000');
}

function assetOf(rows: readonly ReconciliationRow[], code: string): ReconciliationRow | undefined {
  return rows.find((row) => row.code === code);
}

async function halts(): Promise<readonly string[]> {
  return (await fay.call(reconciliationCalls.paymentHalts, {})).data.rows.map(({ reason }) => reason);
}

async function alarms(): Promise<readonly string[]> {
  return (await fay.call(homeCalls.home, {})).data.alarms.map(({ name }) => name);
}

describe('the balances on a chain', () => {
  test('are what was received, less what was paid and its network fees', async () => {
    await deposit();
    await pay();
    const rows = await compare();
    expect(rows.filter(({ finding }) => finding !== 'balanced')).toEqual([]);
    const { balance, expected } = assetOf(rows, 'USDT') ?? {};
    expect(balance).toBe(expected);
    expect(await halts()).toEqual([]);
  });

  test('that lack an unrecorded payment halt the payments of the chain, when two rounds have seen it', async () => {
    await pay();
    // The chain has a signed payment that the exchange does not know.
    await console.venue.database.query('delete from app.attempts');
    expect(assetOf(await compare(), 'USDT')).toMatchObject({ finding: 'suspected', difference: '-100' });
    // The next round comes too soon to count.
    expect(assetOf(await compare(), 'USDT')).toMatchObject({ finding: 'suspected', rounds: 1 });
    expect(await halts()).toEqual([]);
    await later();
    const rows = await compare();
    expect(assetOf(rows, 'USDT')).toMatchObject({ finding: 'short', difference: '-100', rounds: 2 });
    // The network fee of the payment is missing too.
    expect(assetOf(rows, 'ETH')).toMatchObject({ finding: 'short' });
    expect(await halts()).toEqual([short]);
    // The ledger has settled what no record says was paid.
    expect(await alarms()).toEqual(['funds_short', 'funds_unseen', 'payments_halted']);

    expect((await fay.call(reconciliationCalls.resumePayments, { id: 1, reason_seen: 'other' })).error).toBe(
      'payments_not_halted',
    );
    expect(await fay.call(reconciliationCalls.resumePayments, { id: 1, reason_seen: short })).toMatchObject({
      code: 1,
    });
    expect(await halts()).toEqual([]);
    await compare();
    expect(await halts()).toEqual([short]);
  });

  test('that hold more than was recorded raise an alarm and halt nothing', async () => {
    await deposit();
    await deposit();
    await console.venue.database.query(
      `update app.chain_inflows set amount = amount - 50000000 where (tx, ordinal) in (
         select tx, ordinal from app.chain_inflows i where asset = $1 and not exists (
           select from app.deposits d where d.tx = i.tx and d.ordinal = i.ordinal) limit 1)`,
      [token],
    );
    expect(assetOf(await compare(), 'USDT')).toMatchObject({ finding: 'suspected', difference: '50' });
    await later();
    expect(assetOf(await compare(), 'USDT')).toMatchObject({ finding: 'unseen', difference: '50' });
    expect(await alarms()).toEqual(['funds_unseen']);
    expect(await halts()).toEqual([]);
    const { data } = await fay.call(reconciliationCalls.reconciliationHistory, {});
    expect(data.rows).toContainEqual(
      expect.objectContaining({ chain_id: 1, code: 'USDT', finding: 'unseen', rounds: 2 }),
    );
  });
});

async function custody(code: string): Promise<CustodyRow | undefined> {
  await compare();
  const { rows } = (await fay.call(reconciliationCalls.custody, {})).data;
  return rows.find((row) => row.code === code);
}

/** Books capital of the exchange from outside, as an operator does. */
async function book({ n, units }: { readonly n: number; readonly units: number }): Promise<void> {
  await console.venue.operate({
    type: 'venue_transfer',
    from: accountType.external,
    toUser: venue,
    to: accountType.treasury,
    currency: currencyId(usdt),
    amount: amount(units),
    source: 'console',
    n,
    operator: userId(7),
    cause: 'capital',
  });
}

describe('the ledger', () => {
  test('has credited what the chains have received and kept, apart from what does not count', async () => {
    await deposit();
    const { body } = await ann.get<DepositWallet>(`wallet/wallet?currency_id=${xrp}`);
    const [wallet] = body.data.wallets;
    await world.pay(wallet?.address ?? '', xrpToken, 30_000_000n, '12345');
    const small = await world.pay(wallet?.address ?? '', xrpToken, 100_000n, wallet?.memo ?? null);
    const coins = (await ann.get<DepositWallet>('wallet/wallet?currency_id=2')).body.data.wallets[0]?.address ?? '';
    const dusty = await world.pay(coins, '', 10n ** 18n + 7n);
    world.mine(4);
    const read =
      'select tx from app.deposits d join app.scan_cursors c using (chain_id) where c.height >= d.height + 3';
    await expect
      .poll(async () => (await console.venue.database.query<{ tx: string }>(read)).map(({ tx }) => tx))
      .toEqual(expect.arrayContaining([small, dusty]));
    await pay();
    const held = await custody('USDT');
    expect(held).toMatchObject({ finding: 'balanced', received: '50', paid: '100', difference: '0', unsettled: '0' });
    expect(held).toMatchObject({ on_chains: '-50', debts: '0', capital: '0', unfounded: '0', unbooked_fees: '0' });
    // The money of the demo, and the float of its hot wallet.
    for (const part of [held?.owed, held?.demo, held?.unbooked]) expect(Number(part)).toBeGreaterThan(0);
    expect(await custody('XRP')).toMatchObject({
      finding: 'balanced',
      received: '30.1',
      unattributed: '30',
      below_minimum: '0.1',
      on_chains: '0',
    });
    const coin = await custody('ETH');
    expect(coin).toMatchObject({ finding: 'balanced', received: '1.000000000000000007', dust: '0.000000000000000007' });
    expect(Number(coin?.fees)).toBeGreaterThan(0);
    expect(await halts()).toEqual([]);
  });

  test('that has credited more than the chains have received halts the payments of the currency', async () => {
    await deposit();
    await creditDeposit(console.venue, ann, { currency: usdt, units: 5_000_000, n: 999, matured: true });
    expect(await custody('USDT')).toMatchObject({ finding: 'suspected', difference: '-5' });
    expect(await halts()).toEqual([]);
    await later();
    expect(await custody('USDT')).toMatchObject({ finding: 'short', difference: '-5' });
    expect(await halts()).toEqual([short]);
    expect(await alarms()).toEqual(['funds_short', 'payments_halted']);
    const { data } = await fay.call(reconciliationCalls.reconciliationHistory, {});
    expect(data.rows).toContainEqual(expect.objectContaining({ chain: 'Ledger', code: 'USDT', difference: '-5' }));
  });

  test('has the capital that operators book as far as own coins back it', async () => {
    world.mine(4);
    await expect.poll(readHeight).toBe(world.chain.head.height);
    const { unbooked = '' } = (await custody('USDT')) ?? {};
    const float = Number(unbooked);
    expect(float).toBeGreaterThan(0);
    await book({ n: 1, units: 5_000_000 });
    const { unbooked: left } = (await custody('USDT')) ?? {};
    expect(await custody('USDT')).toMatchObject({ finding: 'balanced', capital: '5', difference: '0' });
    expect(Number(left)).toBe(float - 5);
    // The cold wallet has received 7 more.
    await world.pay(world.cold, token, 7_000_000n);
    world.mine(4);
    await expect.poll(readHeight).toBe(world.chain.head.height);
    await book({ n: 2, units: (float + 2) * 1_000_000 });
    expect(await custody('USDT')).toMatchObject({ finding: 'balanced', unbooked: '0' });
    await book({ n: 3, units: 1_000_000 });
    await custody('USDT');
    await later();
    expect(await custody('USDT')).toMatchObject({ finding: 'short', difference: '-1' });
    expect(await halts()).toEqual([short]);
  });

  test('is short at once of a payment that no record explains', async () => {
    const { database } = console.venue;
    await database.query(
      `with forged as (
         insert into app.outgoing
           (reference, chain_id, wallet, nonce, purpose, asset, to_address, amount, stage, created_at, changed_at)
         values ('sweep/999', 1, 'hot', 900, 'sweep', $1, $2, 70000000, 'paid', 0, 0) returning id
       ) insert into app.attempts
         (outgoing_id, kind, encoded, raw, hash, max_fee, priority_fee, created_at, height, reverted, fee)
       select id, 'payment', '', '', 'forged', 1, 1, 0, 1, false, 0 from forged`,
      [token, outside],
    );
    expect(await custody('USDT')).toMatchObject({ finding: 'short', unfounded: '70', difference: '-70' });
    expect(await halts()).toEqual([short]);
  });

  test('of a demo that was started earlier opens with the money whose causes were not kept', async () => {
    const { database } = console.venue;
    await database.query('delete from core.outside_credits');
    await database.query('insert into app.custody_openings (currency_id) values ($1)', [usdt]);
    await compare();
    const opened = await custody('USDT');
    expect(opened).toMatchObject({ finding: 'balanced', difference: '0' });
    expect(Number(opened?.demo)).toBeGreaterThan(0);
    await creditDeposit(console.venue, ann, { currency: usdt, units: 5_000_000, n: 999, matured: true });
    expect(await custody('USDT')).toMatchObject({ finding: 'suspected', difference: '-5' });
  });

  test('that counts a deposit which no block has is short of it', async () => {
    await deposit();
    await console.venue.database.query('delete from app.chain_inflows where amount = 50000000');
    await custody('USDT');
    await later();
    expect(await custody('USDT')).toMatchObject({ finding: 'short', difference: '-50' });
  });

  test('that has settled more than was paid raises an alarm only', async () => {
    await pay();
    await console.venue.database.query(
      "update app.outgoing set amount = amount - 1000000 where purpose = 'withdrawal'",
    );
    await custody('USDT');
    await later();
    expect(await custody('USDT')).toMatchObject({ finding: 'unseen', difference: '1' });
  });
});
