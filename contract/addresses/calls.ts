import { Type, type Static } from 'typebox';
import { alsoAt, readCall, writeCall } from '../call.ts';
import { ChainProtocol } from '../chains/index.ts';
import { codeRefusals } from '../identity/calls.ts';
import { secondFactorFields, secondFactorRefusals } from '../identity/proofs.ts';
import { Empty, Flag, IntegerInput, Line, Milliseconds, Nothing } from '../values.ts';

/** The addresses that a user can have. */
export const maxWithdrawalAddresses = 50;

/** Hours after which switching “withdraw to saved addresses only” off takes effect. */
export const onlySavedHours = 24;

/** A withdrawal address that a user has saved. */
export const WithdrawalAddress = Type.Object({
  id: Type.Integer(),
  currency_protocol_id: Type.Integer(),
  currency_code: Type.String(),
  chain_protocol: ChainProtocol,
  /** In the canonical form of its network. */
  address: Type.String(),
  memo: Type.Union([Type.String(), Type.Null()]),
  label: Type.String(),
  created_at: Milliseconds,
  usable_from: Milliseconds,
});
export type WithdrawalAddress = Static<typeof WithdrawalAddress>;

/** Whether withdrawals go to saved addresses only, and when that ends; null if it does not. */
export const OnlySaved = Type.Object({ only: Flag, ends_at: Type.Union([Milliseconds, Type.Null()]) });
export type OnlySaved = Static<typeof OnlySaved>;

export const OwnWithdrawalAddresses = Type.Object({
  ...OnlySaved.properties,
  addresses: Type.Array(WithdrawalAddress),
});
export type OwnWithdrawalAddresses = Static<typeof OwnWithdrawalAddresses>;

const Code = Type.String({ maxLength: 32 });
const Address = Line(200, 1);

const saveRefusals = [
  'protocol_unknown',
  'chain_unavailable',
  'address_malformed',
  'address_keyless',
  'address_memo_required',
  'address_memo_unused',
  'address_own',
  'address_taken',
  'addresses_full',
  ...codeRefusals,
  ...secondFactorRefusals,
] as const;

export const withdrawalAddressList = readCall(
  { access: 'user', rate: 'private' },
  'draw_address/list',
  Empty,
  OwnWithdrawalAddresses,
);

/** Saves an address. The code is one of purpose `security`. */
export const saveWithdrawalAddress = writeCall(
  { access: 'user', rate: 'password' },
  'draw_address/save',
  Type.Object({
    currency_protocol_id: IntegerInput,
    address: Address,
    memo: Type.Optional(Line(100)),
    label: Type.Optional(Line(64)),
    code: Code,
    ...secondFactorFields,
  }),
  WithdrawalAddress,
  { message: 'draw_address_saved', refusals: saveRefusals },
);

export const removeWithdrawalAddress = writeCall(
  { access: 'owner', rate: 'private' },
  'draw_address/remove',
  Type.Object({ id: IntegerInput }),
  Nothing,
  { message: 'draw_address_removed', refusals: ['address_unknown'] },
);

/** Switches “withdraw to saved addresses only”. Switching it off requires the proofs and takes effect later. */
export const onlyWithdrawalAddresses = writeCall(
  { access: 'user', rate: 'password' },
  'draw_address/only',
  Type.Object({ on: Flag, code: Type.Optional(Code), ...secondFactorFields }),
  OnlySaved,
  { message: 'draw_only_changed', refusals: [...codeRefusals, ...secondFactorRefusals] },
);

/** Removes an address with the token of the link in the mail about it. */
export const stopWithdrawalAddress = writeCall(
  { access: 'visitor', rate: 'password' },
  'draw_address/stop',
  Type.Object({ token: Line(64) }),
  Nothing,
  { message: 'draw_address_removed', refusals: ['address_link_invalid'] },
);

/** Saves an address for USDT on its first network (`address`) or its second (`address2`), as earlier clients do. */
export const editAddress = writeCall(
  { access: 'user', rate: 'password' },
  'user_real/edit_address',
  Type.Object({
    code: Code,
    address: Type.Optional(Line(200)),
    address2: Type.Optional(Line(200)),
    ...secondFactorFields,
  }),
  WithdrawalAddress,
  { message: 'draw_address_saved', refusals: saveRefusals },
);

/** Milliseconds that the time of a request may differ from that of the server. */
export const withdrawalTimeToleranceMs = 300_000;

const ownUser = { user_id: IntegerInput };
const coin = {
  /** Code of the currency. */
  coin_name: Line(12, 1),
  /** The token’s contract; empty or absent for the first network of the currency. */
  contract_address: Type.Optional(Line(100)),
};

/**
 * The calls of the separate service for withdrawal addresses. Its clients send a `sign`, a hash with a secret that
 * every browser has: it proves nothing and is ignored like any unknown field.
 */
export const getWithdrawalAddress = alsoAt(
  readCall(
    { access: 'owner', rate: 'private' },
    'walletMiddle/GetDrawAddress',
    Type.Object({ ...ownUser, ...coin }),
    Type.Object({ address: Type.String() }),
    { refusals: ['user_unknown', 'protocol_unknown'] },
  ),
  { url: '/walletMiddle/GetDrawAddress', methods: ['GET', 'POST'] },
);

/** Saves an address. */
export const bindWithdrawalAddress = alsoAt(
  writeCall(
    { access: 'owner', rate: 'password' },
    'walletMiddle/BindDrawAddress',
    Type.Object({
      ...ownUser,
      ...coin,
      address: Address,
      memo: Type.Optional(Line(100)),
      verificationcode: Code,
      /** Epoch seconds or milliseconds. */
      timestamp: IntegerInput,
      totp: Type.Optional(Line(32)),
      ...secondFactorFields,
    }),
    Type.Object({ address: Type.String() }),
    { message: 'draw_address_saved', refusals: ['user_unknown', 'timestamp_off', ...saveRefusals] },
  ),
  { url: '/walletMiddle/BindDrawAddress', methods: ['POST'], part: 'data' },
);
