import { Type, type Static, type TSchema } from 'typebox';
import { type Audience, type OperatorAudience, type Policy, policyOf } from './policy.ts';

/**
 * One call of the wire, declared once: the server validates, authorizes, bounds and documents it from here, the page takes its types from here.
 * `path` is relative to `/api/`; a GET carries `input` as its query, a POST as its JSON body.
 */
export interface Call<Input extends TSchema = TSchema, Output extends TSchema = TSchema> extends Policy {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  /** What a success is, where it is no envelope but a file that is sent while it is made. Refusals stay envelopes. */
  readonly file?: 'text/csv';
}

export type CallInput<C extends Pick<Call, 'input'>> = Static<C['input']>;
export type CallOutput<C extends Pick<Call, 'output'>> = Static<C['output']>;

/** A call that only reads. */
export function readCall<Input extends TSchema, Output extends TSchema>(
  audience: Audience | OperatorAudience,
  path: string,
  summary: string,
  input: Input,
  output: Output,
): Call<Input, Output> {
  return { method: 'GET', path, ...policyOf(audience, false), summary, input, output };
}

/** A call that changes something other than balances. */
export function writeCall<Input extends TSchema, Output extends TSchema>(
  audience: Audience | OperatorAudience,
  path: string,
  summary: string,
  input: Input,
  output: Output,
): Call<Input, Output> {
  return { method: 'POST', path, ...policyOf(audience, false), summary, input, output };
}

/** A call that moves money: a session is required and an `Idempotency-Key` is honoured. */
export function moneyCall<Input extends TSchema, Output extends TSchema>(
  audience: (Audience & { readonly access: 'user' | 'owner' | 'seller' }) | OperatorAudience,
  path: string,
  summary: string,
  input: Input,
  output: Output,
): Call<Input, Output> {
  return { method: 'POST', path, ...policyOf(audience, true), summary, input, output };
}

/** A call that sends a table of one person's own as a file. */
export function fileCall<Input extends TSchema>(audience: Audience, path: string, summary: string, input: Input) {
  return { ...readCall(audience, path, summary, input, Type.String()), file: 'text/csv' } as const;
}
