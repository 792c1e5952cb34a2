import { Type, type Static } from 'typebox';
import { moneyCall, readCall, writeCall } from '../call.ts';
import { payPasswordRefusals } from '../identity/proofs.ts';
import { Decimal, DecimalInput, Empty, IntegerInput, Milliseconds, Page, Sequence } from '../values.ts';

/** 1 buy (long), 2 sell (short). */
export const leverType = { long: 1, short: 2 } as const;
const LeverType = Type.Union([Type.Literal(1), Type.Literal(2)]);

/** The states of a position: ordered, held, about to be closed, closed, revoked without having been held. */
export const leverStatus = { pending: 0, dealing: 1, liquidating: 2, closed: 3, revoked: 4 } as const;
const LeverStatus = Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(2), Type.Literal(3), Type.Literal(4)]);
export type LeverStatus = Static<typeof LeverStatus>;

/** Why a position was or will be closed. */
export const LeverCloseReason = Type.Enum([
  'user',
  'take_profit',
  'stop_loss',
  'reverse',
  'liquidation',
  'cover',
  'deleveraging',
]);
export type LeverCloseReason = Static<typeof LeverCloseReason>;

/** Why an order ended without a position. */
export const LeverRevokeReason = Type.Enum([
  'cancelled',
  'no_index',
  'price_moved',
  'leverage_closed',
  'multiple_too_high',
  'position_too_large',
  'exposure_cap',
  'house_full',
  'insufficient_balance',
  'risk_too_high',
  'liquidation',
  'restricted',
]);
export type LeverRevokeReason = Static<typeof LeverRevokeReason>;

const OrNull = <Schema extends Parameters<typeof Type.Array>[0]>(schema: Schema) => Type.Union([schema, Type.Null()]);

/**
 * A position or the order of one. Amounts are in the quote currency, `number` in the base currency. Before it is held,
 * `price` is the price at which `caution_money` and `trade_fee` are held. `profits` is the gain at `update_price`: the
 * mark now, or the mark at which it was closed.
 */
export const LeverPosition = Type.Object({
  id: Type.Integer(),
  currency_match_id: Type.Integer(),
  symbol: Type.String(),
  base_currency_id: Type.Integer(),
  quote_currency_id: Type.Integer(),
  type: LeverType,
  type_name: Type.String(),
  kind: Type.Enum(['market', 'limit']),
  status: LeverStatus,
  status_name: Type.String(),
  share: Type.Integer({ minimum: 1 }),
  number: Decimal,
  multiple: Type.Integer({ minimum: 1 }),
  price: Decimal,
  origin_price: OrNull(Decimal),
  update_price: OrNull(Decimal),
  target_price: OrNull(Decimal),
  worst_price: OrNull(Decimal),
  target_profit_price: OrNull(Decimal),
  stop_loss_price: OrNull(Decimal),
  caution_money: Decimal,
  trade_fee: Decimal,
  maintenance: Decimal,
  profits: Decimal,
  profit_rate: Decimal,
  liquidation_price: OrNull(Decimal),
  bankruptcy_price: OrNull(Decimal),
  adl_rank: OrNull(Type.Integer({ minimum: 1, maximum: 5 })),
  time: Milliseconds,
  filled_at: OrNull(Milliseconds),
  handle_time: OrNull(Milliseconds),
  close_price: OrNull(Decimal),
  close_reason: OrNull(LeverCloseReason),
  revoke_reason: OrNull(LeverRevokeReason),
  deficit: Decimal,
  unpaid: Decimal,
  reverses: OrNull(Type.Integer()),
});
export type LeverPosition = Static<typeof LeverPosition>;

/**
 * The lever account of a quote currency, with all its positions as margin of each other. `hazard_rate` is the equity in
 * percent of all margins, null without positions; `warning` is true from 100 down.
 */
export const LeverAccount = Type.Object({
  quote_currency_id: Type.Integer(),
  balance: Decimal,
  user_lever: Decimal,
  margin: Decimal,
  entrust_held: Decimal,
  maintenance: Decimal,
  equity: Decimal,
  profits_all: Decimal,
  hazard_rate: OrNull(Decimal),
  hazard_rev: OrNull(Decimal),
  transferable: Decimal,
  warning: Type.Boolean(),
});
export type LeverAccount = Static<typeof LeverAccount>;

/** The terms of leverage on a pair. `room` is the amount that positions may still have. */
export const LeverPair = Type.Object({
  currency_match_id: Type.Integer(),
  state: Type.Enum(['open', 'reduce_only']),
  lever_share_num: Decimal,
  mark: OrNull(Decimal),
  mark_decimals: Type.Integer(),
  spread_rate: Decimal,
  lever_fee_rate: Decimal,
  tiers: Type.Array(Type.Object({ limit: Decimal, multiple: Type.Integer() })),
  min_share: Type.Integer(),
  max_share: Type.Integer(),
  room: Decimal,
  reserve_rate: Decimal,
});
export type LeverPair = Static<typeof LeverPair>;

const Pair = Type.Object({ currency_match_id: IntegerInput });
const Position = Type.Object({ id: IntegerInput });
const pageFields = { page: Type.Optional(IntegerInput), limit: Type.Optional(IntegerInput) };
const reading = { access: 'user', rate: 'private' } as const;

/** One of the user's last ten fills of a pair: a position opened or closed. */
const LeverFill = Type.Object({
  id: Type.Integer(),
  type_name: Type.String(),
  time: Milliseconds,
  price: Decimal,
  number: Decimal,
});

/** The data for trading a pair: the account, the terms, the multiples and numbers of hands that are offered. */
export const leverDeal = writeCall(
  reading,
  'lever/deal',
  Pair,
  Type.Object({
    user_lever: Decimal,
    multiple: Type.Object({
      muit: Type.Array(Type.Object({ value: Type.Integer() })),
      share: Type.Array(Type.Object({ value: Type.Integer(), label: Type.String() })),
    }),
    my_transaction: Type.Array(LeverFill),
    market_type: Type.Union([Type.Literal(0), Type.Literal(1)]),
    account: LeverAccount,
    pair: LeverPair,
  }),
  { refusals: ['market_unknown', 'leverage_unknown'] },
);

export const leverPositions = writeCall(
  reading,
  'lever/dealall',
  Type.Object({ currency_match_id: IntegerInput, ...pageFields }),
  Type.Object({ order: Page(LeverPosition), account: LeverAccount }),
  { refusals: ['market_unknown', 'leverage_unknown'] },
);

/** `status`: 5 held, of the pair; 1 held, of all pairs; 0 ordered; 3 closed; 6 ordered and revoked. */
export const ownLever = writeCall(
  reading,
  'lever/my_trade',
  Type.Object({ status: IntegerInput, currency_match_id: Type.Optional(IntegerInput), ...pageFields }),
  Page(LeverPosition),
  { refusals: ['market_unknown'] },
);

/**
 * Orders a position. `type` 1 is long, 2 short; `status` 0 is a limit order with a target price, 1 a market order.
 * Without `worst_price` a market order fills at any price that the account can pay for.
 */
export const submitLever = moneyCall(
  { access: 'user', rate: 'order' },
  'lever/submit',
  Type.Object({
    currency_match_id: IntegerInput,
    type: IntegerInput,
    status: IntegerInput,
    share: Type.Optional(IntegerInput),
    multiple: Type.Optional(IntegerInput),
    target_price: Type.Optional(DecimalInput),
    worst_price: Type.Optional(DecimalInput),
    target_profit_price: Type.Optional(DecimalInput),
    stop_loss_price: Type.Optional(DecimalInput),
    pay_password: Type.Optional(Type.String({ maxLength: 64 })),
  }),
  LeverPosition,
  {
    message: 'lever_submitted',
    refusals: [
      'market_unknown',
      'leverage_unknown',
      'trading_stopped',
      'leverage_closed',
      'share_required',
      'share_out_of_range',
      'multiple_required',
      'multiple_unknown',
      'price_required',
      'price_precision',
      'lever_price_invalid',
      ...payPasswordRefusals,
      'index_unavailable',
      'stop_reached',
      'too_many_positions',
      'multiple_too_high',
      'position_too_large',
      'exposure_cap',
      'house_full',
      'insufficient_balance',
      'risk_too_high',
    ],
  },
);

const leaving = { access: 'owner', rate: 'cancel' } as const;

export const cancelLever = moneyCall(leaving, 'lever/cancel', Position, LeverPosition, {
  message: 'lever_cancelled',
  refusals: ['position_not_found', 'order_filling'],
});

export const closeLever = moneyCall(leaving, 'lever/close', Position, LeverPosition, {
  message: 'lever_closing',
  refusals: ['position_not_found', 'order_filling'],
});

/** Closes a position and orders the opposite one at the same tick. */
export const reverseLever = moneyCall({ access: 'owner', rate: 'order' }, 'lever/reverse', Position, LeverPosition, {
  message: 'lever_reversing',
  refusals: ['trading_stopped', 'position_not_found', 'order_filling'],
});

/** Sets both stops; a price of 0 or none clears one. */
export const setLeverStops = moneyCall(
  leaving,
  'lever/setstop',
  Type.Object({
    id: IntegerInput,
    target_profit_price: Type.Optional(DecimalInput),
    stop_loss_price: Type.Optional(DecimalInput),
  }),
  LeverPosition,
  {
    message: 'lever_stops_set',
    refusals: [
      'position_not_found',
      'order_filling',
      'price_precision',
      'lever_price_invalid',
      'index_unavailable',
      'stop_reached',
    ],
  },
);

/** Closes all held positions, `type` 0, or those that are long, 1, or short, 2. */
export const closeLeverBatch = moneyCall(
  { access: 'user', rate: 'cancel' },
  'lever/batch_close',
  Type.Object({ type: IntegerInput, currency_match_id: Type.Optional(IntegerInput) }),
  Type.Object({ closing: Type.Integer({ minimum: 0 }) }),
  { message: 'lever_batch_closing', refusals: ['market_unknown', 'leverage_unknown'] },
);

/** The amount of one side's positions at their entries, and the entries that divide them in five by return. */
const LeverSideFigures = Type.Object({
  positions: Type.Integer(),
  gross: Decimal,
  adl_prices: Type.Array(Decimal),
});

/** The venue's side of leverage: what it has, what it owes at most, and what went wrong since the beginning. */
export const VenueFigures = Type.Object({
  sequence: Sequence,
  time: Milliseconds,
  currencies: Type.Array(
    Type.Object({
      currency_id: Type.Integer(),
      currency_code: Type.String(),
      lever_house: Decimal,
      lever_reserved: Decimal,
      house_floor: Decimal,
      insurance: Decimal,
      deficits: Decimal,
      insured: Decimal,
      unpaid: Decimal,
      liquidations: Type.Integer(),
      deleveraged: Type.Integer(),
    }),
  ),
  pairs: Type.Array(
    Type.Object({
      currency_match_id: Type.Integer(),
      symbol: Type.String(),
      state: Type.Enum(['open', 'reduce_only']),
      mark: OrNull(Decimal),
      gross_cap: Decimal,
      ordered: Decimal,
      long: LeverSideFigures,
      short: LeverSideFigures,
    }),
  ),
});
export type VenueFigures = Static<typeof VenueFigures>;

export const venueFigures = readCall({ access: 'visitor', rate: 'public' }, 'venue/figures', Empty, VenueFigures);
