import { homeCalls, reconciliationCalls, type ReconciliationRow } from '@bourse/contract/console';
import type { DepositWallet } from '@bourse/contract/deposits';
import type { WalletMovement } from '@bourse/contract/wallet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { demoTokenAddress } from '../chains/index.ts';
import { ConsoleVenue, type StaffClient } from '../testing/console-client.ts';
import type { Person, SocketClient } from '../testing/running-venue.ts';
import { TestWorld } from '../testing/test-world.ts';
import { submitDocuments, withdraw } from '../testing/withdrawing.ts';

const usdt = 3;
const token = demoTokenAddress('USDT');
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
}

async function compare(): Promise<readonly ReconciliationRow[]> {
  expect((await fay.call(reconciliationCalls.compareNow, {})).code).toBe(1);
  return (await fay.call(reconciliationCalls.reconciliation, {})).data.rows;
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
    expect(await halts()).toEqual([]);
    const rows = await compare();
    expect(assetOf(rows, 'USDT')).toMatchObject({ finding: 'short', difference: '-100', rounds: 2 });
    // The network fee of the payment is missing too.
    expect(assetOf(rows, 'ETH')).toMatchObject({ finding: 'short' });
    expect(await halts()).toEqual([short]);
    expect(await alarms()).toEqual(['funds_short', 'payments_halted']);

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
      `delete from app.chain_inflows where (tx, ordinal) in (
         select tx, ordinal from app.chain_inflows where asset = $1 and amount = 50000000 limit 1)`,
      [token],
    );
    expect(assetOf(await compare(), 'USDT')).toMatchObject({ finding: 'suspected', difference: '50' });
    expect(assetOf(await compare(), 'USDT')).toMatchObject({ finding: 'unseen', difference: '50' });
    expect(await alarms()).toEqual(['funds_unseen']);
    expect(await halts()).toEqual([]);
    const { data } = await fay.call(reconciliationCalls.reconciliationHistory, {});
    expect(assetOf(data.rows, 'USDT')).toMatchObject({ finding: 'unseen', rounds: 2 });
  });
});
