import { withdrawalCalls } from '@bourse/contract/console';
import type { WalletMovement } from '@bourse/contract/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ChainSource, demoTokenAddress, type OpenedChains } from '../chains/index.ts';
import { ConsoleVenue, type StaffClient } from '../../testing/console-client.ts';
import type { Person, SocketClient } from '../../testing/running-venue.ts';
import { TestWorld } from '../../testing/test-world.ts';
import { submitDocuments, withdraw } from '../../testing/withdrawing.ts';

const usdt = 3;
const outside = '0x00000000000000000000000000000000000000C1';
type Outputs = Parameters<OpenedChains['chains'][number]['adapter']['plan']>[0]['outputs'];

const unknown = `0x${'ab'.repeat(32)}`;

let world: TestWorld;
let opened: OpenedChains;
let isForgetful = false;
let console: ConsoleVenue;
let fay: StaffClient;
let sue: StaffClient;
let ann: Person;
let socket: SocketClient;
let before: Awaited<ReturnType<Person['balance']>>;
let people = 0;

beforeAll(async () => {
  world = TestWorld.open();
  const chains: ChainSource = async (surroundings) => {
    opened = await world.options.chains(surroundings);
    const { signer } = opened;
    return {
      ...opened,
      signer: {
        depositXpub: async (chain) => signer.depositXpub(chain),
        address: async (chain, wallet) => signer.address(chain, wallet),
        coldAddress: async (chain) => signer.coldAddress(chain),
        slotOf: async (reference) => (isForgetful ? '' : signer.slotOf(reference)),
        check: async (request) => signer.check(request),
        sign: async (request) => signer.sign(request),
      },
    };
  };
  const settings = { demo_review_seconds: 0, draw_day_usd_1: 50_000, draw_auto_usd: 1_000, draw_four_eyes_usd: 5_000 };
  console = await ConsoleVenue.open({ ...world.options, chains, settings });
  fay = await console.staff(1, ['finance']);
  sue = await console.staff(3, ['support']);
});

beforeEach(async () => {
  people += 1;
  ann = await console.venue.person(`ann-${people}`);
  await submitDocuments(console.venue, ann);
  before = await ann.balance(usdt);
  socket = await console.venue.socket();
  socket.say('login', ann.token);
  await socket.message(({ type }) => type === 'login');
});

afterAll(async () => {
  await console.close();
  world.close();
});

async function reviewed(): Promise<number> {
  const { body } = await withdraw(console.venue, ann, { number: '2000', address: outside });
  expect(body).toMatchObject({ code: 1 });
  await step(body.data.id, 'reviewing');
  return body.data.id;
}

async function step(id: number, status: string): Promise<void> {
  await socket.message((heard) => {
    const row = heard['row'] as WalletMovement | undefined;
    return heard.type === 'WALLET' && heard['kind'] === 'withdrawal' && row?.id === id && row.status === status;
  });
}

async function lookUp(id: number) {
  return (await fay.call(withdrawalCalls.withdrawalCase, { id })).data;
}

/** Has a transaction signed that the database does not know, some nonces after the mined ones. */
async function signUnknown(reference: string, ahead: number, outputs: Outputs) {
  const { chains, signer } = opened;
  const [chain] = chains;
  if (chain === undefined) throw new Error('There is no chain.');
  const { adapter, code } = chain;
  const from = await signer.address(code, { kind: 'hot' });
  const nonce = (await adapter.minedNonce(from)) + ahead;
  const { encoded, slot } = await adapter.plan({ from, nonce, inputs: [], fee: await adapter.fee(), outputs });
  const answer = await signer.sign({ chain: code, wallet: { kind: 'hot' }, reference, slot, encoded });
  if ('refused' in answer) throw new Error(answer.refused);
  return { hash: answer.hash, nonce, send: async () => adapter.broadcast(answer.raw) };
}

async function paymentOf(id: number): Promise<Outputs> {
  const [row] = await console.venue.database.query<{ chain_amount: string }>(
    'select chain_amount from app.withdrawals where id = $1',
    [id],
  );
  const amount = BigInt(row?.chain_amount ?? 0);
  return [{ to: outside, memo: null, asset: demoTokenAddress('USDT'), amount }];
}

/** Approves a withdrawal that the signer has signed with another nonce, as after a restored backup. */
async function refusedOne(id: number): Promise<void> {
  expect(await fay.call(withdrawalCalls.approveWithdrawal, { id })).toMatchObject({ code: 1 });
  await expect
    .poll(async () => (await lookUp(id)).payment)
    .toMatchObject({ stage: 'refused', nonce: null, reason: 'reference_has_other_slot', attempts: [] });
}

/** A refused withdrawal whose payment was signed with a nonce that no block has used. */
async function unmined(): Promise<{ id: number; nonce: number; fillGap: () => Promise<void> }> {
  const id = await reviewed();
  for (const call of [withdrawalCalls.retryWithdrawal, withdrawalCalls.stopWithdrawal])
    expect((await fay.call(call, { id })).error).toBe('withdrawal_decided');
  const { nonce } = await signUnknown(`withdrawal/${id}`, 1, await paymentOf(id));
  await refusedOne(id);
  const fillGap = async () => {
    await (await signUnknown(`withdrawal/${id + 70_000}`, 0, [])).send();
  };
  return { id, nonce, fillGap };
}

/** A refused withdrawal whose nonce a block has used. */
async function mined(kind: 'payment' | 'cancel'): Promise<{ id: number; tx: string; nonce: number }> {
  const id = await reviewed();
  const outputs = kind === 'payment' ? await paymentOf(id) : [];
  const { hash, nonce, send } = await signUnknown(`withdrawal/${id}`, 0, outputs);
  await send();
  world.mine();
  await refusedOne(id);
  return { id, tx: hash, nonce };
}

async function statesOfHold(id: number): Promise<readonly string[]> {
  const rows = await console.venue.database.query<{ state: string }>(
    `select state from core.holds where source = 'withdrawal' and n = $1 order by sequence`,
    [id],
  );
  return rows.map(({ state }) => state);
}

async function prove(id: number, tx: string) {
  return fay.call(withdrawalCalls.proveWithdrawal, { id, tx });
}

describe('a withdrawal that was signed before the records were restored', () => {
  test.each([
    ['its owner cancels it', async (id: number) => ann.post('account/draw_cancel', { id })],
    [
      'staff reject it',
      async (id: number) => fay.call(withdrawalCalls.rejectWithdrawal, { id, rejection: 'rejected_rules' }),
    ],
    ['its owner freezes the account', async () => ann.post('user/freeze', {})],
  ])('keeps its money held when %s', async (_title, end) => {
    const id = await reviewed();
    const { hash, send } = await signUnknown(`withdrawal/${id}`, 0, await paymentOf(id));
    await send();
    world.mine();
    await end(id);
    await expect
      .poll(async () => (await lookUp(id)).payment)
      .toMatchObject({ stage: 'refused', reason: 'reference_has_other_slot' });
    expect(await statesOfHold(id)).toEqual(['open']);
    expect(await prove(id, hash)).toMatchObject({ code: 1 });
    world.mine(6);
    await expect.poll(async () => statesOfHold(id)).toEqual(['open', 'settled']);
  });
});

describe('a payment that the signer has signed with another nonce', () => {
  test('is made with that nonce', async () => {
    const { fillGap, id, nonce } = await unmined();
    expect((await prove(id, unknown)).error).toBe('payment_unproved');
    expect(await fay.call(withdrawalCalls.retryWithdrawal, { id })).toMatchObject({ code: 1 });
    await expect.poll(async () => (await lookUp(id)).payment).toMatchObject({ stage: 'sent', nonce });
    expect((await fay.call(withdrawalCalls.retryWithdrawal, { id })).error).toBe('withdrawal_decided');
    await fillGap();
    await expect.poll(async () => (await lookUp(id)).payment?.attempts[0]?.sent_at).toEqual(expect.any(Number));
    world.mine(6);
    await step(id, 'confirmed');
    await expect.poll(async () => (await ann.balance(usdt)).locked).toBe('0');
  });

  test('is cancelled with that nonce', async () => {
    const { fillGap, id, nonce } = await unmined();
    expect(await fay.call(withdrawalCalls.stopWithdrawal, { id })).toMatchObject({ code: 1 });
    await expect
      .poll(async () => (await lookUp(id)).payment)
      .toMatchObject({ stage: 'sent', nonce, cancel_asked: true, attempts: [{ kind: 'cancel' }] });
    await fillGap();
    await expect.poll(async () => (await lookUp(id)).payment?.attempts[0]?.sent_at).toEqual(expect.any(Number));
    expect(await ann.balance(usdt)).not.toEqual(before);
    world.mine(64);
    await step(id, 'cancelled');
    await expect.poll(() => ann.balance(usdt)).toEqual(before);
  });

  test('is settled by its transaction in a block, and nothing is returned', async () => {
    const { id, nonce, tx } = await mined('payment');
    for (const call of [withdrawalCalls.retryWithdrawal, withdrawalCalls.stopWithdrawal])
      expect(await fay.call(call, { id })).toMatchObject({ error: 'payment_nonce_used', details: { nonce } });
    const foreign = await world.pay(outside, '', 1n);
    world.mine();
    for (const wrong of [foreign, unknown]) expect((await prove(id, wrong)).error).toBe('payment_unproved');
    expect((await lookUp(id)).payment?.stage).toBe('refused');
    expect(await prove(id, tx)).toMatchObject({ code: 1 });
    world.mine(6);
    await step(id, 'confirmed');
    await expect.poll(async () => (await ann.balance(usdt)).locked).toBe('0');
    expect(await ann.balance(usdt)).not.toEqual(before);
    expect((await prove(id, tx)).error).toBe('withdrawal_decided');
  });

  test('is returned only when another transaction with its nonce is final', async () => {
    const { id, tx } = await mined('cancel');
    expect(await prove(id, tx)).toMatchObject({ code: 1 });
    world.mine(60);
    await expect.poll(async () => (await lookUp(id)).payment?.attempts[0]?.height).toEqual(expect.any(Number));
    expect((await lookUp(id)).payment?.stage).toBe('sent');
    expect(await ann.balance(usdt)).not.toEqual(before);
    world.mine(4);
    await step(id, 'cancelled');
    await expect.poll(() => ann.balance(usdt)).toEqual(before);
  });

  test('stays as it is when the signer has forgotten it, or for others', async () => {
    const { id, tx } = await mined('cancel');
    const calls = [
      async (by: StaffClient) => by.call(withdrawalCalls.retryWithdrawal, { id }),
      async (by: StaffClient) => by.call(withdrawalCalls.stopWithdrawal, { id }),
      async (by: StaffClient) => by.call(withdrawalCalls.proveWithdrawal, { id, tx }),
    ];
    isForgetful = true;
    for (const call of calls) expect((await call(fay)).error).toBe('payment_forgotten');
    isForgetful = false;
    for (const call of calls) expect((await call(sue)).error).toBe('forbidden');
    await console.venue.database.query('update app.users set email_key = $1 where id = $2', [
      'staff1@example.com',
      ann.id,
    ]);
    for (const call of calls) expect((await call(fay)).error).toBe('own_account');
    await console.venue.database.query('update app.users set email_key = $1 where id = $2', [ann.account, ann.id]);
    expect((await lookUp(id)).payment).toMatchObject({ stage: 'refused', attempts: [] });
    expect((await prove(999_999, tx)).error).toBe('withdrawal_unknown');
  });
});
