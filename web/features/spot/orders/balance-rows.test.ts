import type { AccountDetail } from '@bourse/contract/wallet';
import { describe, expect, it } from 'vitest';
import { balanceRows } from './balance-rows.ts';

describe('the balances', () => {
  const accounts = [
    account(1, '0.5', '0.5', '50000'),
    account(2, '0', '0', '0'),
    account(3, '0.1', '0', '0.10'),
    account(4, '9', '0', '0'),
  ];
  const fetched = { accounts, sequence: 10 };

  it('are those above zero, the most valuable first, with their value', () => {
    expect(balanceRows(fetched, {}, '2', false)).toEqual([
      { id: 1, code: 'C1', available: '0.5', locked: '0.5', total: '1', value: '25000.00000000' },
      { id: 3, code: 'C3', available: '0.1', locked: '0', total: '0.1', value: '0.05000000' },
      { id: 4, code: 'C4', available: '9', locked: '0', total: '9', value: null },
    ]);
  });

  it('leave out those worth less than a dollar on request', () => {
    expect(balanceRows(fetched, {}, '1', true).map(({ id }) => id)).toEqual([1]);
  });

  it('apply newer updates and ignore older ones', () => {
    const updated = account(1, '0.25', '0.5', '37500');
    expect(balanceRows(fetched, { 1: { account: updated, sequence: 11 } }, '1', false)[0]?.available).toBe('0.25');
    expect(balanceRows(fetched, { 1: { account: updated, sequence: 9 } }, '1', false)[0]?.available).toBe('0.5');
  });

  it('have no value in a currency without a price', () => {
    expect(balanceRows(fetched, {}, '0', false).map(({ value }) => value)).toEqual([null, null, null]);
  });
});

function account(id: number, balance: string, lock: string, dollars: string): AccountDetail {
  return {
    id,
    user_id: 1,
    account_type_id: 1,
    currency_id: id,
    currency_code: `C${id}`,
    balance,
    lock_balance: lock,
    convert_usd: dollars,
    convert_eth: '0',
    convert_btc: '0',
  };
}
