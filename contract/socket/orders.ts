import { Type, type Static, type TSchema } from 'typebox';
import { Refusal, Success } from '../envelope.ts';
import type { Policy } from '../policy.ts';
import {
  batchAdd,
  batchCancel,
  buyAdd,
  buyCancel,
  buyCancelAll,
  buyReduce,
  buyReplace,
  Cancelled,
  Order,
  OrderBatch,
  CancelBatch,
  BatchResults,
  OrderWithWay,
  ReduceOrder,
  ReplaceOrder,
  Replacement,
  SideOfMarket,
  WhichOrder,
} from '../rest/spot.ts';
import { IntegerInput } from '../values.ts';

/** One call of the socket, for people who have logged in on it. Its `params` are what the REST call of the same meaning takes, and it is for the same people. */
export interface SocketCall<Input extends TSchema = TSchema, Output extends TSchema = TSchema> extends Policy {
  readonly type: string;
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
}

function socketCall<Input extends TSchema, Output extends TSchema>(
  type: string,
  { access, roles, rate, movesMoney }: Policy,
  summary: string,
  input: Input,
  output: Output,
): SocketCall<Input, Output> {
  return { type, access, roles, rate, movesMoney, summary, input, output };
}

export const orderAdd = socketCall('order.add', buyAdd, 'Place an order', OrderWithWay, Order);
/** With `way`, an order of the other side is not found. */
export const orderCancel = socketCall(
  'order.cancel',
  buyCancel,
  'Cancel an order',
  Type.Object({ ...WhichOrder.properties, way: Type.Optional(IntegerInput) }),
  Order,
);
/** With `way`, an order of the other side is not found, here and in the next. */
export const orderReplace = socketCall(
  'order.replace',
  buyReplace,
  'Replace an order',
  Type.Object({ ...ReplaceOrder.properties, way: Type.Optional(IntegerInput) }),
  Replacement,
);
export const orderReduce = socketCall(
  'order.reduce',
  buyReduce,
  'Reduce an order',
  Type.Object({ ...ReduceOrder.properties, way: Type.Optional(IntegerInput) }),
  Order,
);
export const orderCancelAll = socketCall(
  'order.cancel_all',
  buyCancelAll,
  'Cancel all orders of a side',
  SideOfMarket,
  Cancelled,
);
export const orderBatch = socketCall('order.batch', batchAdd, 'Place up to 20 orders', OrderBatch, BatchResults);
export const orderBatchCancel = socketCall(
  'order.batch_cancel',
  batchCancel,
  'Cancel up to 20 orders',
  CancelBatch,
  BatchResults,
);

/** `id` is the client's own and comes back with the answer; `key` is what the header `Idempotency-Key` is for a REST call. */
export const CallMessage = Type.Object({
  type: Type.String({ pattern: '^[a-z]+\\.[a-z_]+$', maxLength: 32 }),
  id: Type.String({ minLength: 1, maxLength: 64 }),
  key: Type.Optional(Type.String()),
  params: Type.Unknown(),
});
export type CallMessage = Static<typeof CallMessage>;

/** The answer to a call, once what it did is durable; answers to several calls may come in another order than the calls. */
export const AnswerMessage = Type.Intersect([
  Type.Object({ type: Type.String(), id: Type.String() }),
  Type.Union([Success(Type.Unknown()), Refusal]),
]);
export type AnswerMessage = Static<typeof AnswerMessage>;
