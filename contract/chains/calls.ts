import { Type, type Static } from 'typebox';
import { readCall } from '../call.ts';
import { Decimal, Empty, Flag } from '../values.ts';

/** A network: `code` is the one that users know, such as `ERC20`. */
export const ChainProtocol = Type.Object({ id: Type.Integer(), code: Type.String(), name: Type.String() });
export type ChainProtocol = Static<typeof ChainProtocol>;

/** A withdrawal fee: an amount in the currency (`flat`), or a share of the withdrawn amount (`rate`). */
export const ProtocolFee = Type.Object({ kind: Type.Enum(['flat', 'rate']), value: Decimal });

/** Confirmations after which a deposit is credited, and after which it may be withdrawn. */
export const ProtocolConfirmations = Type.Object({
  credit: Type.Integer({ minimum: 1 }),
  draw: Type.Integer({ minimum: 1 }),
});

/**
 * The terms under which a currency is deposited and withdrawn on one network. Amounts are in the currency.
 */
export const CurrencyProtocol = Type.Object({
  id: Type.Integer(),
  currency_id: Type.Integer(),
  currency_code: Type.String(),
  token_address: Type.String(),
  chain_protocol: ChainProtocol,
  open_recharge: Flag,
  open_draw: Flag,
  recharge_min: Decimal,
  draw_min: Decimal,
  draw_max: Decimal,
  fee: ProtocolFee,
  confirmations: ProtocolConfirmations,
  arrival_minutes: Type.Integer({ minimum: 1 }),
  memo_required: Flag,
});
export type CurrencyProtocol = Static<typeof CurrencyProtocol>;

export const currencyProtocols = readCall(
  { access: 'visitor', rate: 'public' },
  'block_chain/currency_protocols',
  Empty,
  Type.Array(CurrencyProtocol),
);
