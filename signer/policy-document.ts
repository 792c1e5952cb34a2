import { type Static, Type } from 'typebox';

const strict = { additionalProperties: false };
const amount = Type.String({ pattern: '^(0|[1-9][0-9]{0,77})$' });
export const capsDocument = Type.Object({ transaction: amount, hour: amount, day: amount }, strict);
const shared = {
  cold: Type.Union([Type.String(), Type.Null()]),
  fees: capsDocument,
  assets: Type.Record(Type.String(), capsDocument),
};

export const policyDocument = Type.Object(
  {
    chains: Type.Record(
      Type.String({ pattern: '^[a-z0-9-]{1,40}$' }),
      Type.Union([
        Type.Object({ kind: Type.Literal('evm'), chainId: Type.Integer({ minimum: 1 }), ...shared }, strict),
        Type.Object({ kind: Type.Literal('bitcoin'), network: Type.String(), ...shared }, strict),
      ]),
    ),
  },
  strict,
);

/** The policy file. Amounts are decimal strings of the smallest units; the asset `''` is the coin of the chain. */
export type PolicyDocument = Static<typeof policyDocument>;
