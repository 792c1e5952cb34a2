import type { WithdrawalAddress } from '@bourse/contract/addresses';
import { describe, expect, it } from 'vitest';
import { receiverChoice, savedName } from './saved-choice.ts';

function saved(id: number, usable_from: number, currency_protocol_id = 3): WithdrawalAddress {
  return {
    id,
    currency_protocol_id,
    currency_code: 'USDT',
    chain_protocol: { id: 1, code: 'ERC20', name: 'Ethereum' },
    address: `0x00000000000000000000000000000000000000c${id}`,
    memo: null,
    label: '',
    created_at: 0,
    usable_from,
  };
}

const own = { only: 0 as const, ends_at: null, addresses: [saved(1, 500), saved(2, 100), saved(3, 100, 7)] };
const asked = { account: 'change_account', protocol: 3, id: null, nowMs: 200 };

describe('the receiver of a withdrawal', () => {
  it('is typed from the spot account unless a saved address of the network is chosen', () => {
    expect(receiverChoice(own, asked)).toMatchObject({
      saved: [{ id: 1 }, { id: 2 }],
      mustBeSaved: false,
      chosen: null,
    });
    expect(receiverChoice(own, { ...asked, id: 1 }).chosen?.id).toBe(1);
    expect(receiverChoice(own, { ...asked, id: 3 }).chosen).toBeNull();
  });

  it('is a saved address from other accounts and for users who want it so, a usable one by default', () => {
    expect(receiverChoice(own, { ...asked, account: 'legal_account' })).toMatchObject({
      mustBeSaved: true,
      chosen: { id: 2 },
    });
    expect(receiverChoice({ ...own, only: 1 }, { ...asked, id: 1 })).toMatchObject({
      chosen: { id: 1 },
      isEarly: true,
    });
    expect(receiverChoice({ ...own, only: 1 }, asked)).toMatchObject({
      mustBeSaved: true,
      chosen: { id: 2 },
      isEarly: false,
    });
    expect(receiverChoice({ ...own, only: 1, addresses: [] }, asked)).toMatchObject({
      mustBeSaved: true,
      chosen: null,
    });
  });

  it('is named by its label and the ends of its address', () => {
    expect(savedName(saved(1, 0))).toBe('0x000000…0000c1');
    expect(savedName({ ...saved(1, 0), label: 'Cold wallet', memo: '7' })).toBe('Cold wallet · 0x000000…0000c1 (7)');
  });
});
