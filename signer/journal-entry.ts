import { type Static, Type } from 'typebox';

const strict = { additionalProperties: false };
const amount = Type.String({ pattern: '^(0|[1-9][0-9]{0,77})$' });

/** A signature that may have left the signer. Amounts are decimal strings of the smallest units. */
export const journalEntry = Type.Object(
  {
    timeMs: Type.Integer({ minimum: 0 }),
    reference: Type.String(),
    chain: Type.String(),
    slot: Type.String(),
    /** The paid outputs; empty for a cancellation. */
    outputs: Type.Array(
      Type.Object(
        { to: Type.String(), memo: Type.Union([Type.String(), Type.Null()]), asset: Type.String(), amount },
        strict,
      ),
    ),
    fee: amount,
    /** The amounts that count against the caps of payments, by asset, and of fees. */
    counted: Type.Object({ payments: Type.Record(Type.String(), amount), fees: amount }, strict),
    /** The hash of the unsigned transaction. */
    digest: Type.String(),
  },
  strict,
);

export type JournalEntry = Static<typeof journalEntry>;
