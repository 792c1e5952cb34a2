import { approvalCalls, auditCalls, type ConsoleInput, venueMoneyCalls } from '@bourse/contract/console';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConsoleVenue, type StaffClient } from '../../testing/console-client.ts';
import type { Person } from '../../testing/running-venue.ts';

const usdt = 3;

let venue: ConsoleVenue;
let finance: StaffClient;
let risk: StaffClient;
let ann: Person;

beforeAll(async () => {
  venue = await ConsoleVenue.open({ settings: { console_four_eyes: 'on' } });
  [finance, risk] = await Promise.all([venue.staff(1, ['finance']), venue.staff(2, ['risk'])]);
  ann = await venue.venue.person('ann');
});

afterAll(async () => {
  await venue.close();
});

type Move = Partial<ConsoleInput<typeof venueMoneyCalls.moveVenueMoney>>;

async function move(key: string, input: Move) {
  const defaults = { currency_id: usdt, from: 'savings_house', to: 'insurance', amount: '100' };
  return finance.call(venueMoneyCalls.moveVenueMoney, { ...defaults, ...input }, { 'idempotency-key': key });
}

async function accounts() {
  const { data } = await risk.call(venueMoneyCalls.venueAccounts, {});
  return data.rows.find(({ currency_id: id }) => id === usdt);
}

/** Lets all transfers so far be more than a day old. */
async function nextDay(): Promise<void> {
  await venue.venue.database.query('update core.venue_transfers set time_ms = time_ms - 86400001');
}

/** The approval once it is not ready any more. */
async function carriedOut(id: number | null) {
  for (;;) {
    const { data } = await risk.call(approvalCalls.approval, { id });
    if (data.stage !== 'ready') return data;
  }
}

describe('the money of the exchange', () => {
  test('adds up to zero with the money of all users', async () => {
    const { data } = await risk.call(venueMoneyCalls.venueAccounts, {});
    for (const row of data.rows) {
      const { external, fees, lever_house, insurance, micro_house, savings_house, treasury, people } = row;
      const all = [external, fees, lever_house, insurance, micro_house, savings_house, treasury, people];
      const units = all.map((text) => Math.round(Number(text) * 10 ** 8));
      expect(units.reduce((sum, unit) => sum + unit, 0)).toBe(0);
    }
    expect(await accounts()).toMatchObject({ savings_house: '1000000', savings_reserved: '0', insurance: '2000000' });
  });

  test('moves between own accounts once for each key', async () => {
    const first = await move('move-1', { amount: '100.5' });
    expect(first.data).toMatchObject({ approval: null });
    expect((await move('move-1', { amount: '100.5' })).data).toEqual(first.data);
    expect(await move('move-1', { amount: '7' })).toMatchObject({ error: 'idempotency_key_reused' });
    expect(await accounts()).toMatchObject({ savings_house: '999899.5', insurance: '2000100.5' });
    const input = { currency_id: usdt, from: 'fees', to: 'insurance', amount: '1' };
    const keyless = await finance.call(venueMoneyCalls.moveVenueMoney, input);
    expect(keyless).toMatchObject({ error: 'idempotency_key_required' });
  });

  test.each([
    [{ amount: '1000001' }, 'insufficient', { available: '999899.5' }],
    [{ from: 'lever_house' as const, amount: '18000000.5' }, 'house_floor', { available: '18000000' }],
    [{ amount: '0' }, 'decimal_invalid', { field: 'amount', problem: 'zero' }],
    [{ amount: '0.0000001' }, 'decimal_invalid', { field: 'amount', problem: 'too_precise' }],
    [{ amount: '-1' }, 'decimal_invalid', { field: 'amount', problem: 'malformed' }],
    [{ to: 'savings_house' as const }, 'account_invalid', { field: 'to' }],
    [{ currency_id: 99 }, 'currency_unknown', {}],
  ])('is not moved by %o', async (input, error, details) => {
    expect(await move(`refused-${JSON.stringify(input).length}-${error}`, input)).toMatchObject({ error, details });
  });

  test('waits for a second person above the limit, as capital and to users', async () => {
    expect((await move('large', { amount: '10001' })).data.approval).toBeGreaterThan(0);
    expect((await move('capital', { from: 'external', amount: '1' })).data.approval).toBeGreaterThan(0);
    const pay = { currency_id: usdt, from: 'treasury', user_id: ann.id, amount: '5' };
    const asked = await finance.call(venueMoneyCalls.payUser, pay, { 'idempotency-key': 'pay' });
    expect(asked.data.approval).toBeGreaterThan(0);
    const nowhere = await finance.call(
      venueMoneyCalls.payUser,
      { ...pay, user_id: 999_999 },
      { 'idempotency-key': 'nowhere' },
    );
    expect(nowhere).toMatchObject({ error: 'user_unknown' });
    const outside = await finance.call(
      venueMoneyCalls.payUser,
      { ...pay, from: 'external' },
      { 'idempotency-key': 'outside' },
    );
    expect(outside).toMatchObject({ error: 'account_invalid', details: { field: 'from' } });
    expect(await accounts()).toMatchObject({ insurance: '2000100.5' });
  });

  test('asks once for two simultaneous requests with one key, and for the same request in other words', async () => {
    const both = await Promise.all([
      move('twin', { amount: '10002' }),
      move('twin', { amount: '10002' }),
      move('twin', { amount: '10002', reason: 'The same transfer explained in other words' }),
    ]);
    const [first] = both;
    expect(first.data.approval).toBeGreaterThan(0);
    expect(both.map(({ data }) => data)).toEqual([first.data, first.data, first.data]);
  });

  test('lists transfers with who and why', async () => {
    const { data } = await risk.call(venueMoneyCalls.venueTransfers, { currency_id: usdt, limit: 1 });
    expect(data.rows).toMatchObject([
      { from: 'savings_house', to: 'insurance', user_id: null, amount: '100.5', by: 'Staff 1', source: 'console' },
    ]);
    const rest = await risk.call(venueMoneyCalls.venueTransfers, { currency_id: usdt, cursor: data.next });
    expect(rest.data).toMatchObject({
      next: null,
      rows: ['treasury', 'micro_house', 'insurance', 'lever_house', 'savings_house'].map((to) => ({
        from: 'external',
        to,
        by: null,
        reason_code: 'setup',
      })),
    });
  });

  test('moves once when a second person approves the transfer', async () => {
    const before = await accounts();
    const { data } = await move('approved', { amount: '20000' });
    const id = data.approval;
    expect(await accounts()).toEqual(before);
    const shown = (await risk.call(approvalCalls.approval, { id })).data;
    const vote = { id, verdict: 'approve', payload_hash: shown.payload_hash };
    expect(await risk.call(approvalCalls.voteOnApproval, vote)).toMatchObject({ data: { stage: 'ready' } });
    const done = await carriedOut(id);

    expect(await accounts()).toMatchObject({ savings_house: '979899.5', insurance: '2020100.5' });
    const transfers = await risk.call(venueMoneyCalls.venueTransfers, { currency_id: usdt });
    const booked = transfers.data.rows.filter(({ amount }) => amount === '20000');
    expect(booked).toMatchObject([
      { source: 'approval', n: id, from: 'savings_house', to: 'insurance', by: 'Staff 1' },
    ]);
    const sequence = booked[0]?.sequence;
    expect(done).toMatchObject({ stage: 'carried_out', result: { result: { sequence } } });
    const audit = await risk.call(auditCalls.audit, { approval: id });
    expect(audit.data.rows.map(({ action, by, kind, ...row }) => [action, kind, by?.id, row.sequence])).toEqual([
      ['venue-money/move', 'outcome', 1, sequence],
      ['venue-money/move', 'intent', 1, null],
      ['approvals/vote', 'change', 2, null],
      ['approvals/ask', 'change', 1, null],
    ]);

    // The same vote and the same request move nothing again.
    expect(await risk.call(approvalCalls.voteOnApproval, vote)).toMatchObject({ error: 'approval_closed' });
    expect((await move('approved', { amount: '20000' })).data).toEqual(data);
    expect(await accounts()).toMatchObject({ savings_house: '979899.5', insurance: '2020100.5' });
  });

  test('waits for a second person above the limit although the money arrives only meanwhile', async () => {
    await nextDay();
    const back = { from: 'insurance', to: 'savings_house' } as const;
    const [there, early] = await Promise.all([
      move('there', { amount: '9950' }),
      move('early', { ...back, amount: '30050' }),
    ]);
    expect(there.data).toMatchObject({ approval: null });
    if (early.code === 1) expect(early.data.approval).toBeGreaterThan(0);
    else expect(early).toMatchObject({ error: 'insufficient' });
    expect(await accounts()).toMatchObject({ insurance: '2030050.5' });
    await nextDay();
    expect(await move('back', { ...back, amount: '9950' })).toMatchObject({ code: 1 });
    expect(await accounts()).toMatchObject({ insurance: '2020100.5' });
  });

  test('waits for a second person once one has moved as much as the limit within a day', async () => {
    await nextDay();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => move(`part-${n}`, { from: 'treasury', to: 'insurance', amount: '990' })),
    );
    expect(answers.filter(({ data }) => data.approval === null)).toHaveLength(10);
    await nextDay();
    expect((await move('next-day', { from: 'insurance', to: 'treasury', amount: '8910' })).data.approval).toBeNull();
  });
});
