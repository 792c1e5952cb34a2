import { Type, type Static } from 'typebox';
import { socketCall } from '../call.ts';
import { channel } from '../channel.ts';
import { IntegerInput, Sequence } from '../values.ts';
import { AccountDetail } from '../wallet/index.ts';
import {
  batchAdd,
  batchCancel,
  BatchResults,
  buyCancel,
  buyCancelAll,
  buyReduce,
  CancelBatch,
  Cancelled,
  Order,
  OrderBatch,
  OrderWithWay,
  reduceFields,
  Replacement,
  replaceFields,
  sellAdd,
  sellReplace,
  SideOfMarket,
  whichFields,
} from './calls.ts';

/** A buy or sell order, with the refusals of both. */
export const orderAdd = socketCall('order.add', sellAdd, OrderWithWay, Order);
/** With `way`, an order of the other side is not found. */
export const orderCancel = socketCall(
  'order.cancel',
  buyCancel,
  Type.Object({ ...whichFields, way: Type.Optional(IntegerInput) }),
  Order,
);
/** With `way`, an order of the other side is not found; likewise for `orderReduce`. */
export const orderReplace = socketCall(
  'order.replace',
  sellReplace,
  Type.Object({ ...replaceFields, way: Type.Optional(IntegerInput) }),
  Replacement,
);
export const orderReduce = socketCall(
  'order.reduce',
  buyReduce,
  Type.Object({ ...reduceFields, way: Type.Optional(IntegerInput) }),
  Order,
);
export const orderCancelAll = socketCall('order.cancel_all', buyCancelAll, SideOfMarket, Cancelled);
export const orderBatch = socketCall('order.batch', batchAdd, OrderBatch, BatchResults);
export const orderBatchCancel = socketCall('order.batch_cancel', batchCancel, CancelBatch, BatchResults);

/**
 * An order of the user changed: it was placed or, as a stop order, triggered (`TX_SUBMIT`), matched, reduced, or ended
 * without being filled. Balances are those after this sequence.
 */
export const OrderMessage = Type.Object({
  type: Type.Enum(['TX_SUBMIT', 'TX_MATCHED', 'TX_REDUCED', 'TX_CANCELED']),
  sequence: Sequence,
  order: Type.Intersect([Order, Type.Object({ quote_account: AccountDetail, base_account: AccountDetail })]),
  /**
   * Why an order was cancelled (`user`, `replaced`, `self_trade`, …), or why a triggered stop order could not be placed
   * (`no_best_price`, …).
   */
  reason: Type.Optional(Type.String()),
});
export type OrderMessage = Static<typeof OrderMessage>;

export const spotChannels = {
  TX_SUBMIT: channel('user', 'login', 'TX_SUBMIT', 'One of the user’s orders was placed or triggered', OrderMessage),
  TX_MATCHED: channel('user', 'login', 'TX_MATCHED', 'One of the user’s orders traded', OrderMessage),
  TX_REDUCED: channel('user', 'login', 'TX_REDUCED', 'One of the user’s orders was reduced', OrderMessage),
  TX_CANCELED: channel(
    'user',
    'login',
    'TX_CANCELED',
    'One of the user’s orders ended without being filled',
    OrderMessage,
  ),
} as const;
