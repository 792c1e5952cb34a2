import { type CapabilityDocumentation, chapter, describe, named } from '../documentation/declare.ts';
import * as calls from './calls.ts';
import {
  bindWithdrawalAddress,
  withdrawalTimeToleranceMs,
  editAddress,
  getWithdrawalAddress,
  maxWithdrawalAddresses,
  onlyWithdrawalAddresses,
  onlySavedHours,
  removeWithdrawalAddress,
  saveWithdrawalAddress,
  stopWithdrawalAddress,
} from './calls.ts';

const code = ['A verification code of purpose 3.', '402917'] as const;
const factor = {
  totp_code: ['A one-time password of the authenticator app or a recovery code, if the account has one.'],
  passkey: ['The JSON of a passkey’s answer to a challenge of `user/passkey_options`.'],
} as const;
const address = '0x9b1f7F645351AF3631a656421eD2e40f2802E6c0';
const onlySaved = {
  only: ['1 if withdrawals go to saved addresses only.', 0],
  ends_at: ['When that ends, epoch milliseconds; null if it does not.', null],
} as const;

const ownUser = ['Id of the caller.', 100001] as const;
const coin = {
  coin_name: ['Code of the currency.', 'USDT'],
  contract_address: ['Contract of the token on the network; without it the first network of the currency.'],
} as const;
const service =
  'For clients of the service for withdrawal addresses: a `sign` is ignored, like any unknown field, because it proves nothing. Also at `/walletMiddle/';

export const documentation: CapabilityDocumentation = {
  publicIds: { 'draw_address/save currency_protocol_id': 'a network of a currency' },
  chapters: [
    chapter('Withdrawal addresses', calls, {
      withdrawalAddressList: { summary: 'The saved withdrawal addresses of the caller, oldest first' },
      saveWithdrawalAddress: {
        summary: 'Save a withdrawal address',
        says: `At most ${maxWithdrawalAddresses}. Own deposit addresses and wallets of the exchange are refused. A new address is paid from \`usable_from\` on. A mail about it goes to the owner, with a link that removes the address without a login.`,
      },
      removeWithdrawalAddress: { summary: 'Remove a withdrawal address' },
      onlyWithdrawalAddresses: {
        summary: 'Allow withdrawals to saved addresses only, or to all addresses',
        says: `Switching it on needs no proof and takes effect at once. Switching it off needs the verification code and the second factor, and takes effect after ${onlySavedHours} hours.`,
      },
      stopWithdrawalAddress: {
        summary: 'Remove a withdrawal address by the link of the mail about it',
        says: 'The token is valid once, for 7 days.',
      },
      editAddress: {
        summary: 'Save a withdrawal address of USDT',
        says: 'For earlier clients: `address` is on the first network of USDT, `address2` on the second; only one of them may be given. Otherwise the same as `draw_address/save`.',
        input: { code: '402917', address },
      },
      getWithdrawalAddress: {
        summary: 'The withdrawal address of a coin that was saved last',
        says: `Empty if there is none. ${service}GetDrawAddress\`, by GET and POST.`,
      },
      bindWithdrawalAddress: {
        summary: 'Save a withdrawal address of a coin',
        says: `The same as \`draw_address/save\`. The time may differ from that of the server by ${withdrawalTimeToleranceMs / 60_000} minutes. ${service}BindDrawAddress\`, with the fields as JSON in the part \`data\` of a form.`,
      },
    }),
  ],
  objects: [
    ...named(calls, {
      WithdrawalAddress: {
        id: ['Id of the saved address.', 5],
        currency_protocol_id: ['Id of the currency on a network.', 3],
        currency_code: ['Code of the currency.', 'USDT'],
        chain_protocol: ['The network.'],
        address: ['The address in the canonical form of its network.', address],
        memo: ['Memo of payments to it; null if there is none.', null],
        label: ['Name that the user chose; may be empty.', 'Cold wallet'],
        created_at: ['Time when it was saved, epoch milliseconds.', 1767225600000],
        usable_from: ['Time from which on it is paid, epoch milliseconds.', 1767312000000],
      },
      OnlySaved: onlySaved,
      OwnWithdrawalAddresses: { ...onlySaved, addresses: ['The addresses, oldest first.'] },
    }),
    describe(saveWithdrawalAddress.input, {
      currency_protocol_id: ['Id of the currency on a network, from `block_chain/currency_protocols`.', 3],
      address: ['The address.', address],
      memo: ['Required where the network needs one.'],
      label: ['A name for the address.', 'Cold wallet'],
      code,
      ...factor,
    }),
    describe(removeWithdrawalAddress.input, { id: ['Id of one of the user’s own addresses.', 5] }),
    describe(onlyWithdrawalAddresses.input, {
      on: ['1 for saved addresses only, 0 for all.', 1],
      code: ['A verification code of purpose 3; not needed to switch it on.'],
      ...factor,
    }),
    describe(stopWithdrawalAddress.input, { token: ['The token of the link.', 'dK3nV0x8QmYpW1sLzR7uTbEaGhJc5fIo'] }),
    describe(getWithdrawalAddress.input, { user_id: ownUser, ...coin }),
    describe(getWithdrawalAddress.output, { address: ['The address; empty if there is none.', address] }),
    describe(bindWithdrawalAddress.input, {
      user_id: ownUser,
      ...coin,
      address: ['The address.', address],
      memo: ['Required where the network needs one.'],
      verificationcode: code,
      timestamp: ['Time of the request, in epoch seconds or milliseconds.', 1767225600],
      totp: ['A one-time password, as `totp_code`.'],
      ...factor,
    }),
    describe(bindWithdrawalAddress.output, { address: ['The saved address.', address] }),
    describe(editAddress.input, {
      code,
      address: ['Address on the first network of USDT.', address],
      address2: ['Address on the second network of USDT.'],
      ...factor,
    }),
  ],
};
