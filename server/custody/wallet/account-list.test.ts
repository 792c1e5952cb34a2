import type { AccountGroup, AccountRow } from '@bourse/contract/wallet';
import { userId } from '@bourse/engine';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { creditDeposit, oweDebt, spendMoney } from '../../testing/debts.ts';
import { type Person, RunningVenue } from '../../testing/running-venue.ts';

const [btc, usdt] = [1, 3];
const units = 1_000_000;

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

async function groups(): Promise<AccountGroup[]> {
  return (await ann.get<AccountGroup[]>('account/list')).body.data;
}

/** The row of a currency in the account of a type. */
async function row(currency: number, type = 1): Promise<AccountRow | undefined> {
  const group = (await groups()).find(({ id }) => id === type);
  return group?.accounts.find(({ currency_id: id }) => id === currency);
}

async function move(to: string, balance: string): Promise<void> {
  await ann.post('account/transfer', { currency_id: usdt, balance, from: 'change_account', to });
}

async function withdrawable(...types: number[]): Promise<(string | undefined)[]> {
  const found = await groups();
  return types.map((type) => {
    const accounts = found.find(({ id }) => id === type)?.accounts;
    return accounts?.find(({ currency_id: id }) => id === usdt)?.withdrawable;
  });
}

describe('the currency of a balance', () => {
  test('has its price, its networks and the terms of its movements', async () => {
    const shown = (await row(usdt))?.currency;
    expect(shown).toMatchObject({
      code: 'USDT',
      logo: '/coins/usdt.svg',
      usd_price: '1',
      open_recharge: 1,
      open_draw: 1,
      can_convert: 1,
      draw_rate: '0',
      draw_min: '20',
      draw_max: '500000',
      is_recharge_account: 1,
    });
    expect(shown?.currency_protocols.map(({ chain_protocol: { code }, open_draw: open }) => [code, open])).toEqual([
      ['ERC20', 1],
      ['TRC20', 0],
    ]);
    expect(shown?.account_types.map(({ account_code: code }) => code)).toEqual(
      (await groups()).map(({ account_code: code }) => code),
    );
    const coin = (await row(btc))?.currency;
    expect(coin?.currency_protocols[0]?.fee).toEqual({ kind: 'rate', value: coin?.draw_rate });
  });

  test('says which accounts are credited with deposits', async () => {
    const flags = (await groups()).map(({ accounts, is_recharge: group }) => [
      group,
      accounts[0]?.currency.is_recharge_account,
    ]);
    expect(flags).toEqual([[1, 1], ...Array.from({ length: 4 }, () => [0, 0])]);
  });
});

describe('the withdrawable part of a balance', () => {
  test('is the available amount in the accounts that pay withdrawals, and nothing in the others', async () => {
    for (const [to, balance] of Object.entries({ legal_account: '1', lever_account: '2', micro_account: '3' }))
      await move(to, balance);
    expect(await withdrawable(1, 2, 3, 4, 5)).toEqual(['99994', '1', '2', '0', '0']);
  });

  test('leaves out what has to cover deposits that are not final', async () => {
    await creditDeposit(venue, ann, { currency: usdt, units: 400 * units, n: 100 + people, matured: false });
    expect(await withdrawable(1)).toEqual(['100000']);
    await spendMoney(venue, ann, { currency: usdt, units: 99_000 * units, n: 200 + people });
    await move('lever_account', '1200');
    expect(await withdrawable(1, 3)).toEqual(['200', '1000']);
  });

  test('is nothing with a debt', async () => {
    await oweDebt(venue, ann, { currency: btc, units: 5, n: 300 + people }, 100_000_000);
    expect(await withdrawable(1)).toEqual(['0']);
  });

  test('is nothing while an operator restricts the user', async () => {
    const audit = { operator: userId(7), cause: 'incident' } as const;
    const user = userId(ann.id);
    await venue.operate({ type: 'restrict_user', user, before: 'none', scope: 'outflow', ...audit });
    expect(await withdrawable(1)).toEqual(['0']);
    await venue.operate({ type: 'restrict_user', user, before: 'outflow', scope: 'none', ...audit });
    expect(await withdrawable(1)).toEqual(['100000']);
  });
});
