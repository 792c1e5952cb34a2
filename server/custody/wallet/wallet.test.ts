import type { AccountDetail, AccountGroup, Transfer } from '@bourse/contract/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, RunningVenue } from '../../testing/running-venue.ts';

const usdt = 3;

let venue: RunningVenue;
let ann: Person;
let people = 0;

beforeAll(async () => {
  venue = await RunningVenue.open();
});

beforeEach(async () => {
  people += 1;
  ann = await venue.person(`ann-${people}`);
});

afterAll(async () => {
  await venue.close();
});

/** Requests a transfer of USDT from the change account to the lever account, with `changes` to the fields. */
async function transfer(
  changes: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
) {
  const everyday = { currency_id: usdt, balance: '250.5', from: 'change_account', to: 'lever_account' };
  return ann.post<Transfer>('account/transfer', { ...everyday, ...changes }, headers);
}

/** Available and held USDT of an account type. */
async function balance(type: number): Promise<string[]> {
  const { body } = await ann.get<AccountDetail>(`account/detail?currency_id=${usdt}&account_type_id=${type}`);
  return [body.data.balance, body.data.lock_balance];
}

describe('a transfer', () => {
  test('moves an available amount between two accounts and confirms it', async () => {
    const { status, body } = await transfer();
    expect(status).toBe(200);
    expect(body).toEqual({
      code: 1,
      message: 'Transfer completed.',
      data: {
        id: body.sequence,
        currency_id: usdt,
        currency_code: 'USDT',
        balance: '250.5',
        from: 'change_account',
        to: 'lever_account',
      },
      sequence: body.sequence,
    });
    expect([await balance(1), await balance(3)]).toEqual([
      ['99749.5', '0'],
      ['250.5', '0'],
    ]);
  });

  test('is made once per idempotency key and repeats its answer, also after a restart', async () => {
    const database = venue.database;
    const key = { 'idempotency-key': 'once' };
    const first = await transfer({}, key);
    const again = await transfer({ balance: 250.5 }, key);
    expect(again.body).toMatchObject({ data: first.body.data, repeated: true });
    expect((await transfer({ balance: '250.6' }, key)).body.error).toBe('idempotency_key_reused');
    const tooMuch = await transfer({ balance: '1000000' }, { 'idempotency-key': 'too-much' });

    await venue.stop();
    venue = await RunningVenue.openOn(database);
    ann = ann.on(venue);
    expect((await transfer({}, key)).body.data).toEqual(first.body.data);
    const { sequence: _now, ...refusal } = tooMuch.body;
    expect((await transfer({ balance: '1000000' }, { 'idempotency-key': 'too-much' })).body).toMatchObject(refusal);
    expect(await balance(3)).toEqual(['250.5', '0']);
  });

  test('cannot take an amount that an order holds', async () => {
    await ann.buy(1, '1', '20000');
    const { body } = await transfer({ balance: '80000.000001' });
    expect(body).toMatchObject({
      code: 0,
      data: null,
      error: 'insufficient_balance',
      message: 'Insufficient USDT balance: 80000 available, 80000.000001 needed.',
      details: { available: '80000', needed: '80000.000001', currency: 'USDT' },
    });
    expect((await transfer({ balance: '80000' })).body.code).toBe(1);
    expect(await balance(1)).toEqual(['0', '20000']);
  });

  test('works between all five accounts and logs amounts that sum to each balance', async () => {
    const tour = ['change', 'legal', 'lever', 'micro', 'financial', 'change'].map((name) => `${name}_account`);
    for (const [at, from] of tour.slice(0, -1).entries()) await transfer({ balance: 7 - at, from, to: tour[at + 1] });
    const { body } = await ann.get<AccountGroup[]>('account/list');
    const shown = body.data.map(({ id, account_code: code, is_recharge: recharge, accounts }) => {
      const { balance: available } = accounts.find(({ currency_id: currency }) => currency === usdt) ?? {};
      return [id, code, recharge, available];
    });
    expect(shown).toEqual([
      [1, 'change_account', 1, '99996'],
      [2, 'legal_account', 0, '1'],
      [3, 'lever_account', 0, '1'],
      [4, 'micro_account', 0, '1'],
      [5, 'financial_account', 0, '1'],
    ]);
    const logged = await venue.database.query<{ sum: string }>(
      `select (sum(amount) / 1000000)::text as sum from core.account_log where user_id = $1 and currency_id = $2
       group by account_type order by account_type`,
      [ann.id, usdt],
    );
    expect(logged.map(({ sum }) => Number(sum))).toEqual([99_996, 1, 1, 1, 1]);
  });

  test.each([
    ['without an amount', { balance: undefined }, 'quantity_required', 'Please enter an amount.'],
    ['with an empty amount', { balance: '' }, 'quantity_required', 'Please enter an amount.'],
    ['of zero', { balance: '0.0' }, 'quantity_required', 'Please enter an amount.'],
    ['of a negative amount', { balance: '-1' }, 'invalid_request', 'The field “balance” is missing or invalid.'],
    ['in scientific notation', { balance: '1e3' }, 'invalid_request', 'The field “balance” is missing or invalid.'],
    [
      'with more decimals than the currency has',
      { balance: '0.0000001' },
      'quantity_precision',
      'The amount can have at most 6 decimal places.',
    ],
    [
      'above the largest possible amount',
      { balance: '99999999999' },
      'amount_too_large',
      'This exceeds the maximum of 9007199254.740991.',
    ],
    ['of an unknown currency', { currency_id: 999 }, 'currency_unknown', 'This currency does not exist.'],
    ['from an unknown account', { from: 'fees' }, 'account_unknown', 'This account does not exist.'],
    ['to the name of a built-in property', { to: 'constructor' }, 'account_unknown', 'This account does not exist.'],
    ['to the same account', { to: 'change_account' }, 'accounts_alike', 'Please select two different accounts.'],
    ['without a target account', { to: undefined }, 'invalid_request', 'The field “to” is missing or invalid.'],
  ])('%s is refused', async (_, changes, error, message) => {
    expect((await transfer(changes)).body).toMatchObject({ code: 0, data: null, error, message });
    expect(await balance(1)).toEqual(['100000', '0']);
  });

  test('needs a session', async () => {
    const { body } = await venue.post('account/transfer', { currency_id: usdt, balance: '1', from: 'a', to: 'b' });
    expect(body).toMatchObject({ code: 999, error: 'session_ended' });
  });
});

describe('an account', () => {
  test('of a type that users do not have is refused', async () => {
    for (const type of [0, 6, 101, 107]) {
      const { body } = await ann.get(`account/detail?currency_id=${usdt}&account_type_id=${type}`);
      expect(body).toMatchObject({ error: 'invalid_request', details: { field: 'account_type_id' } });
    }
  });
});
