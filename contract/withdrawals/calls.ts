import { Type, type Static } from 'typebox';
import { moneyCall, readCall, writeCall } from '../call.ts';
import { codeRefusals } from '../identity/calls.ts';
import { payPasswordRefusals, secondFactorFields, secondFactorRefusals } from '../identity/proofs.ts';
import { Decimal, DecimalInput, IntegerInput, Line, Milliseconds, Page } from '../values.ts';
import { type MovementReason, movementReasons, waitReasons, WalletMovement } from '../wallet/index.ts';

/** The states of a withdrawal on the wire, in the order in which they are passed. */
export const withdrawalStatuses = [
  'requested',
  'reviewing',
  'approved',
  'broadcast',
  'confirmed',
  'cancelled',
  'rejected',
  'failed',
] as const;
export type WithdrawalStatus = (typeof withdrawalStatuses)[number];

/** The reasons for which a withdrawal to this receiver would be refused. */
export const receiverReasons = [
  'draw_address_invalid',
  'address_keyless',
  'draw_memo_invalid',
  'draw_own_address',
] as const;
export type ReceiverReason = (typeof receiverReasons)[number];

/** The reasons for which a withdrawal would be refused now, or why it has to wait. */
export const withdrawalReasons = [
  ...receiverReasons,
  'draw_closed',
  'draw_unverified',
  'draw_limit_exceeded',
  'draw_price_unavailable',
  'draw_below_minimum',
  'draw_above_maximum',
  'insufficient_balance',
  'margin_needed',
  'debt_outstanding',
  'deposit_unmatured',
  'coins_maturing',
  'outflow_stopped',
  'trade_password_missing',
] as const;

/** The reasons for which staff reject withdrawals. */
export const withdrawalRejections = [
  'rejected_security',
  'rejected_rules',
  'rejected_address',
  'rejected_unsaid',
] as const satisfies readonly MovementReason[];
export type WithdrawalRejection = (typeof withdrawalRejections)[number];

/** The terms of a withdrawal that is requested now. Limits are in dollars by the index. */
export const WithdrawalQuote = Type.Object({
  fee: Decimal,
  net: Decimal,
  /** The most that may be withdrawn from the account now, with the fee. */
  maximum: Decimal,
  day_limit: Decimal,
  day_left: Decimal,
  /** Deposits that are not final yet and keep their worth from leaving, in dollars. */
  unmatured: Decimal,
  /** The earliest time of the payment after a change of the account’s security or to a new address; null if at once. */
  waits_until: Type.Union([Milliseconds, Type.Null()]),
  /** Why it waits until then; null if it is paid at once. */
  waits_for: Type.Union([Type.Enum(waitReasons), Type.Null()]),
  reasons: Type.Array(Type.Enum(withdrawalReasons)),
});
export type WithdrawalQuote = Static<typeof WithdrawalQuote>;

export const WithdrawalStep = Type.Object({
  status: Type.Enum(withdrawalStatuses),
  at: Milliseconds,
  reason: Type.Union([Type.Enum(movementReasons), Type.Null()]),
});
export type WithdrawalStep = Static<typeof WithdrawalStep>;

export const WithdrawalDetail = Type.Object({ row: WalletMovement, steps: Type.Array(WithdrawalStep) });
export type WithdrawalDetail = Static<typeof WithdrawalDetail>;

const reading = { access: 'user', rate: 'private' } as const;

export const withdrawalQuote = readCall(
  reading,
  'wallet/draw_quote',
  Type.Object({
    currency_protocol_id: IntegerInput,
    number: Type.Optional(DecimalInput),
    account_type_id: Type.Optional(IntegerInput),
    address: Type.Optional(Line(200)),
    memo: Type.Optional(Line(64)),
  }),
  WithdrawalQuote,
  { refusals: ['protocol_unknown', 'account_unknown', 'quantity_precision', 'amount_too_large'] },
);

/** The reasons that the wallet itself gives, from the check of the address to the hold of the money. */
const withdrawalRefusals = [
  'protocol_unknown',
  'account_unknown',
  'currency_unknown',
  'quantity_required',
  'quantity_precision',
  'amount_too_large',
  'draw_closed',
  'draw_address_invalid',
  'address_keyless',
  'draw_memo_invalid',
  'draw_address_unsaved',
  'draw_own_address',
  'draw_unverified',
  'draw_below_minimum',
  'draw_above_maximum',
  'draw_limit_exceeded',
  'draw_price_unavailable',
  'insufficient_balance',
  'debt_outstanding',
  'deposit_unmatured',
  'coins_maturing',
  'margin_needed',
  'outflow_stopped',
  ...codeRefusals,
  ...secondFactorRefusals,
  ...payPasswordRefusals,
] as const;

/**
 * Requests a withdrawal: `number` is taken from the account with the fee, and the rest is paid. `code` is the one that
 * `notify/send_email` of type 4 sent.
 */
export const addWithdrawal = moneyCall(
  { access: 'user', rate: 'password' },
  'account/draw',
  Type.Object({
    currency_id: IntegerInput,
    currency_protocol_id: IntegerInput,
    number: Type.Optional(DecimalInput),
    address: Line(200),
    memo: Type.Optional(Line(64)),
    pay_password: Type.String({ maxLength: 128 }),
    code: Type.Optional(Line(32)),
    ...secondFactorFields,
    /** Another name of `totp_code`. */
    totp: Type.Optional(Line(32)),
    account_type_id: Type.Optional(IntegerInput),
  }),
  WalletMovement,
  { message: 'draw_requested', refusals: withdrawalRefusals },
);

/** Cancels a withdrawal that is not paid yet. One that is being paid is cancelled if its payment can be replaced. */
export const cancelOwnWithdrawal = writeCall(
  { access: 'owner', rate: 'cancel' },
  'account/draw_cancel',
  Type.Object({ id: IntegerInput }),
  WalletMovement,
  { message: 'draw_cancelled', refusals: ['draw_unknown', 'draw_not_cancellable'] },
);

export const ownWithdrawals = readCall(
  reading,
  'wallet/withdrawals',
  Type.Object({
    currency_id: Type.Optional(IntegerInput),
    page: Type.Optional(IntegerInput),
    limit: Type.Optional(IntegerInput),
  }),
  Page(WalletMovement),
);

export const ownWithdrawal = readCall(
  { access: 'owner', rate: 'private' },
  'wallet/withdrawal',
  Type.Object({ id: IntegerInput }),
  WithdrawalDetail,
  { refusals: ['draw_unknown'] },
);
