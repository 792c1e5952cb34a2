import { type CapabilityDocumentation, chapter, describe, named, page, paging } from '../documentation/declare.ts';
import * as calls from './calls.ts';
import { depositWallet, findDeposit, ownDeposits } from './calls.ts';

export const documentation: CapabilityDocumentation = {
  publicIds: {
    'wallet/find_deposit currency_protocol_id': 'a network of a currency',
  },
  chapters: [
    chapter('Deposits', calls, {
      depositWallet: {
        summary: 'The caller’s addresses for deposits of a currency',
        says: 'An address is assigned with the first request and stays valid. Networks that are closed are left out.',
      },
      ownDeposits: {
        summary: 'Deposits of the caller, newest first',
        says: 'A deposit is credited after `credit` confirmations and can be withdrawn after `draw` confirmations of its network. `status` is `seen`, `credited`, `final`, `below_minimum` or `reversed`.',
      },
      findDeposit: {
        summary: 'Look for a deposit by the hash of its transaction',
        says: 'For deposits that are not listed yet. It credits nothing: deposits are credited from blocks only.',
      },
    }),
  ],
  objects: [
    ...named(calls, {
      DepositAddress: {
        address: ['Address on the chain.', '0x9b1f7F645351AF3631a656421eD2e40f2802E6c0'],
        memo: ['Memo that the deposit must carry; null if there is none.', null],
        chain_protocol: ['The network.'],
        currency_protocol_id: ['Id of the currency on this network.', 3],
      },
      DepositWallet: {
        code: ['Code of the currency.', 'USDT'],
        wallets: ['One address for each open network.'],
      },
    }),
    describe(depositWallet.input, { currency_id: ['Id of the currency.', 3] }),
    describe(ownDeposits.input, { currency_id: ['Only deposits of this currency.', 3], ...paging }),
    describe(ownDeposits.output, page),
    describe(findDeposit.input, {
      currency_protocol_id: ['Id of the currency on a network, from `block_chain/currency_protocols`.', 3],
      tx_hash: ['Hash of the transaction.', `0x${'ab'.repeat(32)}`],
    }),
  ],
};
