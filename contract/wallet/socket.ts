import { Type, type Static } from 'typebox';
import { channel } from '../channel.ts';
import { Decimal, Milliseconds } from '../values.ts';

/**
 * Why a withdrawal is not paid at once: the second factor was reset by staff, a password or the second factor changed,
 * an e-mail address or phone number changed, or the receiving address is new.
 */
export const waitReasons = ['factor_reset', 'security_changed', 'contact_changed', 'address_new'] as const;
export type WaitReason = (typeof waitReasons)[number];

/**
 * Why a deposit or a withdrawal waits, or how it ended: its time has not come, the payment waits for money of the
 * wallet or for caps, the network asks more than the highest fee, the signer refused it, the receiving contract uses
 * too much gas or refuses it, its block was replaced, its fee was kept because it had been sent, or staff
 * rejected it.
 */
export const movementReasons = [
  ...waitReasons,
  'reorganization',
  'new_device',
  'restricted',
  'indebted',
  'held_back',
  'cancelling',
  'hot_wallet_short',
  'payment_capped',
  'network_busy',
  'payment_refused',
  'receiver_expensive',
  'receiver_refuses',
  'reverted',
  'fee_kept',
  'vanished',
  'rejected_security',
  'rejected_rules',
  'rejected_address',
  'rejected_unsaid',
] as const;
export type MovementReason = (typeof movementReasons)[number];

/**
 * A deposit or a withdrawal of coins. `status` and `reason` are stable keys; `confirmations` of `needed` are those of
 * its transaction.
 */
export const WalletMovement = Type.Object({
  id: Type.Integer(),
  currency_id: Type.Integer(),
  currency_code: Type.String(),
  currency_protocol_id: Type.Integer(),
  /** The network as users know it, such as `ERC20`. */
  protocol: Type.String(),
  number: Decimal,
  fee: Decimal,
  net: Decimal,
  address: Type.String(),
  memo: Type.Union([Type.String(), Type.Null()]),
  status: Type.String(),
  status_name: Type.String(),
  reason: Type.Union([Type.Enum(movementReasons), Type.Null()]),
  confirmations: Type.Integer({ minimum: 0 }),
  needed: Type.Integer({ minimum: 0 }),
  tx_hash: Type.Union([Type.String(), Type.Null()]),
  tx_url: Type.Union([Type.String(), Type.Null()]),
  earliest_at: Type.Union([Milliseconds, Type.Null()]),
  /** Whether a withdrawal keeps its fee if it is cancelled now: its payment was sent to the network. */
  keeps_fee: Type.Boolean(),
  created_at: Milliseconds,
});
export type WalletMovement = Static<typeof WalletMovement>;

/** A balance after a deposit or withdrawal has changed it. */
export const WalletAccount = Type.Object({
  account_type_id: Type.Integer(),
  currency_id: Type.Integer(),
  balance: Decimal,
  lock_balance: Decimal,
});
export type WalletAccount = Static<typeof WalletAccount>;

/**
 * A step of one of the user's deposits or withdrawals. It follows from no command, so it has no sequence and is not
 * sent again after a broken connection: clients that reconnect read the lists.
 */
export const WalletMessage = Type.Object({
  type: Type.Literal('WALLET'),
  kind: Type.Enum(['deposit', 'withdrawal']),
  row: WalletMovement,
  /** Null if the step changed no balance. */
  account: Type.Union([WalletAccount, Type.Null()]),
});
export type WalletMessage = Static<typeof WalletMessage>;

export const walletChannels = {
  WALLET: channel('user', 'login', 'WALLET', 'A step of one of the user’s deposits or withdrawals', WalletMessage),
} as const;
