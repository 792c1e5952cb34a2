import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { ChainUnavailable } from '../adapter.ts';

const hash = Type.String({ pattern: '^0x[0-9a-f]{64}$' });
const address = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' });
const quantity = Type.String({ pattern: '^0x[0-9a-f]{1,64}$' });
const data = Type.String({ pattern: '^0x([0-9a-f]{2})*$' });
const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

const NodeTransaction = Type.Object({
  hash,
  from: address,
  /** Null if the transaction creates a contract. */
  to: Type.Optional(orNull(address)),
  nonce: Type.Optional(quantity),
  value: quantity,
  input: data,
  blockHash: Type.Optional(orNull(hash)),
  blockNumber: Type.Optional(orNull(quantity)),
});
export type NodeTransaction = Static<typeof NodeTransaction>;

const Log = Type.Object({ address, topics: Type.Array(hash, { maxItems: 4 }), data });
export type NodeLog = Static<typeof Log>;

const Receipt = Type.Object({
  transactionHash: hash,
  blockHash: hash,
  blockNumber: quantity,
  /** Absent before the Byzantium fork of 2017. */
  status: Type.Union([Type.Literal('0x0'), Type.Literal('0x1')]),
  gasUsed: quantity,
  effectiveGasPrice: quantity,
  logs: Type.Array(Log),
});
export type NodeReceipt = Static<typeof Receipt>;

const header = { hash, number: quantity, parentHash: hash, timestamp: quantity };

/** The parts of a node's answers that are used. */
export const answers = {
  hash,
  quantity,
  data,
  header: orNull(Type.Object({ ...header, baseFeePerGas: Type.Optional(quantity) })),
  block: orNull(Type.Object({ ...header, transactions: Type.Array(NodeTransaction) })),
  receipts: orNull(Type.Array(Receipt)),
  receipt: orNull(Receipt),
  transaction: orNull(NodeTransaction),
} as const;

const validators = new Map<TSchema, { Check(value: unknown): boolean }>();

/** @throws ChainUnavailable if the node answered something else */
export function read<Schema extends TSchema>(schema: Schema, answer: unknown): Static<Schema> {
  let validator = validators.get(schema);
  if (validator === undefined) {
    validator = Compile(schema);
    validators.set(schema, validator);
  }
  if (isAnswer(schema, validator, answer)) return answer;
  throw new ChainUnavailable('The node answered in a form that is not Ethereum’s.');
}

function isAnswer<Schema extends TSchema>(
  _schema: Schema,
  validator: { Check(value: unknown): boolean },
  answer: unknown,
): answer is Static<Schema> {
  return validator.Check(answer);
}
