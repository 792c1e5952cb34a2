import { Type, type Static } from 'typebox';
import { fileCall, readCall } from '../call.ts';
import { Decimal, IntegerInput, Milliseconds, Page, Way } from '../values.ts';
import { Order } from './calls.ts';

/** A trade from the caller's side. */
export const OwnTrade = Type.Object({
  id: Type.Integer(),
  order_id: Type.Integer(),
  currency_match_id: Type.Integer(),
  currency_match: Type.Object({ id: Type.Integer(), symbol: Type.String() }),
  way: Way,
  way_name: Type.String(),
  price: Decimal,
  /** The filled amount in the base currency. */
  amount: Decimal,
  /** The filled amount in the quote currency. */
  volume: Decimal,
  /** `maker` for a resting order, `taker` for one that traded on arrival. */
  role: Type.Enum(['maker', 'taker']),
  /** The fee in the received currency. */
  fee: Decimal,
  fee_currency: Type.String(),
  /** The rebate earned as a maker, in the currency that was paid with. */
  rebate: Decimal,
  rebate_currency: Type.String(),
  time: Milliseconds,
});
export type OwnTrade = Static<typeof OwnTrade>;

/** Rows from newest to oldest. `next` is the `before` of the next page; null if there is none. */
export const OwnTradePage = Type.Object({ data: Type.Array(OwnTrade), next: Type.Union([Type.String(), Type.Null()]) });

/** `from` ≤ time < `to` in epoch seconds: the time of placement for orders, of the trade for trades. */
const Which = {
  currency_match_id: Type.Optional(IntegerInput),
  way: Type.Optional(IntegerInput),
  from: Type.Optional(IntegerInput),
  to: Type.Optional(IntegerInput),
};

const limit = Type.Optional(IntegerInput);
const before = Type.Optional(Type.String({ pattern: '^[0-9]{1,16}\\.[0-9]{1,16}$' }));

/** `time_zone` is the IANA name of the time zone of times, which include the offset; default UTC. */
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
