import { withdrawalCalls } from '@bourse/contract/console';
import type { WalletMovement } from '@bourse/contract/wallet';
import { userId } from '@bourse/engine';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ConsoleVenue, type StaffClient } from '../../testing/console-client.ts';
import { creditDeposit, reverseDeposit, spendMoney } from '../../testing/debts.ts';
import type { Person, SocketClient } from '../../testing/running-venue.ts';
import { TestWorld } from '../../testing/test-world.ts';
import { submitDocuments, withdraw, withdrawalStep } from '../../testing/withdrawing.ts';

const usdt = 3;
const outside = '0x00000000000000000000000000000000000000C1';
type Scope = 'none' | 'outflow' | 'trading';

let world: TestWorld;
let console: ConsoleVenue;
let fay: StaffClient;
let ann: Person;
let socket: SocketClient;
let people = 0;

beforeAll(async () => {
  world = TestWorld.open();
  console = await ConsoleVenue.open({ ...world.options, settings: { demo_review_seconds: 0, draw_auto_usd: 1_000 } });
  fay = await console.staff(1, ['finance']);
});

beforeEach(async () => {
  people += 1;
  ann = await console.venue.person(`ann-${people}`);
  await submitDocuments(console.venue, ann);
  socket = await console.venue.socket();
  socket.say('login', ann.token);
  await socket.message(({ type }) => type === 'login');
});

afterEach(resumePayments);

afterAll(async () => {
  await console.close();
  world.close();
});

async function step(id: number, status: string): Promise<WalletMovement> {
  return withdrawalStep(socket, id, status);
}

async function restrict(before: Scope, scope: Scope): Promise<void> {
  const { id } = ann;
  const audit = { operator: userId(7), cause: 'incident' } as const;
  await console.venue.operate({ type: 'restrict_user', user: userId(id), before, scope, ...audit });
}

async function haltPayments(): Promise<void> {
  await console.venue.database.query(
    `insert into app.payment_halts (chain_id, reason, since)
     select chain_id, 'test', 0 from app.currency_protocols where id = 3`,
  );
}

async function resumePayments(): Promise<void> {
  await console.venue.database.query('delete from app.payment_halts');
}

/** An approved withdrawal whose payment is queued, while payments are halted. */
async function queued(number = '40'): Promise<number> {
  await haltPayments();
  const { body } = await withdraw(console.venue, ann, { number, address: outside });
  expect(body).toMatchObject({ code: 1 });
  await step(body.data.id, 'approved');
  await expect.poll(async () => (await lookUp(body.data.id)).payment?.stage).toBe('queued');
  return body.data.id;
}

async function lookUp(id: number) {
  return (await fay.call(withdrawalCalls.withdrawalCase, { id })).data;
}

async function approve(id: number) {
  return fay.call(withdrawalCalls.approveWithdrawal, { id });
}

describe('an approved withdrawal', () => {
  test('goes back to people when its user is restricted, and is paid once after the restriction', async () => {
    const id = await queued();
    await restrict('none', 'outflow');
    expect(await step(id, 'reviewing')).toMatchObject({ reason: 'restricted' });
    await resumePayments();
    expect(await lookUp(id)).toMatchObject({
      restriction: 'outflow',
      debts: [],
      row: { status: 'reviewing', reason: 'restricted' },
      payment: { stage: 'cancelled', reason: 'recalled', nonce: null, attempts: [] },
    });
    expect((await approve(id)).error).toBe('withdrawal_restricted');
    await restrict('outflow', 'none');
    expect(await approve(id)).toMatchObject({ data: { result: { status: 'approved' } } });
    expect(await step(id, 'approved')).toMatchObject({ reason: null });
    await step(id, 'broadcast');
    world.mine(6);
    await step(id, 'confirmed');
    const { payment, steps } = await lookUp(id);
    expect(payment).toMatchObject({ stage: 'paid', attempts: [{ kind: 'payment' }] });
    expect(steps.map(({ status }) => status)).toEqual([
      'requested',
      'approved',
      'reviewing',
      'approved',
      'broadcast',
      'confirmed',
    ]);
    expect(await ann.balance(usdt)).toEqual({ available: '99960', locked: '0' });
  });

  test('that is sent already is cancelled if the blocks allow it', async () => {
    const { body } = await withdraw(console.venue, ann, { number: '40', address: outside });
    const { id } = body.data;
    await step(id, 'broadcast');
    await restrict('none', 'trading');
    await expect.poll(async () => (await lookUp(id)).payment?.cancel_asked).toBe(true);
    expect((await lookUp(id)).row).toMatchObject({ status: 'broadcast', reason: 'cancelling' });
  });

  test('goes back to people when its user owes something', async () => {
    await creditDeposit(console.venue, ann, { currency: usdt, units: 5_000_000, n: people, matured: true });
    const id = await queued();
    const balance = Number((await ann.balance(usdt)).available) * 1_000_000;
    await spendMoney(console.venue, ann, { currency: usdt, units: balance, n: people });
    await reverseDeposit(console.venue, ann, { currency: usdt, units: 5_000_000, n: people });
    expect(await step(id, 'reviewing')).toMatchObject({ reason: 'indebted' });
    expect((await lookUp(id)).debts).toEqual([{ currency_code: 'USDT', amount: '5' }]);
    expect((await approve(id)).error).toBe('withdrawal_indebted');
  });

  test('that went back can be cancelled by its owner, also once it is approved again', async () => {
    const id = await queued();
    await restrict('none', 'outflow');
    await step(id, 'reviewing');
    await restrict('outflow', 'none');
    await approve(id);
    expect((await ann.post('account/draw_cancel', { id })).body.code).toBe(1);
    await step(id, 'cancelled');
    await expect.poll(async () => ann.balance(usdt)).toEqual({ available: '100000', locked: '0' });
  });
});
