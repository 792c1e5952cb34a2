import { header, type Call, type CallInput, type CallOutput } from '@bourse/contract';
import type { Attempts } from './attempts.ts';
import { readEnvelope, type Outcome } from './envelope.ts';
import { CallFailure } from './failure.ts';

/** Timeout of a call. */
const callTimeoutMs = 20_000;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /**
   * The same key on every attempt of one user action, so that the server performs it once. Calls that move money have
   * one from the caller unless it is given.
   */
  readonly idempotencyKey?: string;
}

export interface Answer<Data> {
  readonly data: Data;
  readonly message: string;
  /** The journal sequence that `data` reflects. */
  readonly sequence: number;
  /** True when this idempotency key was answered before: `data` is the answer of the first attempt. */
  readonly repeated: boolean;
}

/**
 * Calls the server and resolves with the answer, or throws a `CallFailure`. A cancelled `signal` throws its own reason.
 */
export type Caller = <C extends Call>(
  call: C,
  input: CallInput<C>,
  options?: CallOptions,
) => Promise<Answer<CallOutput<C>>>;

export interface CallerPorts {
  readonly fetch: typeof fetch;
  readonly token: () => string | null;
  readonly language: () => string;
  readonly deviceId: () => string;
  /** Receives the `date` header of every response. */
  readonly onDate: (date: string | null) => void;
  readonly attempts: Attempts;
}

export function createCaller(ports: CallerPorts): Caller {
  return async (call, input, options = {}) => {
    const isKept = call.movesMoney && options.idempotencyKey === undefined;
    const sent = isKept ? { ...options, idempotencyKey: ports.attempts.keyOf(call.path, input) } : options;
    const outcome = await exchangeMessages(ports, call, input, sent);
    if (isKept && outcome.kind === 'success') ports.attempts.settle(call.path, input, null);
    if (isKept && outcome.kind === 'refused') ports.attempts.settle(call.path, input, outcome.error);
    if (outcome.kind !== 'success') throw new CallFailure(outcome);
    return outcome;
  };
}

async function exchangeMessages<C extends Call>(
  ports: CallerPorts,
  call: C,
  input: CallInput<C>,
  options: CallOptions,
): Promise<Outcome<CallOutput<C>>> {
  const timeout = AbortSignal.timeout(callTimeoutMs);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
  const token = ports.token();
  let body: unknown;
  try {
    const query = call.method === 'GET' ? queryText(input) : '';
    const answer = await ports.fetch(`/api/${call.path}${query}`, {
      method: call.method,
      headers: callHeaders(ports, token, call, options),
      signal,
      ...(call.method === 'POST' ? { body: JSON.stringify(input) } : {}),
    });
    ports.onDate(answer.headers.get('date'));
    body = await answer.json();
  } catch {
    options.signal?.throwIfAborted();
    return { kind: 'failed' };
  }
  return readEnvelope(call, body, token);
}

/** The headers of every call. */
export function callHeaders(
  ports: CallerPorts,
  token: string | null,
  call: Call,
  options: CallOptions,
): Record<string, string> {
  return {
    [header.language]: ports.language(),
    [header.device]: ports.deviceId(),
    // Browsers set the type of a form themselves, with its boundary.
    ...(call.method === 'POST' && call.upload === undefined ? { 'content-type': 'application/json' } : {}),
    ...(token === null ? {} : { [header.session]: token }),
    ...(options.idempotencyKey === undefined ? {} : { [header.idempotencyKey]: options.idempotencyKey }),
  };
}

export function queryText(input: unknown): string {
  if (typeof input !== 'object' || input === null) return '';
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
