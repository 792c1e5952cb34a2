import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { ChainUnavailable } from '../adapter.ts';

const hash = Type.String({ pattern: '^[0-9a-f]{64}$' });
const hex = Type.String({ pattern: '^([0-9a-f]{2})*$' });
const natural = Type.Integer({ minimum: 0 });

const Output = Type.Object({ value: Type.String(), n: natural, scriptPubKey: Type.Object({ hex }) });

const Input = Type.Object({ txid: Type.Optional(hash), vout: Type.Optional(natural), coinbase: Type.Optional(hex) });

const transaction = { txid: hash, vin: Type.Array(Input), vout: Type.Array(Output) };
const Transaction = Type.Object(transaction);
export type NodeTransaction = Static<typeof Transaction>;

/** The parts of the node's answers that are used. */
export const answers = {
  hash,
  height: natural,
  block: Type.Object({
    hash,
    height: natural,
    /** −1 for a block that is not on the node's current branch. */
    confirmations: Type.Integer(),
    previousblockhash: Type.Optional(hash),
    time: natural,
    nTx: natural,
    tx: Type.Array(Transaction),
  }),
  header: Type.Object({ hash, height: natural, confirmations: Type.Integer() }),
  transaction: Type.Object({
    ...transaction,
    blockhash: Type.Optional(hash),
    confirmations: Type.Optional(Type.Integer()),
  }),
  feeEstimate: Type.Object({ feerate: Type.Optional(Type.String()) }),
  mempool: Type.Object({ mempoolminfee: Type.String() }),
  unspent: Type.Object({
    success: Type.Literal(true),
    height: natural,
    unspents: Type.Array(Type.Object({ scriptPubKey: hex, amount: Type.String() })),
  }),
} as const;

/** @throws ChainUnavailable if the node answered something else */
export function read<const Schema extends TSchema>(schema: Schema, answer: unknown): Static<Schema> {
  if (Value.Check(schema, answer)) return answer;
  throw new ChainUnavailable('The node answered in a form that is not Bitcoin Core’s.');
}
