import { fileURLToPath } from 'node:url';
import { type Static, Type } from 'typebox';

export type { PolicyDocument } from './policy-document.ts';

/** The longest request or answer in bytes, with its line feed. A Bitcoin transaction with 200 inputs fits. */
export const maxLineBytes = 65_536;

/** The most connections at one time. */
export const maxConnections = 8;

/** The program of the signer's process. */
export const signerProgram = fileURLToPath(new URL('main.ts', import.meta.url));

/** The line that the process writes when it accepts connections. */
export const readyLine = 'ready';

const strict = { additionalProperties: false };
const id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const chain = Type.String({ pattern: '^[a-z0-9-]{1,40}$' });
const keyIndex = Type.Integer({ minimum: 0, maximum: 0x7f_ff_ff_ff });

const signerWallet = Type.Union([
  Type.Object({ kind: Type.Literal('hot') }, strict),
  Type.Object({ kind: Type.Literal('deposit'), index: keyIndex }, strict),
]);

const reference = Type.String({ pattern: '^[a-z0-9][a-z0-9/_-]{0,79}$' });

const signRequest = Type.Object(
  {
    chain,
    wallet: signerWallet,
    reference,
    slot: Type.String({ pattern: '^[0-9A-Za-z:/]{1,120}$' }),
    encoded: Type.String({ minLength: 1, maxLength: 60_000 }),
    topUp: Type.Optional(keyIndex),
  },
  strict,
);

/** One request a line. */
export const signerRequest = Type.Union([
  Type.Object({ id, method: Type.Literal('depositXpub'), chain }, strict),
  Type.Object({ id, method: Type.Literal('address'), chain, wallet: signerWallet }, strict),
  Type.Object({ id, method: Type.Literal('coldAddress'), chain }, strict),
  Type.Object({ id, method: Type.Literal('slotOf'), reference }, strict),
  Type.Object({ id, method: Type.Literal('check'), request: signRequest }, strict),
  Type.Object({ id, method: Type.Literal('sign'), request: signRequest }, strict),
]);

const refusals = [
  'reference_has_other_slot',
  'slot_has_other_reference',
  'outputs_changed',
  'over_transaction_cap',
  'over_hour_cap',
  'over_day_cap',
  'receiver_forbidden',
  'asset_forbidden',
  'fee_too_high',
  'malformed',
] as const;

const refused = Type.Object({ refused: Type.Enum(refusals) }, strict);
/** `refusal` is null if the signer would sign the request now. */
const checked = Type.Object({ refusal: Type.Union([Type.Enum(refusals), Type.Null()]) }, strict);
const signed = Type.Object({ raw: Type.String(), hash: Type.String() }, strict);

/** One answer a line, in any order. `error` answers a request that the signer cannot read. */
export const signerAnswer = Type.Union([
  Type.Object({ id, text: Type.String() }, strict),
  Type.Object({ id, checked }, strict),
  Type.Object({ id, answer: Type.Union([signed, refused]) }, strict),
  Type.Object({ id: Type.Union([id, Type.Null()]), error: Type.String() }, strict),
]);

/** Whose key: the hot wallet of a chain, or the deposit address with an index. */
export type SignerWallet = Static<typeof signerWallet>;

/**
 * A transaction to sign.
 *
 * - `chain`: the code of the chain.
 * - `reference`: the business that is paid, once: such as `withdrawal/17` or `sweep/3`; unique among all chains.
 * - `slot`: the slot of the unsigned transaction. A reference keeps its first slot, and a slot its first reference.
 * - `topUp`: the index of the deposit address that receives coin for the fees of its sweep, from the hot wallet.
 */
export type SignRequest = Static<typeof signRequest>;

/** Why the signer does not sign. The answer to the same request changes only with time, by the caps of hour and day. */
export type SignRefusal = (typeof refusals)[number];

export type SignAnswer = Static<typeof signed> | Static<typeof refused>;

export type SignerRequest = Static<typeof signerRequest>;

export type SignerAnswer = Static<typeof signerAnswer>;
