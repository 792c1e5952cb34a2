import type { Static, TSchema } from 'typebox';

/**
 * Who may use a call: anybody, with the same answer for all; only the holder of a live session; or anybody, with an answer that knows who
 * asks when a live session is sent.
 */
export type Access = 'visitor' | 'user' | 'either';

/**
 * One call of the wire, declared once: the server validates, authorizes and documents it from here, the page takes its types from here.
 * `path` is relative to `/api/`; a GET carries `input` as its query, a POST as its JSON body.
 */
export interface Call<Input extends TSchema = TSchema, Output extends TSchema = TSchema> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly access: Access;
  /** True for calls that change balances; these take an `Idempotency-Key` header. */
  readonly movesMoney: boolean;
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
}

export type CallInput<C extends Pick<Call, 'input'>> = Static<C['input']>;
export type CallOutput<C extends Pick<Call, 'output'>> = Static<C['output']>;

/** A call that only reads. */
export function readCall<Input extends TSchema, Output extends TSchema>(
  access: Access,
  path: string,
  summary: string,
  input: Input,
  output: Output,
): Call<Input, Output> {
  return { method: 'GET', path, access, movesMoney: false, summary, input, output };
}

/** A call that changes something other than balances. */
export function writeCall<Input extends TSchema, Output extends TSchema>(
  access: Access,
  path: string,
  summary: string,
  input: Input,
  output: Output,
): Call<Input, Output> {
  return { method: 'POST', path, access, movesMoney: false, summary, input, output };
}

/** A call that moves money: a session is required and an `Idempotency-Key` is honoured. */
export function moneyCall<Input extends TSchema, Output extends TSchema>(
  path: string,
  summary: string,
  input: Input,
  output: Output,
): Call<Input, Output> {
  return { method: 'POST', path, access: 'user', movesMoney: true, summary, input, output };
}
