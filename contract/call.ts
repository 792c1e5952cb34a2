import { Type, type Static, type TSchema } from 'typebox';
import type { ErrorKey } from './errors.ts';
import type { SuccessKey } from './texts/index.ts';
import { type Audience, type OperatorAudience, type Policy, policyOf } from './policy.ts';
import type { GeneralRefusal } from './refusals.ts';

/** Everything that is declared of a call, whatever carries it. */
interface Declared<Input extends TSchema, Output extends TSchema, Key extends ErrorKey> extends Policy {
  readonly input: Input;
  readonly output: Output;
  /**
   * The reasons for which it may be refused besides those of every call of its kind (`generalRefusals`). Its handler
   * can give no others.
   */
  readonly refusals: readonly Key[];
  /** The sentence with which it succeeds; null for none. */
  readonly message: SuccessKey | null;
}

/**
 * A call over HTTP, declared once: the server validates, authorizes, bounds and documents it from here, the page takes
 * its types from here. `path` is relative to `/api/`; a GET carries `input` as its query, a POST as its JSON body.
 */
export interface Call<
  Input extends TSchema = TSchema,
  Output extends TSchema = TSchema,
  Key extends ErrorKey = ErrorKey,
> extends Declared<Input, Output, Key> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The media type of a success that is no envelope but a file, sent while it is made. Refusals stay envelopes. */
  readonly file?: 'text/csv';
}

/**
 * A call over the socket, for users who have logged in on it. Its `params` are what the HTTP call of the same meaning
 * takes, and it is for the same people.
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

/** The refusals that a handler may give to a call: its own and those of every call. */
export type RefusalOf<C extends Pick<Call, 'refusals'>> = C['refusals'][number] | GeneralRefusal;

/** How a call may end, as it is declared. */
interface Ends<Key extends ErrorKey> {
  readonly refusals?: readonly Key[];
  readonly message?: SuccessKey;
}

/** A call that only reads. */
export function readCall<Input extends TSchema, Output extends TSchema, Key extends ErrorKey = never>(
  audience: Audience | OperatorAudience,
  path: string,
  input: Input,
  output: Output,
  { refusals = [], message }: Ends<Key> = {},
): Call<Input, Output, Key> {
  const policy = policyOf(audience, false);
  return { method: 'GET', path, ...policy, input, output, refusals, message: message ?? null };
}

/** A call that changes something other than balances. */
export function writeCall<Input extends TSchema, Output extends TSchema, Key extends ErrorKey = never>(
  audience: Audience | OperatorAudience,
  path: string,
  input: Input,
  output: Output,
  ends: Ends<Key> = {},
): Call<Input, Output, Key> {
  return { ...readCall(audience, path, input, output, ends), method: 'POST' };
}

/** A call that moves money: a session is required and an `Idempotency-Key` is honoured. */
export function moneyCall<Input extends TSchema, Output extends TSchema, Key extends ErrorKey = never>(
  audience: (Audience & { readonly access: 'user' | 'owner' | 'seller' }) | OperatorAudience,
  path: string,
  input: Input,
  output: Output,
  ends: Ends<Key> = {},
): Call<Input, Output, Key> {
  return { ...writeCall(audience, path, input, output, ends), movesMoney: true };
}

/** A call that sends a table of one person's own as a file. */
export function fileCall<Input extends TSchema, Key extends ErrorKey = never>(
  audience: Audience,
  path: string,
  input: Input,
  ends: Ends<Key> = {},
) {
  return { ...readCall(audience, path, input, Type.String(), ends), file: 'text/csv' } as const;
}

/**
 * The call over the socket that means the same as one over HTTP: its policy, refusals and message are those of that
 * call.
 */
export function socketCall<Input extends TSchema, Output extends TSchema, Key extends ErrorKey>(
  type: string,
  { access, roles, rate, movesMoney, message, refusals }: Call<TSchema, Output, Key>,
  input: Input,
  output: Output,
): SocketCall<Input, Output, Key> {
  return { type, access, roles, rate, movesMoney, input, output, message, refusals };
}
