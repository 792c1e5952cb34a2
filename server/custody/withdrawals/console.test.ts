import { approvalCalls, homeCalls, settingsCalls, withdrawalCalls } from '@bourse/contract/console';
import type { WalletMovement } from '@bourse/contract/wallet';
import type { WithdrawalDetail } from '@bourse/contract/withdrawals';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ConsoleVenue, type StaffClient } from '../../testing/console-client.ts';
import type { Person, SocketClient } from '../../testing/running-venue.ts';
import { TestWorld } from '../../testing/test-world.ts';
import { submitDocuments, withdraw, withdrawalStep } from '../../testing/withdrawing.ts';

const usdt = 3;
const outside = '0x00000000000000000000000000000000000000C1';

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
  console = await ConsoleVenue.open({
    ...world.options,
    settings: { demo_review_seconds: 0, draw_day_usd_1: 50_000, draw_auto_usd: 1_000, draw_four_eyes_usd: 5_000 },
  });
  fay = await console.staff(1, ['finance']);
  rob = await console.staff(2, ['risk', 'admin']);
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

afterAll(async () => {
  await console.close();
  world.close();
});

/** Requests a withdrawal that staff must look at. */
async function reviewed(number = '2000'): Promise<number> {
  const { body } = await withdraw(console.venue, ann, { number, address: outside });
  expect(body).toMatchObject({ code: 1 });
  await step(body.data.id, 'reviewing');
  return body.data.id;
}

async function step(id: number, status: string): Promise<WalletMovement> {
  return withdrawalStep(socket, id, status);
}

async function lookUp(id: number) {
  return (await fay.call(withdrawalCalls.withdrawalCase, { id })).data;
}

describe('the queue of withdrawals', () => {
  test('shows what waits, and an approved one is paid', async () => {
    const id = await reviewed();
    const { data } = await fay.call(withdrawalCalls.withdrawals, { user: ann.id, currency: 'usdt' });
    expect(data.rows).toMatchObject([
      { id, user_id: ann.id, status: 'reviewing', amount: '2000', net: '1990', usd: '2000', four_eyes: false },
    ]);
    expect((await fay.call(withdrawalCalls.withdrawals, { status: 'confirmed', user: ann.id })).data.rows).toEqual([]);
    expect((await fay.call(withdrawalCalls.withdrawals, { currency: 'nix' })).data.rows).toEqual([]);
    expect((await fay.call(withdrawalCalls.withdrawals, { user: ann.id, chain: 'Demo' })).data.rows).toMatchObject([
      { id },
    ]);
    for (const chain of ['ethereum', 'nix'])
      expect((await fay.call(withdrawalCalls.withdrawals, { user: ann.id, chain })).data.rows).toEqual([]);
    expect((await fay.call(homeCalls.home, {})).data.queues).toContainEqual(
      expect.objectContaining({ name: 'withdrawals', count: 1 }),
    );

    expect(await fay.call(withdrawalCalls.approveWithdrawal, { id })).toMatchObject({
      data: { approval: null, result: { id, status: 'approved' } },
    });
    await step(id, 'broadcast');
    world.mine(6);
    await step(id, 'confirmed');
    const found = await lookUp(id);
    expect(found.steps.map(({ by, status }) => [status, by])).toEqual([
      ['requested', null],
      ['reviewing', null],
      ['approved', 'Staff 1'],
      ['broadcast', null],
      ['confirmed', null],
    ]);
    expect(found).toMatchObject({ saved: false, paid_before: 1, halted: null, day_usd: '2000', review_status: 1 });
    expect(found.payment).toMatchObject({ stage: 'paid', attempts: [{ kind: 'payment', reverted: false }] });
    expect((await fay.call(withdrawalCalls.approveWithdrawal, { id })).error).toBe('withdrawal_decided');
  });

  test('returns the amount of a rejected one, and shows the reason to the user', async () => {
    const id = await reviewed();
    const before = await ann.balance(usdt);
    const rejection = { id, rejection: 'rejected_address' } as const;
    expect(await rob.call(withdrawalCalls.rejectWithdrawal, rejection)).toMatchObject({ data: { status: 'rejected' } });
    expect(await step(id, 'rejected')).toMatchObject({ reason: 'rejected_address' });
    await expect.poll(async () => (await ann.balance(usdt)).locked).toBe('0');
    expect(Number((await ann.balance(usdt)).available)).toBe(Number(before.available) + 2_000);
    const { body } = await ann.get<WithdrawalDetail>(`wallet/withdrawal?id=${id}`);
    expect(body.data.steps.at(-1)).toMatchObject({ status: 'rejected', reason: 'rejected_address' });
    expect(await rob.call(withdrawalCalls.rejectWithdrawal, rejection)).toMatchObject({
      error: 'withdrawal_decided',
      details: { status: 'rejected' },
    });
    expect((await fay.call(withdrawalCalls.approveWithdrawal, { id })).error).toBe('withdrawal_decided');
  });

  test('does not let a cancelled one be approved', async () => {
    const cancelled = await reviewed();
    expect((await ann.post('account/draw_cancel', { id: cancelled })).body.code).toBe(1);
    expect(await fay.call(withdrawalCalls.approveWithdrawal, { id: cancelled })).toMatchObject({
      error: 'withdrawal_decided',
      details: { status: 'cancelled' },
    });
  });

  test('lets one of a cancellation and an approval at the same time win', async () => {
    const both = await reviewed();
    const [approval, cancellation] = await Promise.all([
      fay.call(withdrawalCalls.approveWithdrawal, { id: both }),
      ann.post('account/draw_cancel', { id: both }),
    ]);
    // An approved one can still be cancelled while it is not signed; a cancelled one cannot be approved.
    const { row } = await lookUp(both);
    if (approval.code === 1) expect(['approved', 'broadcast', 'cancelled']).toContain(row.status);
    else expect([cancellation.body.code, row.status]).toEqual([1, 'cancelled']);
  });

  test('returns the amount once, however many end it at the same time', async () => {
    const before = await ann.balance(usdt);
    const id = await reviewed();
    const rejection = { id, rejection: 'rejected_rules' } as const;
    const answers = await Promise.all([
      fay.call(withdrawalCalls.rejectWithdrawal, rejection),
      rob.call(withdrawalCalls.rejectWithdrawal, rejection),
      ann.post('account/draw_cancel', { id }).then(({ body }) => body),
    ]);
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
    await expect.poll(() => ann.balance(usdt)).toEqual(before);
    expect((await lookUp(id)).steps).toHaveLength(3);
  });

  test('stops a payment that no block has decided', async () => {
    const id = await reviewed();
    expect((await fay.call(withdrawalCalls.stopWithdrawal, { id })).error).toBe('withdrawal_decided');
    await fay.call(withdrawalCalls.approveWithdrawal, { id });
    await step(id, 'broadcast');
    expect(await fay.call(withdrawalCalls.stopWithdrawal, { id })).toMatchObject({ code: 1 });
    expect((await lookUp(id)).row.reason).toBe('cancelling');
    // Only a cancellation that was sent before the next block can come first.
    await expect
      .poll(async () =>
        (await lookUp(id)).payment?.attempts.some((one) => one.kind === 'cancel' && one.sent_at !== null),
      )
      .toBe(true);
    world.mine(64);
    await step(id, 'cancelled');
    await expect.poll(async () => (await ann.balance(usdt)).locked).toBe('0');
  });

  test('needs two people above the limit', async () => {
    await rob.call(settingsCalls.changeSetting, { name: 'console_four_eyes', value: 'on', version: 0 });
    const id = await reviewed('6000');
    expect((await lookUp(id)).row.four_eyes).toBe(true);
    const { data } = await fay.call(withdrawalCalls.approveWithdrawal, { id });
    const approval = data.approval ?? 0;
    expect(data).toMatchObject({ approval: expect.any(Number) as number, result: null });
    expect((await lookUp(id)).row.status).toBe('reviewing');
    const { data: asked } = await rob.call(approvalCalls.approval, { id: approval });
    const vote = { id: approval, verdict: 'approve', payload_hash: asked.payload_hash };
    expect((await fay.call(approvalCalls.voteOnApproval, vote)).error).toBe('own_approval');
    expect((await lookUp(id)).row.status).toBe('reviewing');
    expect(await rob.call(approvalCalls.voteOnApproval, vote)).toMatchObject({ code: 1 });
    await step(id, 'approved');
  });

  test('does not count the vote of the user', async () => {
    const id = await reviewed('6000');
    const approval = (await fay.call(withdrawalCalls.approveWithdrawal, { id })).data.approval ?? 0;
    const { data: asked } = await rob.call(approvalCalls.approval, { id: approval });
    const { database } = console.venue;
    await database.query('update app.users set email_key = $1 where id = $2', ['staff2@example.com', ann.id]);
    const vote = { id: approval, verdict: 'approve', payload_hash: asked.payload_hash };
    expect((await rob.call(approvalCalls.voteOnApproval, vote)).error).toBe('own_account');
    expect((await fay.call(approvalCalls.approval, { id: approval })).data).toMatchObject({ stage: 'open', votes: [] });
    expect((await lookUp(id)).row.status).toBe('reviewing');
  });

  test('needs one person below the limit, also where others need two', async () => {
    const id = await reviewed();
    expect((await fay.call(withdrawalCalls.approveWithdrawal, { id })).data).toMatchObject({ approval: null });
    await step(id, 'approved');
  });

  test('is closed to others, and to the affairs of one’s own', async () => {
    const id = await reviewed();
    for (const call of [withdrawalCalls.approveWithdrawal, withdrawalCalls.stopWithdrawal])
      expect((await sue.call(call, { id })).error).toBe('forbidden');
    expect((await fay.call(withdrawalCalls.approveWithdrawal, { id: 999_999 })).error).toBe('withdrawal_unknown');
    expect((await fay.call(withdrawalCalls.withdrawalCase, { id: 999_999 })).error).toBe('withdrawal_unknown');
    const { database } = console.venue;
    await database.query('update app.users set email_key = $1 where id = $2', ['staff1@example.com', ann.id]);
    expect((await fay.call(withdrawalCalls.approveWithdrawal, { id })).error).toBe('own_account');
    const rejection = { id, rejection: 'rejected_unsaid' } as const;
    expect((await fay.call(withdrawalCalls.rejectWithdrawal, rejection)).error).toBe('own_account');
    expect(await rob.call(withdrawalCalls.rejectWithdrawal, rejection)).toMatchObject({ code: 1 });
  });
});
