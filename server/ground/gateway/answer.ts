import type { Call, CallOutput, ErrorKey, errorParameters, RefusalOf } from '@bourse/contract';
import { CoreRefusal, type CoreRefusalKey } from '../core/index.ts';
import { isDatabaseUnavailable } from '../database/index.ts';

/**
 * A successful answer. `sequence` is the journal sequence that `data` reflects, if the handler knows it more precisely
 * than the gateway.
 */
export interface Done<Data> {
  readonly ok: true;
  readonly data: Data;
  readonly sequence?: number;
  readonly repeated?: true;
}

/** A refusal: an error key with its parameters. */
export interface Refused<Key extends ErrorKey = ErrorKey> {
  readonly ok: false;
  readonly error: Key;
  readonly parameters: Readonly<Record<string, string | number>>;
}

export type Answer<Data, Key extends ErrorKey = ErrorKey> = Done<Data> | Refused<Key>;

/** The possible answers to a call: its output, or one of the refusals that it declares. */
export type AnswerTo<C extends Pick<Call, 'output' | 'refusals'>> = Answer<CallOutput<C>, RefusalOf<C>>;

type ParametersOf<Key extends ErrorKey> = Readonly<Record<(typeof errorParameters)[Key][number], string | number>>;

export function done<Data>(data: Data, more: { sequence?: number } = {}): Done<Data> {
  return { ok: true, data, ...more };
}

/** A refusal with exactly the parameters that its text may contain. */
export function refused<Key extends ErrorKey>(
  error: Key,
  ...parameters: (typeof errorParameters)[Key] extends readonly [] ? [] : [ParametersOf<Key>]
): Refused<Key> {
  return { ok: false, error, parameters: parameters[0] ?? {} };
}

/** Marks an answer as repeated, for a request whose idempotency key belongs to a request that was carried out. */
export function repeated<Data>(answer: Done<Data>): Done<Data> {
  return { ...answer, repeated: true };
}

/** A rate limit that only the handler can check is exceeded; the caller may come back after `waitSeconds`. */
export class RateExceeded extends Error {
  readonly waitSeconds: number;

  constructor(waitSeconds: number) {
    super('A rate limit is exceeded.');
    this.waitSeconds = waitSeconds;
  }
}

/**
 * Runs a handler and turns the core's refusal of its command, and an exceeded rate limit, into an answer. Rethrows all
 * other errors, but for a call that moves money the loss of the database leaves the outcome pending: the request may be
 * stored already, and is carried out then.
 */
export async function answerOf<Data, Key extends ErrorKey>(
  run: () => Answer<Data, Key> | Promise<Answer<Data, Key>>,
  { movesMoney = false }: { readonly movesMoney?: boolean } = {},
): Promise<Answer<Data, Key | CoreRefusalKey | 'too_many_requests'>> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof CoreRefusal) return refused(error.key);
    if (error instanceof RateExceeded) return refused('too_many_requests', { retry_after: error.waitSeconds });
    if (movesMoney && isDatabaseUnavailable(error)) return refused('outcome_pending');
    throw error;
  }
}
