import {
  approvalCalls,
  type ConsoleCall,
  consoleCalls,
  settingsCalls,
  staffCalls,
  userCalls,
  withdrawalCalls,
} from '@bourse/contract/console';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConsoleVenue, type StaffClient } from '../../testing/console-client.ts';
import { orderFor } from '../../testing/own-things.ts';
import type { Person } from '../../testing/running-venue.ts';
import { TestWorld } from '../../testing/test-world.ts';
import { submitDocuments, withdraw } from '../../testing/withdrawing.ts';

const concerning = Object.values(consoleCalls).filter((call: ConsoleCall) => call.concerns !== null);
const outside = '0x00000000000000000000000000000000000000C1';

let world: TestWorld;
let console: ConsoleVenue;
/** A user who is also a member of staff, with another e-mail address. */
let ann: Person;
let annAsStaff: StaffClient;
let bob: Person;
let rob: StaffClient;
/** The rows of Ann, by kind. */
let rows: Readonly<Record<string, number>>;

beforeAll(async () => {
  world = TestWorld.open();
  console = await ConsoleVenue.open({
    ...world.options,
    settings: { demo_review_seconds: 0, draw_day_usd_1: 50_000, draw_auto_usd: 1_000, draw_four_eyes_usd: 5_000 },
  });
  ann = await console.venue.person('ann');
  bob = await console.venue.person('bob');
  await submitDocuments(console.venue, ann);
  const { body } = await withdraw(console.venue, ann, { number: '6000', address: outside });
  const feedback = {
    type: 'account',
    title: 'A question',
    content: 'one two three four five six seven eight nine ten',
  };
  const added = await ann.post<{ id: number }>('feedback/add', feedback);
  const [verification] = await query<{ id: string }>('select id from app.verifications');
  const [topup] = await query<{ id: string }>(
    `insert into app.topups (user_id, chain_id, protocol_id, currency_id, cents, fee_cents, number, provider,
       request_key, quote_key, status, expires_at, created_at, changed_at)
     values ($1, 1, 3, 3, 10000, 350, 96500000, 'demo', 'own', 'own', 'pending', 0, 0, 0) returning id`,
    [ann.id],
  );
  rows = {
    user: ann.id,
    withdrawal: body.data.id,
    verification: Number(verification?.id),
    feedback: added.body.data.id,
    p2p_order: await orderFor(console.venue, ann),
    topup: Number(topup?.id),
  };
  const all = ['support', 'finance', 'content', 'risk', 'admin'] as const;
  annAsStaff = await console.staff(1, all);
  rob = await console.staff(2, all);
  await rob.call(settingsCalls.changeSetting, { name: 'console_four_eyes', value: 'on', version: 0 });
});

afterAll(async () => {
  await console.close();
  world.close();
});

async function query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return console.venue.database.query<Row>(text, values);
}

async function link(staff: number, user: number | null): Promise<void> {
  await query('update app.staff set user_id = $2 where id = $1', [staff, user]);
}

/** The least that identifies the row of Ann, with an idempotency key for calls that move money. */
async function callOn(call: ConsoleCall, staff: StaffClient, n: number) {
  const { field = '', kind = '' } = call.concerns ?? {};
  return staff.call(call, { [field]: rows[kind] }, { 'idempotency-key': `own-${staff.id}-${n}` });
}

describe('staff', () => {
  test('are known by another account with the same document, and by their e-mail address', async () => {
    await link(1, bob.id);
    const about = { id: ann.id };
    expect((await annAsStaff.call(userCalls.user, about)).code).toBe(1);
    await query(
      `insert into app.verifications (user_id, status, name, card_id, card_key, front_image, reverse_image,
         submitted_at, submissions_since)
       select $1, status, name, card_id, card_key, front_image, reverse_image, submitted_at, submissions_since
       from app.verifications where user_id = $2`,
      [bob.id, ann.id],
    );
    expect((await annAsStaff.call(userCalls.user, about)).error).toBe('own_account');
    await query('delete from app.verifications where user_id = $1', [bob.id]);
    await query('update app.staff set email_key = $1 where id = 1', [ann.account]);
    expect((await annAsStaff.call(userCalls.user, about)).error).toBe('own_account');
    await query(`update app.staff set email_key = 'other@example.com' where id = 1`);
  });

  /** Rob's request about Ann. */
  async function asked() {
    const { data, error } = await rob.call(withdrawalCalls.approveWithdrawal, { id: rows['withdrawal'] });
    expect(error).toBeUndefined();
    const id = data.approval ?? 0;
    const { may_vote, payload_hash } = (await annAsStaff.call(approvalCalls.approval, { id })).data;
    return { id, may_vote, vote: { id, verdict: 'approve', payload_hash } };
  }

  test('do not vote on a request about themselves', async () => {
    await link(1, ann.id);
    const { may_vote, vote } = await asked();
    expect(may_vote).toBe(false);
    expect((await annAsStaff.call(approvalCalls.voteOnApproval, vote)).error).toBe('own_account');
  });

  test('do not get a request about themselves carried out if they are linked after their vote', async () => {
    await link(1, null);
    const { id, vote } = await asked();
    await query(`create function app.link_voter() returns trigger language plpgsql security definer as $$
      begin update app.staff set user_id = ${ann.id} where id = 1; return new; end $$`);
    await query(`create trigger link_voter after insert on app.approval_votes
      for each row execute function app.link_voter()`);
    expect((await annAsStaff.call(approvalCalls.voteOnApproval, vote)).code).toBe(1);
    await query('drop trigger link_voter on app.approval_votes');
    await expect
      .poll(async () => (await rob.call(approvalCalls.approval, { id })).data)
      .toMatchObject({ stage: 'failed', result: { error: 'own_account' } });
  });

  test('are linked to an account by administrators, and do not unlink themselves alone', async () => {
    await link(1, null);
    const version = async (): Promise<number> => {
      const { data } = await rob.call(staffCalls.staff, {});
      return data.rows.find(({ id }) => id === 1)?.version ?? 0;
    };
    await query(`update app.site_settings set value = '"off"' where name = 'console_four_eyes'`);
    const { database } = console.venue;
    await console.venue.stop();
    console = await ConsoleVenue.openOn(database, world.options);
    const all = ['support', 'finance', 'risk', 'admin'] as const;
    annAsStaff = await console.staff(1, all);
    rob = await console.staff(2, all);
    const unknown = await rob.call(staffCalls.linkStaff, { staff: 1, version: await version(), user_id: 999_999_999 });
    expect(unknown.error).toBe('user_unknown');
    const linked = await rob.call(staffCalls.linkStaff, { staff: 1, version: await version(), user_id: ann.id });
    expect(linked).toMatchObject({ code: 1 });
    expect((await rob.call(staffCalls.staff, {})).data.rows.find(({ id }) => id === 1)).toMatchObject({
      user_id: ann.id,
    });
    annAsStaff = await console.staff(1, all);
    expect((await annAsStaff.call(userCalls.user, { id: ann.id })).error).toBe('own_account');
    const unlinked = await annAsStaff.call(staffCalls.linkStaff, { staff: 1, version: await version(), user_id: null });
    expect(unlinked.error).toBe('own_link');
    // One's own account is stated once.
    const own = async () => {
      const { data } = await rob.call(staffCalls.staff, {});
      return data.rows.find(({ id }) => id === 2);
    };
    expect(await own()).toMatchObject({ user_id: null, user_declared: false });
    const none = { staff: 2, user_id: null };
    expect(await rob.call(staffCalls.linkStaff, { ...none, version: (await own())?.version })).toMatchObject({
      code: 1,
    });
    expect(await own()).toMatchObject({ user_id: null, user_declared: true });
    expect((await rob.call(staffCalls.linkStaff, { ...none, version: (await own())?.version })).error).toBe('own_link');
  });

  test('are refused every call about themselves', async () => {
    await link(1, ann.id);
    const wrong: string[] = [];
    for (const [n, call] of concerning.entries()) {
      const { error = 'done' } = await callOn(call, annAsStaff, n);
      if (error !== 'own_account') wrong.push(`${call.path}: ${error}`);
      const other = (await callOn(call, rob, n)).error;
      if (other === 'own_account') wrong.push(`${call.path}: refused to others`);
    }
    expect(wrong).toEqual([]);
    expect(concerning.length).toBeGreaterThan(30);
  });
});
