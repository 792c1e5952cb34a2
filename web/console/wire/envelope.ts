import { code, conforms } from '@bourse/contract';
import { ConsoleAnswered, ConsoleRefused, type ConsoleCall, type ConsoleOutput } from '@bourse/contract/console';

/** The result of a call, in the four cases that the console distinguishes. */
export type ConsoleResult<Data> =
  | {
      readonly kind: 'success';
      readonly data: Data;
      /** True when this idempotency key was answered before: `data` is the answer of the first attempt. */
      readonly repeated: boolean;
    }
  | Refused
  | { readonly kind: 'session_ended' }
  /** No response in time, an unexpected server error, or a response of another shape than declared. */
  | { readonly kind: 'failed'; readonly requestId: string | null };

interface Refused {
  readonly kind: 'refused';
  readonly error: string;
  readonly details: Readonly<Record<string, string | number>>;
}

export type ConsoleUnhappy = Exclude<ConsoleResult<never>, { readonly kind: 'success' }>;

/** Classifies the response of a call. `body` is the parsed JSON, or undefined without a body. */
export function readConsoleEnvelope<C extends ConsoleCall>(call: C, body: unknown): ConsoleResult<ConsoleOutput<C>> {
  if (conforms(ConsoleAnswered, body)) {
    const data: unknown = 'data' in body ? body.data : undefined;
    return conforms<C['output']>(call.output, data)
      ? { kind: 'success', data, repeated: body.repeated === true }
      : { kind: 'failed', requestId: null };
  }
  if (!conforms(ConsoleRefused, body)) return { kind: 'failed', requestId: null };
  if (body.code === code.sessionEnded || body.error === 'session_ended') return { kind: 'session_ended' };
  if (body.code === code.superseded || body.error === 'server_error') {
    return { kind: 'failed', requestId: body.request_id ?? null };
  }
  const { error, details } = body;
  return { kind: 'refused', error, details };
}

/** The error of a call that did not succeed. */
export class ConsoleFailure extends Error {
  readonly outcome: ConsoleUnhappy;

  constructor(outcome: ConsoleUnhappy) {
    super(outcome.kind === 'refused' ? outcome.error : outcome.kind);
    this.name = 'ConsoleFailure';
    this.outcome = outcome;
  }
}

/** The refusal that an error carries; null for any other failure. */
export function refusedBy(error: unknown): Refused | null {
  return error instanceof ConsoleFailure && error.outcome.kind === 'refused' ? error.outcome : null;
}

/** Whether the server refused a call for this reason. */
export function isConsoleRefusal(error: unknown, key: string): boolean {
  return refusedBy(error)?.error === key;
}
