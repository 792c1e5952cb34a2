import { Type, type Static } from 'typebox';
import { fileCall, readCall } from '../call.ts';
import { Decimal, IntegerInput, Milliseconds, Page, Way } from '../values.ts';
import { Order } from './calls.ts';

/** One trade of the caller's, from the caller's side. */
export const OwnTrade = Type.Object({
  id: Type.Integer(),
  order_id: Type.Integer(),
  currency_match_id: Type.Integer(),
  currency_match: Type.Object({ id: Type.Integer(), symbol: Type.String() }),
  way: Way,
  way_name: Type.String(),
  price: Decimal,
  /** In the base currency. */
  amount: Decimal,
  /** In the quote currency. */
  volume: Decimal,
  /** `maker` waited in the book, `taker` traded with what waited there. */
  role: Type.Enum(['maker', 'taker']),
  /** Paid, in the currency received. */
  fee: Decimal,
  fee_currency: Type.String(),
  /** Earned as a maker, in the currency paid with. */
  rebate: Decimal,
  rebate_currency: Type.String(),
  time: Milliseconds,
});
export type OwnTrade = Static<typeof OwnTrade>;

/** Rows from newest to oldest. `next` is where the following ones begin, for `before`; null when there are none. */
export const OwnTradePage = Type.Object({ data: Type.Array(OwnTrade), next: Type.Union([Type.String(), Type.Null()]) });

/** `from` ≤ time < `to` in epoch seconds: of an order when it was placed, of a trade when it was made. */
const Which = {
  currency_match_id: Type.Optional(IntegerInput),
  way: Type.Optional(IntegerInput),
  from: Type.Optional(IntegerInput),
  to: Type.Optional(IntegerInput),
};

const limit = Type.Optional(IntegerInput);
const before = Type.Optional(Type.String({ pattern: '^[0-9]{1,16}\\.[0-9]{1,16}$' }));

/** `time_zone` is an IANA name; times are written in it, with their offset. UTC when absent. */
const TableFilter = Type.Object({ ...Which, time_zone: Type.Optional(Type.String({ maxLength: 64 })) });

const reading = { access: 'user', rate: 'private' } as const;

export const historyList = readCall(
  reading,
  'tx_history/list',
  Type.Object({ ...Which, page: Type.Optional(IntegerInput), limit }),
  Page(Order),
  { refusals: ['market_unknown'] },
);
export const orderInfo = readCall(
  { access: 'owner', rate: 'private' },
  'tx_history/order',
  Type.Object({ id: IntegerInput }),
  Order,
  { refusals: ['order_unknown'] },
);
export const orderTrades = readCall(
  { access: 'owner', rate: 'private' },
  'tx_history/fills',
  Type.Object({ id: IntegerInput, before, limit }),
  OwnTradePage,
  { refusals: ['order_unknown'] },
);
export const ownTrades = readCall(
  reading,
  'tx_history/trades',
  Type.Object({ ...Which, before, limit }),
  OwnTradePage,
  { refusals: ['market_unknown'] },
);
export const ordersFile = fileCall(reading, 'tx_history/orders.csv', TableFilter, {
  refusals: ['market_unknown', 'export_running'],
});
export const tradesFile = fileCall(reading, 'tx_history/trades.csv', TableFilter, {
  refusals: ['market_unknown', 'export_running'],
});
