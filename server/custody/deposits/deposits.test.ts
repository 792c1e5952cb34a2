import type { DepositWallet } from '@bourse/contract/deposits';
import type { WalletMovement } from '@bourse/contract/wallet';
import { userId } from '@bourse/engine';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoTokenAddress } from '../chains/index.ts';
import { type Person, RunningVenue, type SocketClient } from '../../testing/running-venue.ts';
import { TestWorld } from '../../testing/test-world.ts';
import { memoOf, userOfMemo } from './memo.ts';

const usdt = 3;
const xrp = 6;
const usdtToken = demoTokenAddress('USDT');

let world: TestWorld;
let venue: RunningVenue;
let ann: Person;
let socket: SocketClient;
let people = 0;

beforeAll(async () => {
  world = TestWorld.open();
  venue = await RunningVenue.open(world.options);
});

beforeEach(async () => {
  people += 1;
  ann = await venue.person(`ann-${people}`);
  socket = await venue.socket();
  socket.say('login', ann.token);
  await socket.message(({ type }) => type === 'login');
});

afterAll(async () => {
  await venue.close();
  world.close();
});

async function addressOf(person: Person, currency: number): Promise<{ address: string; memo: string | null }> {
  const { body } = await person.get<DepositWallet>(`wallet/wallet?currency_id=${currency}`);
  const [wallet] = body.data.wallets;
  if (wallet === undefined) throw new Error('no wallet');
  return wallet;
}

/** The first message about a deposit with a status and number of confirmations, from now on. */
async function step(status: string, confirmations: number, tx: string): Promise<WalletMovement> {
  const message = await socket.message((heard) => {
    const row = heard['row'] as WalletMovement | undefined;
    return (
      heard.type === 'WALLET' && row?.tx_hash === tx && row.status === status && row.confirmations === confirmations
    );
  });
  return message['row'] as WalletMovement;
}

async function deposits(person: Person): Promise<WalletMovement[]> {
  const { body } = await person.get<{ data: WalletMovement[] }>('wallet/deposits');
  return body.data.data;
}

async function available(currency = usdt): Promise<string> {
  return (await ann.balance(currency)).available;
}

describe('a deposit', () => {
  test('is credited with its first confirmation and final with the sixth', async () => {
    const { address } = await addressOf(ann, usdt);
    expect(await addressOf(ann, usdt)).toMatchObject({ address });
    const tx = await world.pay(address, usdtToken, 250_000_000n);
    world.mine();
    const credited = await step('credited', 1, tx);
    expect(credited).toMatchObject({ number: '250', fee: '0', net: '250', protocol: 'ERC20', needed: 6, address });
    expect(await available()).toBe('100250');
    world.mine(4);
    await step('credited', 5, tx);
    world.mine();
    await step('final', 6, tx);
    expect(await deposits(ann)).toMatchObject([{ id: credited.id, status: 'final', confirmations: 6 }]);
    expect(await available()).toBe('100250');
  });

  test('below the minimum is shown and never credited', async () => {
    const { address } = await addressOf(ann, usdt);
    const tx = await world.pay(address, usdtToken, 999_999n);
    const other = await world.pay(address, usdtToken, 1_000_000n);
    world.mine(7);
    await step('final', 6, other);
    expect((await deposits(ann)).map(({ status, tx_hash }) => [status, tx_hash])).toEqual([
      ['final', other],
      ['below_minimum', tx],
    ]);
    expect(await available()).toBe('100001');
  });

  test('on a shared address belongs to the user of its memo', async () => {
    const { address, memo } = await addressOf(ann, xrp);
    expect(memo).toBe(memoOf(userId(ann.id)));
    const own = await world.pay(address, demoTokenAddress('XRP'), 30_000_000n, memo);
    await world.pay(address, demoTokenAddress('XRP'), 30_000_000n, '12345');
    await world.pay(address, demoTokenAddress('XRP'), 30_000_000n);
    world.mine();
    await step('credited', 1, own);
    expect(await available(xrp)).toBe('10030');
    const rows = await venue.database.query('select stage, n from app.deposits where user_id is null');
    expect(rows).toEqual([
      { stage: 'unattributed', n: null },
      { stage: 'unattributed', n: null },
    ]);
  });

  test('that moves to another block with its transaction moves no money', async () => {
    const { address } = await addressOf(ann, usdt);
    const tx = await world.pay(address, usdtToken, 5_000_000n);
    world.mine(2);
    await step('credited', 2, tx);
    world.chain.reorg(2, { added: 3 });
    world.mine(6);
    const { id } = await step('final', 6, tx);
    expect(await deposits(ann)).toMatchObject([{ id, status: 'final' }]);
    expect(await available()).toBe('100005');
  });

  test('whose transaction is gone is taken back, and a later one is a new deposit', async () => {
    const { address } = await addressOf(ann, usdt);
    const tx = await world.pay(address, usdtToken, 7_000_000n);
    world.mine(3);
    await step('credited', 3, tx);
    const raw = world.chain.find(tx)?.transaction.raw ?? '';
    world.chain.reorg(3, { drop: true, added: 4 });
    await step('reversed', 0, tx);
    expect(await available()).toBe('100000');
    await world.chain.send(raw);
    world.mine(6);
    await step('final', 6, tx);
    expect((await deposits(ann)).map(({ status }) => status)).toEqual(['final', 'reversed']);
    expect(await available()).toBe('100007');
  });

  test('that was spent before it was gone leaves a debt', async () => {
    const { address } = await addressOf(ann, usdt);
    const tx = await world.pay(address, usdtToken, 60_000_000_000n);
    world.mine();
    await step('credited', 1, tx);
    const away = { currency_id: usdt, balance: '150000', from: 'change_account', to: 'legal_account' };
    expect((await ann.post('account/transfer', away)).body.code).toBe(1);
    world.chain.reorg(1, { drop: true, added: 4 });
    await step('reversed', 0, tx);
    expect(await available()).toBe('0');
    const { body } = await ann.get<{ balance: string }>(`account/detail?currency_id=${usdt}&account_type_id=2`);
    expect(body.data.balance).toBe('100000');
  });

  test('is found by the hash of its transaction by its owner only', async () => {
    const { address } = await addressOf(ann, usdt);
    const tx = await world.pay(address, usdtToken, 5_000_000n);
    const ben = await venue.person(`ben-${people}`);
    const find = async (person: Person, hash: string, protocol = usdt) =>
      (await person.post('wallet/find_deposit', { currency_protocol_id: protocol, tx_hash: hash })).body;
    expect(await find(ann, tx)).toMatchObject({ code: 1, data: [] });
    world.mine();
    await step('credited', 1, tx);
    expect(await find(ann, tx)).toMatchObject({ data: [{ tx_hash: tx }] });
    expect(await find(ben, tx)).toMatchObject({ error: 'transaction_foreign' });
    expect(await find(ann, `0x${'0'.repeat(63)}1`)).toMatchObject({ error: 'transaction_unknown' });
    expect(await find(ann, tx, 999)).toMatchObject({ error: 'protocol_unknown' });
    expect(await find(ann, tx, 15)).toMatchObject({ error: 'chain_unavailable' });
  });
});

test('a memo names a user only with its check digit', () => {
  expect(userOfMemo('1000054')).toBe(null);
  const memo = memoOf(userId(100_005));
  expect(userOfMemo(` ${memo} `)).toBe(100_005);
  for (const odd of [null, '', '7', `${memo}0`, '99999999999', 'abc']) expect(userOfMemo(odd)).toBe(null);
});
