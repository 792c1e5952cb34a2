import type { Outflow } from '@bourse/contract/credits';
import { approvalCalls, debtCalls } from '@bourse/contract/console';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ConsoleVenue, type StaffClient } from '../../testing/console-client.ts';
import { creditDeposit, oweDebt } from '../../testing/debts.ts';
import type { Person } from '../../testing/running-venue.ts';

const usdt = 3;
const xlm = 14;
const dollar = 1_000_000;

let venue: ConsoleVenue;
let finance: StaffClient;
let risk: StaffClient;
let ann: Person;
let people = 0;

beforeAll(async () => {
  venue = await ConsoleVenue.open({ settings: { console_four_eyes: 'on' } });
  [finance, risk] = await Promise.all([venue.staff(1, ['finance']), venue.staff(2, ['risk'])]);
});

beforeEach(async () => {
  people += 1;
  ann = await venue.venue.person(`ann-${people}`);
  await oweDebt(venue.venue, ann, { currency: usdt, units: 40 * dollar, n: people }, 100_000 * dollar);
});

afterAll(async () => {
  await venue.close();
});

async function settle(key: string, input: Readonly<Record<string, unknown>> = {}) {
  const whole = { user_id: ann.id, currency_id: usdt, from: 'treasury', amount: '40' };
  return finance.call(debtCalls.settleDebt, { ...whole, ...input }, { 'idempotency-key': `${key}-${people}` });
}

async function debtsOfAnn() {
  const { data } = await risk.call(debtCalls.debts, {});
  return data.rows.filter(({ user_id: user }) => user === ann.id);
}

/** Approves a request, and waits until it is carried out. */
async function approve(id: number | null) {
  const shown = (await risk.call(approvalCalls.approval, { id })).data;
  await risk.call(approvalCalls.voteOnApproval, { id, verdict: 'approve', payload_hash: shown.payload_hash });
  for (;;) {
    const { data } = await risk.call(approvalCalls.approval, { id });
    if (data.stage !== 'ready') return data;
  }
}

describe('the debts of users', () => {
  test('are listed with the accounts that can pay them, page by page', async () => {
    expect(await debtsOfAnn()).toEqual([
      {
        id: `${ann.id}.${usdt}`,
        user_id: ann.id,
        currency_id: usdt,
        currency_code: 'USDT',
        decimals: 6,
        amount: '40',
        worth_usd: '40',
        insurance: '2000000',
        treasury: '10000000',
      },
    ]);
    const bob = await venue.venue.person('bob');
    await oweDebt(venue.venue, bob, { currency: xlm, units: dollar, n: 1_000 }, 50_000 * dollar);
    const first = await risk.call(debtCalls.debts, { limit: 1 });
    const second = await risk.call(debtCalls.debts, { limit: 1, cursor: first.data.next });
    expect([first, second].map(({ data }) => data.rows.map((row) => row.currency_code))).toEqual([['USDT'], ['XLM']]);
    expect(second.data.next).toBeNull();
  });

  test('are paid with money of the exchange once a second person approves, once for each key', async () => {
    const asked = await settle('pay', { amount: '30' });
    expect((await settle('pay', { amount: '30' })).data).toEqual(asked.data);
    expect(await debtsOfAnn()).toMatchObject([{ amount: '40' }]);
    expect(await approve(asked.data.approval)).toMatchObject({ stage: 'carried_out' });
    expect(await debtsOfAnn()).toMatchObject([{ amount: '10' }]);
    const { treasury = '' } = (await debtsOfAnn())[0] ?? {};
    expect(Number(treasury)).toBe(9_999_970);

    await approve((await settle('rest', { amount: '10' })).data.approval);
    expect(await debtsOfAnn()).toEqual([]);
    expect((await ann.get<Outflow>('wallet/outflow')).body.data.debts).toEqual([]);
  });

  test('are not paid twice when the user repays while the request waits', async () => {
    const asked = await settle('late');
    await creditDeposit(venue.venue, ann, { currency: usdt, units: 40 * dollar, n: 2_000, matured: true });
    expect(await debtsOfAnn()).toEqual([]);
    expect(await approve(asked.data.approval)).toMatchObject({ stage: 'failed' });
  });

  test.each([
    [{ amount: '40.000001' }, 'debt_exceeded', { debt: '40' }],
    [{ amount: '0' }, 'decimal_invalid', { field: 'amount', problem: 'zero' }],
    [{ amount: '0.0000001' }, 'decimal_invalid', { field: 'amount', problem: 'too_precise' }],
    [{ currency_id: 99 }, 'currency_unknown', {}],
    [{ currency_id: 1 }, 'debt_exceeded', { debt: '0' }],
  ])('are not paid with %o', async (input, error, details) => {
    expect(await settle(`${error}-${JSON.stringify(input).length}`, input)).toMatchObject({ error, details });
    expect(await debtsOfAnn()).toMatchObject([{ amount: '40' }]);
  });

  test('are not paid from an account that has too little money', async () => {
    const carol = await venue.venue.person('carol');
    await oweDebt(venue.venue, carol, { currency: xlm, units: dollar, n: 3_000 }, 50_000 * dollar);
    const unfunded = { user_id: carol.id, currency_id: xlm, from: 'insurance', amount: '0.1' };
    expect(await settle('unfunded', unfunded)).toMatchObject({ error: 'insufficient', details: { available: '0' } });
  });
});
