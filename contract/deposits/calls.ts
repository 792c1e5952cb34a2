import { Type, type Static } from 'typebox';
import { readCall, writeCall } from '../call.ts';
import { ChainProtocol } from '../chains/index.ts';
import { IntegerInput, Line, Page } from '../values.ts';
import { WalletMovement } from '../wallet/index.ts';

/** The address of the user for deposits of a currency on a network. */
export const DepositAddress = Type.Object({
  address: Type.String(),
  /** Must be sent with a deposit; null if the network has none. */
  memo: Type.Union([Type.String(), Type.Null()]),
  chain_protocol: ChainProtocol,
  currency_protocol_id: Type.Integer(),
});
export type DepositAddress = Static<typeof DepositAddress>;

/** The addresses of a currency on its open networks. */
export const DepositWallet = Type.Object({ code: Type.String(), wallets: Type.Array(DepositAddress) });
export type DepositWallet = Static<typeof DepositWallet>;

const reading = { access: 'user', rate: 'private' } as const;
const currency = Type.Optional(IntegerInput);

/** Assigns the addresses with the first request. */
export const depositWallet = readCall(
  reading,
  'wallet/wallet',
  Type.Object({ currency_id: IntegerInput }),
  DepositWallet,
  { refusals: ['currency_unknown', 'chain_unavailable'] },
);

export const ownDeposits = readCall(
  reading,
  'wallet/deposits',
  Type.Object({ currency_id: currency, page: Type.Optional(IntegerInput), limit: Type.Optional(IntegerInput) }),
  Page(WalletMovement),
);

/** Looks for a transaction on a chain and answers the deposits in it that belong to the caller. */
export const findDeposit = writeCall(
  { access: 'user', rate: 'password' },
  'wallet/find_deposit',
  Type.Object({ currency_protocol_id: IntegerInput, tx_hash: Line(100, 1) }),
  Type.Array(WalletMovement),
  { refusals: ['protocol_unknown', 'chain_unavailable', 'transaction_unknown', 'transaction_foreign'] },
);
