import { type CapabilityDocumentation, chapter, describe, named } from '../documentation/declare.ts';
import * as calls from './calls.ts';
import { demoChainState, demoFaucet, demoStall, outsideSend } from './calls.ts';

const address = ['The receiving address.', '0x9b1f7F645351AF3631a656421eD2e40f2802E6c0'] as const;
const currency = ['Id of the currency.', 3] as const;
const memo = ['A memo, if the receiver needs one.'] as const;
const hash = ['Hash of the transaction.', `0x${'ab'.repeat(32)}`] as const;

export const documentation: CapabilityDocumentation = {
  chapters: [
    chapter('Demo chain', calls, {
      demoChainState: { summary: 'The newest blocks of the demo chain', says: 'Only a demo has this chain.' },
      outsideWallet: {
        summary: 'The caller’s wallet outside of the exchange',
        says: 'It plays the wallet that a person would have elsewhere, to receive withdrawals and to send deposits.',
      },
      demoFaucet: { summary: 'Send demo coins to an address', says: 'Without value. At most 30 payments per hour.' },
      outsideSend: { summary: 'Send coins from the caller’s wallet outside of the exchange' },
      demoReorganize: {
        summary: 'Replace the newest three blocks',
        says: 'Their payments are mined again. At most six times per hour for all users.',
      },
      demoStall: { summary: 'Stop or resume the mining of blocks' },
    }),
  ],
  objects: [
    ...named(calls, {
      DemoPayment: {
        tx_hash: hash,
        from: ['The paying address.', '0x9b1f7F645351AF3631a656421eD2e40f2802E6c0'],
        to: address,
        currency_code: ['Code of the currency.', 'USDT'],
        number: ['The amount, in the currency.', '250'],
        memo: ['The memo; null without one.', null],
      },
      DemoBlock: {
        height: ['Height of the block.', 1204],
        hash: ['Hash of the block.', `0x${'cd'.repeat(32)}`],
        time: ['Time of the block, epoch milliseconds.', 1767268800000],
        payments: ['Its payments.'],
      },
      DemoChainState: {
        stalled: ['1 while no blocks are mined.', 0],
        blocks: ['The newest blocks, newest first.'],
        found: ['The block of the transaction that was looked up; null without one.', null],
      },
      DemoBalance: {
        currency_id: currency,
        currency_code: ['Code of the currency.', 'USDT'],
        number: ['The balance, in the currency.', '250'],
      },
      OutsideWallet: { address, balances: ['The balances that are not zero.'] },
    }),
    describe(demoChainState.input, { tx_hash: ['A transaction to look up.', `0x${'ab'.repeat(32)}`] }),
    describe(demoFaucet.input, { currency_id: currency, address, memo }),
    describe(demoFaucet.output, { tx_hash: hash, number: ['The amount, in the currency.', '200'] }),
    describe(outsideSend.input, { currency_id: currency, address, memo, number: ['The amount.', '5'] }),
    describe(demoStall.input, { on: ['1 stops, 0 resumes.', 0] }),
  ],
};
