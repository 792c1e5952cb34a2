import type { NoticePage } from '@bourse/contract/alerts';
import { approvalCalls, homeCalls, settingsCalls, topupCalls } from '@bourse/contract/console';
import type { Outflow } from '@bourse/contract/credits';
import type { TopupRedirect } from '@bourse/contract/topup';
import type { WalletMovement } from '@bourse/contract/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoTokenAddress } from '../chains/index.ts';
import { ManualTime } from '../../ground/core/testing/manual-time.ts';
import { ConsoleVenue, type StaffClient, testReason } from '../../testing/console-client.ts';
import type { Person } from '../../testing/running-venue.ts';
import { TestWorld } from '../../testing/test-world.ts';
import {
  addressOf,
  beginTopup,
  orderOf,
  sendReport,
  signedReport,
  topupOf,
  verifiedPerson,
} from '../../testing/topping-up.ts';

const [btcUsdt, btc, usdt] = [1, 1, 3];
const token = demoTokenAddress('USDT');
const day = 86_400_000;
const wait = { timeout: 30_000, interval: 20 };

let time: ManualTime;
let world: TestWorld;
let console: ConsoleVenue;
let risk: StaffClient;
let ann: Person;
let people = 0;
let reports = 0;

beforeAll(async () => {
  time = new ManualTime(Date.now());
  world = TestWorld.open();
  const settings = { demo_review_seconds: 0, draw_day_usd_2: 1_000_000 };
  console = await ConsoleVenue.open({ ...world.options, settings, time: { time } });
  risk = await console.staff(1, ['risk']);
});

beforeEach(async () => {
  people += 1;
  ann = await verifiedPerson(console.venue, `ann-${people}`);
});

afterAll(async () => {
  await console.close();
  world.close();
});

async function begun(): Promise<TopupRedirect> {
  const { body } = await beginTopup(ann);
  if (body.code !== 1) throw new Error(body.error);
  return body.data;
}

/** Approves an order of 96.5 USDT, mines its coins, and waits for their credit. */
async function credited(): Promise<number> {
  const order = await begun();
  await console.venue.post('demo/topup_decide', { order: orderOf(order), decision: 'approve' });
  // Other payments wait for blocks too, such as those of sweeps.
  const statusInNextBlock = async () => {
    world.mine();
    return (await topupOf(ann, order.id))?.status;
  };
  await expect.poll(statusInNextBlock, { timeout: 30_000, interval: 300 }).toBe('credited');
  return order.id;
}

async function report(order: number, status: string): Promise<number> {
  reports += 1;
  return sendReport(console.venue, signedReport({ id: `report-${reports}`, order, status }, Date.now()));
}

async function available(): Promise<string> {
  return (await ann.balance(usdt)).available;
}

async function debts(): Promise<readonly string[]> {
  return (await ann.get<Outflow>('wallet/outflow')).body.data.debts.map(({ amount }) => amount);
}

/** The status of each deposit, oldest first. */
async function statuses(): Promise<string[]> {
  const { body } = await ann.get<{ data: WalletMovement[] }>('wallet/deposits');
  return body.data.data.map(({ status }) => status).toReversed();
}

/** The templates of all notices, oldest first. */
async function notices(): Promise<string[]> {
  const { body } = await ann.get<NoticePage>('notices/list');
  return body.data.data.map(({ template }) => template).toReversed();
}

async function alarms(): Promise<string[]> {
  return (await risk.call(homeCalls.home, {})).data.alarms.map(({ name }) => name);
}

async function rowOf(id: number) {
  return (await risk.call(topupCalls.topups, { user: ann.id })).data.rows.find((row) => row.id === id);
}

describe('a charge back', () => {
  test('makes what was spent a debt, and says why', async () => {
    const id = await credited();
    const bob = await console.venue.person(`bob-${people}`);
    const coins = Number((await bob.balance(btc)).available);
    const trade = [btcUsdt, String(coins), String(Math.floor(100_095 / coins))] as const;
    await bob.sell(...trade);
    await ann.buy(...trade);
    expect((await ann.balance(usdt)).locked).toBe('0');
    const left = Number(await available());
    expect(left).toBeLessThan(50);
    expect(await report(id, 'charged_back')).toBe(200);
    await expect.poll(debts, wait).toEqual([String(96.5 - left)]);
    expect(await available()).toBe('0');
    await expect.poll(statuses, wait).toEqual(['charged_back']);
    await expect.poll(notices, wait).toContain('deposit_charged_back');
    expect(await notices()).not.toContain('deposit_reversed');
    expect(await topupOf(ann, id)).toMatchObject({ status: 'charged_back', credited: null, matures_at: null });
  });

  test('takes back coins of several deposits that come after it, and those of a replaced block again', async () => {
    const { id } = await begun();
    expect(await report(id, 'charged_back')).toBe(200);
    const address = await addressOf(console.venue, id);
    await world.pay(address, token, 60_000_000n);
    world.mine();
    await expect.poll(statuses, wait).toEqual(['charged_back']);
    const tx = await world.pay(address, token, 50_000_000n);
    world.mine();
    await expect.poll(statuses, wait).toEqual(['charged_back', 'charged_back']);
    const raw = world.chain.find(tx)?.transaction.raw ?? '';
    world.chain.reorg(1, { drop: true, added: 4 });
    await expect.poll(statuses, wait).toEqual(['charged_back', 'reversed']);
    await world.chain.send(raw);
    world.mine();
    await expect.poll(statuses, wait).toEqual(['charged_back', 'reversed', 'charged_back']);
    expect([await available(), await debts()]).toEqual(['100000', []]);
  });

  test('that the exchange rejects is tried again', async () => {
    const id = await credited();
    const { database, logged } = console.venue;
    const change = async (by: number): Promise<void> => {
      await database.query('update app.deposits set amount = amount + $2 where user_id = $1', [ann.id, by]);
    };
    await change(1);
    expect(await report(id, 'charged_back')).toBe(200);
    await expect.poll(() => logged.some((line) => line.includes('credit_differs')), wait).toBe(true);
    expect(await available()).toBe('100096.5');
    await change(-1);
    await expect.poll(available, { ...wait, timeout: 60_000 }).toBe('100000');
  });

  test.each(['declined', 'expired', 'paid'])('counts after the order was reported as %s', async (status) => {
    const { id } = await begun();
    expect(await report(id, status)).toBe(200);
    await world.pay(await addressOf(console.venue, id), token, 60_000_000n);
    world.mine();
    await expect.poll(statuses, wait).toEqual(['credited']);
    expect(await report(id, 'charged_back')).toBe(200);
    await expect.poll(statuses, wait).toEqual(['charged_back']);
    expect(await available()).toBe('100000');
  });

  test('after the coins have matured is a case that bars its owner until risk has decided', async () => {
    const id = await credited();
    world.mine(7);
    await expect.poll(statuses, wait).toEqual(['maturing']);
    time.pass(14 * day + 60_000);
    await console.venue.operate({ type: 'clock' });
    await expect.poll(statuses, wait).toEqual(['final']);
    expect(await topupOf(ann, id)).toMatchObject({ status: 'credited', matures_at: null });
    expect(await rowOf(id)).toMatchObject({ is_case: false });

    expect(await report(id, 'charged_back')).toBe(200);
    await expect.poll(async () => (await rowOf(id))?.is_case, wait).toBe(true);
    expect([await available(), await debts()]).toEqual(['100096.5', []]);
    expect((await beginTopup(ann)).body.error).toBe('topup_held');
    await expect.poll(alarms, wait).toContain('topup_cases');
    const open = (await risk.call(topupCalls.topups, { cases: 'open' })).data.rows;
    expect(open.map((row) => row.id)).toEqual([id]);

    const finance = await console.staff(2, ['finance']);
    expect((await finance.call(topupCalls.closeTopupCase, { id })).error).toBe('forbidden');
    expect(await risk.call(topupCalls.closeTopupCase, { id })).toMatchObject({ code: 1 });
    expect((await risk.call(topupCalls.closeTopupCase, { id })).error).toBe('topup_not_case');
    expect((await beginTopup(ann)).body.code).toBe(1);
    await expect.poll(alarms, wait).not.toContain('topup_cases');
  });
});

describe('staff', () => {
  test('record a charge back that no provider reports, once', async () => {
    const id = await credited();
    const finance = await console.staff(2, ['finance']);
    expect((await finance.call(topupCalls.chargeBackTopup, { id })).error).toBe('forbidden');
    expect((await risk.call(topupCalls.chargeBackTopup, { id: 999_999 })).error).toBe('topup_unknown');
    expect(await risk.call(topupCalls.chargeBackTopup, { id })).toMatchObject({ code: 1, data: { approval: null } });
    await expect.poll(statuses, wait).toEqual(['charged_back']);
    expect(await available()).toBe('100000');
    expect((await risk.call(topupCalls.chargeBackTopup, { id })).error).toBe('topup_charged_back');
    await expect.poll(notices, wait).toContain('topup_charged_back');
    const rows = await console.venue.database.query(
      `select subject_kind, reason from app.operator_log
        where action = 'topups/charge-back' and kind = 'change' and subject_id = $1`,
      [String(id)],
    );
    expect(rows).toEqual([{ subject_kind: 'topup', reason: testReason.reason }]);
  });

  test('need a second person for it', async () => {
    const { id } = await begun();
    const ada = await console.staff(3, ['admin', 'risk']);
    await ada.call(settingsCalls.changeSetting, { name: 'console_four_eyes', value: 'on', version: 0 });
    const { data } = await risk.call(topupCalls.chargeBackTopup, { id });
    const approval = data.approval ?? 0;
    expect((await topupOf(ann, id))?.status).toBe('pending');
    const { payload_hash } = (await ada.call(approvalCalls.approval, { id: approval })).data;
    await ada.call(approvalCalls.voteOnApproval, { id: approval, verdict: 'approve', payload_hash });
    await expect.poll(async () => (await topupOf(ann, id))?.status, wait).toBe('charged_back');
  });

  test('see what a top-up received', async () => {
    const id = await credited();
    const filtered = await risk.call(topupCalls.topups, { user: ann.id, status: 'paid' });
    expect(filtered.data.rows).toMatchObject([
      { id, status: 'credited', credited: '96.5', amount: '100', fee: '3.5', currency_code: 'USDT', is_case: false },
    ]);
    expect((await risk.call(topupCalls.topups, { user: ann.id, status: 'declined' })).data.rows).toEqual([]);
  });
});
