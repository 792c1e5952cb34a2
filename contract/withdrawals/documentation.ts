import { type CapabilityDocumentation, chapter, describe, named, page, paging } from '../documentation/declare.ts';
import * as calls from './calls.ts';
import { cancelOwnWithdrawal, withdrawalQuote, ownWithdrawal, ownWithdrawals, addWithdrawal } from './calls.ts';

const id = ['Id of the withdrawal.', 41] as const;
const protocol = ['Id of the currency on a network, from `block_chain/currency_protocols`.', 3] as const;
const account = ['1 spot (default), 2 fiat, 3 leverage. From 2 and 3 only saved addresses are paid.', 1] as const;

export const documentation: CapabilityDocumentation = {
  publicIds: {
    'wallet/draw_quote currency_protocol_id': 'a network of a currency',
    'account/draw currency_protocol_id': 'a network of a currency',
  },
  chapters: [
    chapter('Withdrawals', calls, {
      withdrawalQuote: {
        summary: 'Fee, net amount and limits of a withdrawal',
        says: 'Answers what would refuse it now in `reasons`, so that a page can say so before a password is typed.',
      },
      addWithdrawal: {
        summary: 'Withdraw coins',
        says: 'The amount is held at once. The payment follows after the checks of the exchange; `wallet/withdrawal` lists each step. The same `Idempotency-Key` requests one withdrawal.',
      },
      cancelOwnWithdrawal: {
        summary: 'Cancel a withdrawal',
        says: 'One that is already sent is cancelled only if its payment can still be replaced, which the blocks decide: it then ends as `cancelled` or `confirmed`. Its fee is kept, which `keeps_fee` says beforehand.',
      },
      ownWithdrawals: {
        summary: 'Withdrawals of the caller, newest first',
        says: 'The amount is returned only when it is certain that the payment can no longer be made.',
      },
      ownWithdrawal: { summary: 'One withdrawal with its steps' },
    }),
  ],
  objects: [
    ...named(calls, {
      WithdrawalQuote: {
        fee: ['The fee, in the currency.', '10'],
        net: ['The paid amount; "0" if the fee is not covered.', '90'],
        maximum: ['The most that can be withdrawn from the account now, with the fee.', '1200'],
        day_limit: ['Limit of any 24 hours, in dollars by the index.', '2000'],
        day_left: ['The part of it that is left.', '1500'],
        unmatured: ['Worth of deposits that are not final yet, in dollars.', '0'],
        waits_until: ['Earliest time of a payment, epoch milliseconds; null if it need not wait.', null],
        waits_for: [
          '`factor_reset`, `security_changed`, `contact_changed` or `address_new`; null if it need not wait.',
          null,
        ],
        reasons: ['Keys of the errors that would refuse it now.', []],
      },
      WithdrawalStep: {
        status: ['The status that it reached.', 'approved'],
        at: ['Time, epoch milliseconds.', 1767268800000],
        reason: ['Key of the reason; null if there is none.', null],
      },
      WithdrawalDetail: { row: ['The withdrawal.'], steps: ['Its steps, oldest first.'] },
    }),
    describe(withdrawalQuote.input, {
      currency_protocol_id: protocol,
      number: ['The amount with its fee, in the currency; without it the quote is that of the largest one.', '100'],
      account_type_id: account,
      address: [
        'The receiving address; with it, `reasons` says whether it can be paid, and `waits_until` counts the wait at its first use.',
      ],
      memo: ['The memo of the receiver.'],
    }),
    describe(addWithdrawal.input, {
      currency_id: ['Id of the currency.', 3],
      currency_protocol_id: protocol,
      number: ['The amount with its fee, in the currency.', '100'],
      address: ['The receiving address.', '0x9b1f7F645351AF3631a656421eD2e40f2802E6c0'],
      memo: ['The memo of the receiver, if it needs one.'],
      pay_password: ['The trade password.', 'Horse88Stall'],
      code: ['The code that `notify/send_email` of type 4 sent.', '314159'],
      totp_code: ['A one-time password, if a second factor is on.'],
      passkey: ['The answer of a passkey, if a second factor is on.'],
      totp: ['The same as `totp_code`.'],
      account_type_id: account,
    }),
    describe(cancelOwnWithdrawal.input, { id }),
    describe(ownWithdrawal.input, { id }),
    describe(ownWithdrawals.input, { currency_id: ['Only withdrawals of this currency.', 3], ...paging }),
    describe(ownWithdrawals.output, page),
  ],
};
