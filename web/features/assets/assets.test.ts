import type { AccountCurrency, AccountGroup, AccountRow } from '@bourse/contract/wallet';
import { describe, expect, it } from 'vitest';
import { accountOfPath } from './accounts.ts';
import { arcs } from './arcs.ts';
import { type Conditions, obstacleTo } from './asset-actions.ts';
import { assetRows } from './asset-rows.ts';
import { allocation, holdings, totalWorth } from './holdings.ts';
import { nearestIndex, pathThrough, placeValues } from './line-shape.ts';
import { amountProblem, plainAmount } from './transfer-amount.ts';
import { pairFrom, swapped, type TransferPair, withSource, withTarget } from './transfer-pair.ts';

const open: AccountCurrency = {
  code: 'USDT',
  logo: '',
  usd_price: '1',
  open_recharge: 1,
  open_draw: 1,
  can_convert: 1,
  draw_rate: '0',
  draw_min: '20',
  draw_max: '1000',
  is_recharge_account: 1,
  account_types: [],
  currency_protocols: [],
};

function balance(code: string, available: string, usd: string, locked = '0', type = 1): AccountRow {
  const id = ['BTC', 'ETH', 'USDT', 'XRP', 'NEW'].indexOf(code) + 1;
  return {
    id,
    user_id: 7,
    account_type_id: type,
    currency_id: id,
    currency_code: code,
    balance: available,
    lock_balance: locked,
    convert_usd: usd,
    convert_eth: '0',
    convert_btc: '0',
    withdrawable: available,
    currency: open,
  };
}

function group(accounts: AccountRow[], usd: string, btc: string): AccountGroup {
  const worth = { convert_usd: usd, convert_btc: btc, convert_eth: '0' };
  return { id: 1, account_code: 'change_account', name: '', is_recharge: 1, ...worth, accounts };
}

const everything = { search: '', hideSmall: false };

describe('the balances of an account', () => {
  it('are listed by value, with available and locked as the total', () => {
    const rows = assetRows([balance('USDT', '5', '5'), balance('BTC', '0.1', '9000', '0.05')], everything);
    expect(rows.map(({ code, total, worth }) => [code, total, worth])).toEqual([
      ['BTC', '0.15', '9000'],
      ['USDT', '5', '5'],
    ]);
  });

  it('are found by a part of the code in any case', () => {
    const rows = assetRows([balance('USDT', '5', '5'), balance('BTC', '1', '9')], { ...everything, search: ' usd' });
    expect(rows.map(({ code }) => code)).toEqual(['USDT']);
  });

  it('have no value without a price, and are then not small', () => {
    const rows = assetRows([balance('NEW', '3', '0'), balance('XRP', '0.1', '0.99'), balance('ETH', '0', '0')], {
      ...everything,
      hideSmall: true,
    });
    expect(rows.map(({ code, worth }) => [code, worth])).toEqual([['NEW', null]]);
  });
});

describe('the overview', () => {
  it('sums the accounts and the balances of each currency', () => {
    const groups = [
      group([balance('BTC', '1', '100'), balance('USDT', '5', '5', '1')], '106', '1.05'),
      group([balance('BTC', '0.5', '50', '0', 2), balance('USDT', '0', '0', '0', 2)], '50', '0.5'),
    ];
    expect(totalWorth(groups)).toEqual({ usd: '156', btc: '1.55' });
    expect(holdings(groups)).toMatchObject([
      { currency_code: 'BTC', balance: '1.5', convert_usd: '150' },
      { currency_code: 'USDT', balance: '5', lock_balance: '1', convert_usd: '5', withdrawable: '5' },
    ]);
  });

  it('shows the shares of the most valuable currencies and the rest together', () => {
    const balances = [
      balance('USDT', '1', '1'),
      balance('BTC', '1', '6'),
      balance('ETH', '1', '2'),
      balance('XRP', '1', '0'),
    ];
    expect(allocation(balances, 3).map(({ code, percent }) => [code, percent])).toEqual([
      ['BTC', '66.66'],
      ['ETH', '22.22'],
      ['USDT', '11.11'],
    ]);
    expect(allocation(balances, 2).map(({ code, worth }) => [code, worth])).toEqual([
      ['BTC', '6'],
      [null, '3'],
    ]);
    expect(allocation([balance('BTC', '0', '0')], 3)).toEqual([]);
  });

  it('draws the shares around the whole ring', () => {
    const [first, second] = arcs([0.75, 0.25], { radius: 10, gap: 0.01 });
    const circumference = 2 * Math.PI * 10;
    expect(first?.length).toBeCloseTo(0.74 * circumference);
    expect(second?.start).toBeCloseTo(0.75 * circumference);
    expect(arcs([1], { radius: 10, gap: 0.01 })[0]?.length).toBeCloseTo(circumference);
  });
});

describe('an action of a balance', () => {
  const spot: Conditions = { account: 'change_account', recharges: true, currency: open, hasMarket: true };

  it('is offered when account and currency allow it', () => {
    for (const action of ['deposit', 'withdraw', 'convert', 'transfer', 'trade'] as const)
      expect(obstacleTo(action, spot)).toBeNull();
  });

  it('says which condition is not met, that of the account first', () => {
    const closed = { open_recharge: 0, open_draw: 0, can_convert: 0 } as const;
    const nothing = { ...spot, currency: closed, hasMarket: false };
    expect(obstacleTo('deposit', nothing)).toBe('depositClosed');
    expect(obstacleTo('withdraw', nothing)).toBe('withdrawClosed');
    expect(obstacleTo('convert', nothing)).toBe('convertClosed');
    expect(obstacleTo('trade', nothing)).toBe('noMarket');
    const options: Conditions = { ...nothing, account: 'micro_account', recharges: false };
    expect(obstacleTo('deposit', options)).toBe('depositAccount');
    expect(obstacleTo('withdraw', options)).toBe('withdrawAccount');
    expect(obstacleTo('convert', options)).toBe('convertAccount');
    expect(obstacleTo('transfer', options)).toBeNull();
    expect(obstacleTo('withdraw', { ...options, account: 'lever_account', currency: open })).toBeNull();
  });
});

it('the path of a page names its account', () => {
  expect(accountOfPath('/assets/secondAccount')).toBe('micro_account');
  expect(accountOfPath('/assets/legalAccount/')).toBe('legal_account');
  expect(accountOfPath('/assets/overview')).toBe('change_account');
});

describe('the two accounts of a transfer', () => {
  it('are the spot account and another one', () => {
    expect(pairFrom('lever_account')).toEqual({ from: 'lever_account', to: 'change_account' });
    expect(pairFrom('change_account').to).not.toBe('change_account');
  });

  it('follow each other: a choice of one forces the other', () => {
    const pair: TransferPair = { from: 'change_account', to: 'micro_account' };
    expect(withSource(pair, 'legal_account')).toEqual({ from: 'legal_account', to: 'change_account' });
    expect(withTarget(pair, 'change_account')).toEqual({ from: 'micro_account', to: 'change_account' });
    expect(withTarget(pair, 'lever_account')).toEqual({ from: 'change_account', to: 'lever_account' });
    expect(withSource(swapped(pair), 'change_account')).toEqual(pair);
  });
});

describe('the amount of a transfer', () => {
  it('is required, and at most the balance of its source', () => {
    expect(['', '.', '0', '0.00'].map((amount) => amountProblem(amount, '5'))).toEqual(Array(4).fill('missing'));
    expect(amountProblem('5.01', '5')).toBe('short');
    expect(amountProblem('5', '5')).toBeNull();
    expect(amountProblem('5', null)).toBeNull();
  });

  it('is sent in plain notation', () => {
    expect(['1.', '.5', '2.50'].map(plainAmount)).toEqual(['1', '0.5', '2.50']);
  });
});

describe('the line of the value', () => {
  it('runs from the lowest value at the bottom to the highest at the top', () => {
    const places = placeValues([0, 10, 5], 100, 50);
    expect(places).toEqual([
      { x: 0, y: 50 },
      { x: 50, y: 0 },
      { x: 100, y: 25 },
    ]);
    expect(pathThrough(places)).toBe('M0.0 50.0L50.0 0.0L100.0 25.0');
  });

  it('is level in the middle while the value does not change', () => {
    expect(placeValues([7, 7], 100, 50).map(({ y }) => y)).toEqual([25, 25]);
  });

  it('shows the point nearest to the pointer, also beyond its ends', () => {
    expect([-0.2, 0.24, 0.26, 0.5, 1.3].map((share) => nearestIndex(share, 3))).toEqual([0, 0, 1, 1, 2]);
  });
});
