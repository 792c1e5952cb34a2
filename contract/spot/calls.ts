import { Type, type Static } from 'typebox';
import { moneyCall, readCall } from '../call.ts';
import { Refusal, Success } from '../envelope.ts';
import { Decimal, DecimalInput, IntegerInput, Milliseconds, Page, Way } from '../values.ts';

/** The status of an order. A `cancelled` order may be partly filled. */
export const OrderStatus = Type.Enum(['untriggered', 'submitted', 'partially_filled', 'completed', 'cancelled']);
export type OrderStatus = Static<typeof OrderStatus>;

/**
 * `number` is the quantity after reductions (for an order by `quote_amount` the traded quantity), `transacted_amount`
 * the filled base quantity, `transacted_volume` the filled quote amount. `status_name` and `way_name` are in the
 * caller's language.
 */
export const Order = Type.Object({
  id: Type.Integer(),
  currency_match_id: Type.Integer(),
  currency_match: Type.Object({ id: Type.Integer(), symbol: Type.String() }),
  way: Way,
  way_name: Type.String(),
  status: OrderStatus,
  status_name: Type.String(),
  order_type: Type.Enum(['limit', 'market', 'stop_limit', 'stop_market']),
  time_in_force: Type.Enum(['gtc', 'ioc', 'fok']),
  post_only: Type.Boolean(),
  price: Decimal,
  stop_price: Type.Union([Decimal, Type.Null()]),
  number: Decimal,
  quote_amount: Type.Union([Decimal, Type.Null()]),
  transacted_amount: Decimal,
  transacted_volume: Decimal,
  average_price: Decimal,
  /** The fee in the received currency. */
  fee: Decimal,
  fee_currency: Type.String(),
  /** The rebate earned as a maker, in the currency that was paid with. */
  rebate: Decimal,
  rebate_currency: Type.String(),
  client_order_id: Type.Union([Type.String(), Type.Null()]),
  created_at: Milliseconds,
  updated_at: Milliseconds,
});
export type Order = Static<typeof Order>;

const addFields = {
  currency_match_id: IntegerInput,
  number: Type.Optional(DecimalInput),
  quote_amount: Type.Optional(DecimalInput),
  price: Type.Optional(DecimalInput),
  stop_price: Type.Optional(DecimalInput),
  post_only: Type.Optional(Type.Boolean()),
  self_trade_prevention: Type.Optional(Type.String({ maxLength: 16 })),
  order_type: Type.Optional(Type.String({ maxLength: 16 })),
  time_in_force: Type.Optional(Type.String({ maxLength: 8 })),
  client_order_id: Type.Optional(Type.String({ maxLength: 64 })),
};

/**
 * `order_type` defaults to `limit`. A `market` order trades at once, at prices within the market's slippage from
 * `price`, for `number` or for `quote_amount` of the quote currency; `price` is the best opposite price that its user
 * saw and defaults to the current one. A `stop_limit` or `stop_market` order waits, `untriggered`, until a trade
 * reaches `stop_price` (at or above it for a buy, at or below it for a sell), and then becomes that limit or market
 * order; a `stop_market` order has no `price`, uses the best price at that time, and until then shows its stop price as
 * `price`. `self_trade_prevention` is `expire_maker`, `expire_taker` or `expire_both`; it defaults to the market's
 * rule.
 */
const AddOrder = Type.Object(addFields);

export const replaceFields = {
  id: IntegerInput,
  number: Type.Optional(DecimalInput),
  quote_amount: Type.Optional(DecimalInput),
  price: Type.Optional(DecimalInput),
  stop_price: Type.Optional(DecimalInput),
  order_type: Type.Optional(Type.String({ maxLength: 16 })),
  post_only: Type.Optional(Type.Boolean()),
  self_trade_prevention: Type.Optional(Type.String({ maxLength: 16 })),
  time_in_force: Type.Optional(Type.String({ maxLength: 8 })),
  client_order_id: Type.Optional(Type.String({ maxLength: 64 })),
};

/**
 * Ends an open order and places another one atomically, or does nothing. `number` includes what the old order has
 * traded: the new order, with its own id and behind all others at its price, is for the rest. `post_only` defaults to
 * that of the old order; everything else is as for a new order. With `stop_price` it replaces a stop order that waits
 * for its trigger by another one, of the same type unless `order_type` says otherwise.
 */
export const ReplaceOrder = Type.Object(replaceFields);

/** The order that ended and its replacement. */
export const Replacement = Type.Object({ replaced: Order, placed: Order });
export type Replacement = Static<typeof Replacement>;

export const reduceFields = { id: IntegerInput, number: Type.Optional(DecimalInput) };

/** Makes an open order smaller without losing its place in the book. `number` includes what it has traded. */
export const ReduceOrder = Type.Object(reduceFields);

/**
 * With `before`, only orders older than the one with that id, so that consecutive pages miss nothing while orders are
 * placed and end.
 */
const OrderFilter = Type.Object({
  currency_match_id: Type.Optional(IntegerInput),
  before: Type.Optional(IntegerInput),
  page: Type.Optional(IntegerInput),
  limit: Type.Optional(IntegerInput),
});

export const whichFields = {
  id: Type.Optional(IntegerInput),
  client_order_id: Type.Optional(Type.String({ maxLength: 64 })),
};

/** Exactly one field is given: the order id or the client order id. */
export const WhichOrder = Type.Object(whichFields);

const marketField = { currency_match_id: Type.Optional(IntegerInput) };

/** All markets if omitted. */
const ByMarket = Type.Object(marketField);

/** One side; all markets if omitted. */
export const SideOfMarket = Type.Object({ way: IntegerInput, ...marketField });

/** The number of cancelled orders; `more` if the limit per request left some open. */
export const Cancelled = Type.Object({ cancelled: Type.Integer({ minimum: 0 }), more: Type.Boolean() });

/** Maximum number of orders per batch call. */
export const maxBatch = 20;
const batchSize = { minItems: 1, maxItems: maxBatch };

/** An order with its side: `way` is 1 for sell, 2 for buy. */
export const OrderWithWay = Type.Object({ way: IntegerInput, ...addFields });

export const OrderBatch = Type.Object({ orders: Type.Array(OrderWithWay, batchSize) });

/** Either `ids` or `client_order_ids`. With `way`, an order of the other side is not found. */
export const CancelBatch = Type.Object({
  ids: Type.Optional(Type.Array(IntegerInput, batchSize)),
  client_order_ids: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), batchSize)),
  way: Type.Optional(IntegerInput),
});

/** The answer of each entry as from a separate call, at the index of the entry in the request. */
export const BatchResults = Type.Object({ results: Type.Array(Type.Union([Success(Order), Refusal])) });

const readingRefusals = [
  'market_unknown',
  'order_type_unsupported',
  'time_in_force_unsupported',
  'self_trade_prevention_unsupported',
  'client_order_id_invalid',
  'price_required',
  'price_precision',
  'price_step',
  'quantity_required',
  'quantity_precision',
  'quantity_step',
  'amount_too_large',
] as const;

const judgingRefusals = [
  'trading_stopped',
  'market_closed',
  'price_out_of_band',
  'below_min_notional',
  'insufficient_balance',
  'too_many_open_orders',
  'client_order_id_taken',
  'client_order_ids_exhausted',
  'post_only_would_trade',
  'fill_or_kill_unfilled',
] as const;

const placingRefusals = [
  ...readingRefusals,
  'stop_price_required',
  ...judgingRefusals,
  'stop_would_trigger',
  'no_best_price',
] as const;
const sellRefusals = ['sell_blocked'] as const;
const changingRefusals = ['order_not_found', 'order_waiting', 'quantity_filled'] as const;
const replacingRefusals = [
  ...changingRefusals,
  'order_not_waiting',
  ...readingRefusals,
  'stop_price_required',
  ...judgingRefusals,
  'stop_would_trigger',
] as const;
const reducingRefusals = [
  ...changingRefusals,
  'quantity_required',
  'quantity_precision',
  'quantity_step',
  'amount_too_large',
  'quantity_not_smaller',
  'below_min_notional',
  'market_closed',
] as const;
const cancellingRefusals = ['order_not_found', 'client_order_id_invalid', 'market_closed'] as const;

const place = { message: 'order_placed', refusals: placingRefusals } as const;
const eitherSideRefusals = [...placingRefusals, ...sellRefusals] as const;
const placeSell = { message: 'order_placed', refusals: eitherSideRefusals } as const;
const replace = { message: 'order_replaced', refusals: replacingRefusals } as const;
const replaceSell = { message: 'order_replaced', refusals: [...replacingRefusals, ...sellRefusals] } as const;
const reduce = { message: 'order_reduced', refusals: reducingRefusals } as const;
const cancel = { message: 'order_cancelled', refusals: cancellingRefusals } as const;
const cancelAll = { message: 'orders_cancelled', refusals: ['market_unknown', 'market_closed'] } as const;
const list = { refusals: ['market_unknown'] } as const;

const placing = { access: 'user', rate: 'order' } as const;
const changing = { access: 'owner', rate: 'order' } as const;
const cancelling = { access: 'owner', rate: 'cancel' } as const;
const reading = { access: 'user', rate: 'private' } as const;

export const buyAdd = moneyCall(placing, 'tx_in/add', AddOrder, Order, place);
export const sellAdd = moneyCall(placing, 'tx_out/add', AddOrder, Order, placeSell);
export const buyReplace = moneyCall(changing, 'tx_in/replace', ReplaceOrder, Replacement, replace);
export const sellReplace = moneyCall(changing, 'tx_out/replace', ReplaceOrder, Replacement, replaceSell);
export const buyReduce = moneyCall(changing, 'tx_in/reduce', ReduceOrder, Order, reduce);
export const sellReduce = moneyCall(changing, 'tx_out/reduce', ReduceOrder, Order, reduce);
export const buyCancel = moneyCall(cancelling, 'tx_in/cancel', WhichOrder, Order, cancel);
export const sellCancel = moneyCall(cancelling, 'tx_out/cancel', WhichOrder, Order, cancel);
export const buyCancelAll = moneyCall(
  { ...cancelling, access: 'user' },
  'tx_in/cancel_all',
  ByMarket,
  Cancelled,
  cancelAll,
);
export const sellCancelAll = moneyCall(
  { ...cancelling, access: 'user' },
  'tx_out/cancel_all',
  ByMarket,
  Cancelled,
  cancelAll,
);
export const batchAdd = moneyCall(placing, 'tx_batch/add', OrderBatch, BatchResults, {
  refusals: eitherSideRefusals,
});
export const batchCancel = moneyCall(cancelling, 'tx_batch/cancel', CancelBatch, BatchResults, {
  refusals: cancellingRefusals,
});
export const buyList = readCall(reading, 'tx_in/list', OrderFilter, Page(Order), list);
export const sellList = readCall(reading, 'tx_out/list', OrderFilter, Page(Order), list);
