import { code, conforms, Refusal, type Call, type CallOutput } from '@bourse/contract';

/** The result of a call, in the five cases that a page distinguishes. */
export type Outcome<Data> =
  | {
      readonly kind: 'success';
      readonly data: Data;
      readonly message: string;
      readonly sequence: number;
      readonly repeated: boolean;
    }
  | {
      readonly kind: 'refused';
      readonly error: string;
      readonly message: string;
      readonly details: Readonly<Record<string, string | number>>;
    }
  /** `token` is the one that the call carried; null for a visitor. */
  | { readonly kind: 'session_ended'; readonly token: string | null }
  | { readonly kind: 'superseded' }
  /** No response in time, an unexpected server error, or a response of another shape than declared. */
  | { readonly kind: 'failed' };

export type Unhappy = Exclude<Outcome<never>, { readonly kind: 'success' }>;

/**
 * Classifies the response of a call. `body` is the parsed JSON, or undefined without a body; `token` is the session
 * that the call carried. A refusal keeps the server's message, which is already in the user's language.
 */
export function readEnvelope<C extends Call>(call: C, body: unknown, token: string | null): Outcome<CallOutput<C>> {
  if (isSuccess(body)) {
    if (!conforms<C['output']>(call.output, body.data)) return { kind: 'failed' };
    const { data, message, sequence } = body;
    return { kind: 'success', data, message, sequence, repeated: 'repeated' in body && body.repeated === true };
  }
  if (!conforms(Refusal, body)) return { kind: 'failed' };
  switch (body.code) {
    case code.sessionEnded:
      return { kind: 'session_ended', token };
    case code.superseded:
      return { kind: 'superseded' };
    case code.refusal:
      return body.error === 'server_error'
        ? { kind: 'failed' }
        : { kind: 'refused', error: body.error, message: body.message, details: body.details };
  }
}

interface SuccessBody {
  readonly data: unknown;
  readonly message: string;
  readonly sequence: number;
}

function isSuccess(body: unknown): body is SuccessBody {
  return (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    body.code === code.success &&
    'data' in body &&
    'message' in body &&
    typeof body.message === 'string' &&
    'sequence' in body &&
    typeof body.sequence === 'number'
  );
}
