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
let rob: StaffClient;
let sue: StaffClient;
let ann: Person;
let socket: SocketClient;
let people = 0;

beforeAll(async () => {
  world = TestWorld.open();
  console = await ConsoleVenue.open({ ...world.options, settings: { demo_review_seconds: 0, draw_auto_usd: 1_000 } });
  fay = await console.staff(1, ['finance']);
  rob = await console.staff(2, ['risk']);
  sue = await console.staff(3, ['support']);
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

async function requested(): Promise<number> {
  const { body } = await withdraw(console.venue, ann, { number: '40', address: outside });
  expect(body).toMatchObject({ code: 1 });
  return body.data.id;
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

describe('risk staff', () => {
  test('hold back an approved withdrawal until finance approves it', async () => {
    await haltPayments();
    const id = await requested();
    await step(id, 'approved');
    await expect.poll(async () => (await lookUp(id)).payment?.stage).toBe('queued');
    expect((await fay.call(withdrawalCalls.holdBackWithdrawal, { id })).error).toBe('forbidden');
    expect(await rob.call(withdrawalCalls.holdBackWithdrawal, { id })).toMatchObject({ data: { status: 'reviewing' } });
    expect(await step(id, 'reviewing')).toMatchObject({ reason: 'held_back' });
    await resumePayments();
    expect(await lookUp(id)).toMatchObject({
      row: { status: 'reviewing', reason: 'held_back' },
      payment: { stage: 'cancelled', nonce: null },
    });
    expect((await rob.call(withdrawalCalls.approveWithdrawal, { id })).error).toBe('forbidden');
    expect((await fay.call(withdrawalCalls.approveWithdrawal, { id })).code).toBe(1);
    await step(id, 'broadcast');
    world.mine(6);
    await step(id, 'confirmed');
    const { steps } = await lookUp(id);
    expect(steps.find(({ reason }) => reason === 'held_back')).toMatchObject({ by: 'Staff 2' });
  });

  test('hold back one that waits, which is not paid before its time even if it is approved', async () => {
    const { database } = console.venue;
    const soon = Date.now() + 3_600_000;
    await database.query('update app.users set password_changed_at = $1 where id = $2', [Date.now(), ann.id]);
    const id = await requested();
    expect((await lookUp(id)).row).toMatchObject({ status: 'requested', earliest_at: expect.any(Number) as number });
    expect((await lookUp(id)).row.earliest_at ?? 0).toBeGreaterThan(soon);
    expect((await rob.call(withdrawalCalls.holdBackWithdrawal, { id })).code).toBe(1);
    await step(id, 'reviewing');
    expect((await fay.call(withdrawalCalls.approveWithdrawal, { id })).code).toBe(1);
    await step(id, 'approved');
    // A later withdrawal of someone else is paid, so the worker has passed this one.
    const bob = await console.venue.person(`bob-${people}`);
    await submitDocuments(console.venue, bob);
    const later = (await withdraw(console.venue, bob, { number: '40', address: outside })).body.data.id;
    await expect.poll(async () => (await lookUp(later)).row.status).toBe('broadcast');
    expect(await lookUp(id)).toMatchObject({ row: { status: 'approved' }, payment: null });
    expect((await ann.post('account/draw_cancel', { id })).body.code).toBe(1);
  });

  test('cannot hold back one that is sent', async () => {
    const id = await requested();
    await step(id, 'broadcast');
    expect(await rob.call(withdrawalCalls.holdBackWithdrawal, { id })).toMatchObject({
      error: 'withdrawal_decided',
      details: { status: 'broadcast' },
    });
  });
});

describe('support staff', () => {
  test('see the withdrawals of one person, and neither the queue nor a case', async () => {
    const id = await requested();
    const bob = await console.venue.person(`bob-${people}`);
    expect((await sue.call(withdrawalCalls.userWithdrawals, { id: ann.id })).data.rows).toMatchObject([
      { id, user_id: ann.id, amount: '40' },
    ]);
    expect((await sue.call(withdrawalCalls.userWithdrawals, { id: bob.id })).data.rows).toEqual([]);
    expect((await sue.call(withdrawalCalls.userWithdrawals, { id: 999_999_999 })).error).toBe('not_found');
    expect((await sue.call(withdrawalCalls.withdrawals, {})).error).toBe('forbidden');
    expect((await sue.call(withdrawalCalls.withdrawalCase, { id })).error).toBe('forbidden');
  });
});
