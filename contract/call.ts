import { Type, type Static, type TSchema } from 'typebox';
import type { ErrorKey } from './errors.ts';
import type { SuccessKey } from './texts/index.ts';
import { type Audience, type Policy, policyOf } from './policy.ts';
import type { GeneralRefusal } from './refusals.ts';
import type { Topic } from './topics.ts';
import { Empty } from './values.ts';

/** The declaration of a call, for either transport. */
interface Declared<Input extends TSchema, Output extends TSchema, Key extends ErrorKey> extends Policy {
  readonly input: Input;
  readonly output: Output;
  /**
   * The reasons for which it may be refused, besides those of every call of its kind (`generalRefusals`). The type of
   * its handler allows no others.
   */
  readonly refusals: readonly Key[];
  /** The key of the success message; null for none. */
  readonly message: SuccessKey | null;
}

/**
 * An HTTP call, declared once: the server derives validation, authorization, rate limits and documentation from it, the
 * page its types. `path` is relative to `/api/`; `input` is the query of a GET and the JSON body of a POST.
 */
export interface Call<
  Input extends TSchema = TSchema,
  Output extends TSchema = TSchema,
  Key extends ErrorKey = ErrorKey,
> extends Declared<Input, Output, Key> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The topics that its answer depends on, so that clients know when to read it again. */
  readonly topics: readonly Topic[];
  /** The media type if a success is a file instead of an envelope. Refusals are still envelopes. */
  readonly file?: 'text/csv' | 'image/jpeg';
  /** Present if the body is `multipart/form-data` with one part instead of JSON. */
  readonly upload?: Upload;
  /** A second address of the call, for clients that know it under that one. */
  readonly earlier?: EarlierAddress;
}

/** An address outside of `/api/` that serves a call as well. */
export interface EarlierAddress {
  readonly url: string;
  readonly methods: readonly ('GET' | 'POST')[];
  /** The part of a `multipart/form-data` body that has the input as JSON. Other parts are read and ignored. */
  readonly part?: string;
}

/** The only part of an upload. */
export interface Upload {
  readonly part: 'file';
  readonly maxBytes: number;
}

/**
 * A socket call, for users who have logged in on the socket. `params` and access are those of the equivalent HTTP call.
 */
export interface SocketCall<
  Input extends TSchema = TSchema,
  Output extends TSchema = TSchema,
  Key extends ErrorKey = ErrorKey,
> extends Declared<Input, Output, Key> {
  readonly type: string;
}

export type CallInput<C extends Pick<Call, 'input'>> = Static<C['input']>;
export type CallOutput<C extends Pick<Call, 'output'>> = Static<C['output']>;

/** The refusals that the handler of a call may return: its own and the general ones. */
export type RefusalOf<C extends Pick<Call, 'refusals'>> = C['refusals'][number] | GeneralRefusal;

/** The declared refusals and success message of a call. */
interface Ends<Key extends ErrorKey> {
  readonly refusals?: readonly Key[];
  readonly message?: SuccessKey;
}

interface ReadEnds<Key extends ErrorKey> extends Ends<Key> {
  readonly topics?: readonly Topic[];
}

/** A call that only reads. */
export function readCall<Input extends TSchema, Output extends TSchema, Key extends ErrorKey = never>(
  audience: Audience,
  path: string,
  input: Input,
  output: Output,
  { refusals = [], message, topics = [] }: ReadEnds<Key> = {},
): Call<Input, Output, Key> {
  const policy = policyOf(audience, false);
  return { method: 'GET', path, topics, ...policy, input, output, refusals, message: message ?? null };
}

/** The same call with a second address. */
export function alsoAt<C extends Call>(call: C, earlier: EarlierAddress): C & { readonly earlier: EarlierAddress } {
  return { ...call, earlier };
}

/** A call that changes something other than balances. */
export function writeCall<Input extends TSchema, Output extends TSchema, Key extends ErrorKey = never>(
  audience: Audience,
  path: string,
  input: Input,
  output: Output,
  ends: Ends<Key> = {},
): Call<Input, Output, Key> {
  return { ...readCall(audience, path, input, output, ends), method: 'POST' };
}

/** A call that moves money: it requires a session and accepts an `Idempotency-Key`. */
export function moneyCall<Input extends TSchema, Output extends TSchema, Key extends ErrorKey = never>(
  audience: Audience & { readonly access: 'user' | 'owner' | 'seller' },
  path: string,
  input: Input,
  output: Output,
  ends: Ends<Key> = {},
): Call<Input, Output, Key> {
  return { ...writeCall(audience, path, input, output, ends), movesMoney: true };
}

/** A call that returns a table of the user's own data as a file. */
export function fileCall<Input extends TSchema, Key extends ErrorKey = never>(
  audience: Audience,
  path: string,
  input: Input,
  ends: Ends<Key> = {},
) {
  return { ...readCall(audience, path, input, Type.String(), ends), file: 'text/csv' } as const;
}

/** A call that returns one of the user's own images. */
export function imageCall<Input extends TSchema, Key extends ErrorKey = never>(
  audience: Audience,
  path: string,
  input: Input,
  ends: Ends<Key> = {},
) {
  return { ...readCall(audience, path, input, Type.String(), ends), file: 'image/jpeg' } as const;
}

/**
 * A call whose body is a form with one file of at most `maxBytes`. The session is checked before the body is read, and
 * a user has at most two uploads at once. Every other call accepts JSON only.
 */
export function uploadCall<Output extends TSchema, Key extends ErrorKey = never>(
  audience: Audience & { readonly access: 'user' | 'owner' | 'seller' },
  path: string,
  maxBytes: number,
  output: Output,
  ends: Ends<Key> = {},
) {
  const upload: Upload = { part: 'file', maxBytes };
  return { ...writeCall(audience, path, Empty, output, ends), upload };
}

/** The socket equivalent of an HTTP call, with the same policy, refusals and message. */
export function socketCall<Input extends TSchema, Output extends TSchema, Key extends ErrorKey>(
  type: string,
  { access, rate, movesMoney, message, refusals }: Call<TSchema, Output, Key>,
  input: Input,
  output: Output,
): SocketCall<Input, Output, Key> {
  return { type, access, rate, movesMoney, input, output, message, refusals };
}
