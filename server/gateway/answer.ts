import type { Call, CallOutput, ErrorKey, errorParameters, RefusalOf } from '@bourse/contract';
import { CoreRefusal, type CoreRefusalKey } from '../core/index.ts';

/**
 * A call that succeeded. `sequence` is the journal sequence that `data` reflects, when the handler knows it better than
 * the gateway.
 */
export interface Done<Data> {
  readonly ok: true;
  readonly data: Data;
  readonly sequence?: number;
  readonly repeated?: true;
}

/** A call that was refused: an error key with its parameters. */
export interface Refused<Key extends ErrorKey = ErrorKey> {
  readonly ok: false;
  readonly error: Key;
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly repeated?: true;
}

export type Answer<Data, Key extends ErrorKey = ErrorKey> = Done<Data> | Refused<Key>;

/** An answer that a call may have: its output, or one of the refusals that it declares. */
export type AnswerTo<C extends Pick<Call, 'output' | 'refusals'>> = Answer<CallOutput<C>, RefusalOf<C>>;

type ParametersOf<Key extends ErrorKey> = Readonly<Record<(typeof errorParameters)[Key][number], string | number>>;

export function done<Data>(data: Data, more: { sequence?: number } = {}): Done<Data> {
  return { ok: true, data, ...more };
}

/** A refusal with exactly the parameters that its text may name. */
export function refused<Key extends ErrorKey>(
  error: Key,
  ...parameters: (typeof errorParameters)[Key] extends readonly [] ? [] : [ParametersOf<Key>]
): Refused<Key> {
  return { ok: false, error, parameters: parameters[0] ?? {} };
}

/** The same answer, given again to whoever asked again with the key of a request that was answered before. */
export function repeated<Given extends Answer<unknown>>(answer: Given): Given {
  return { ...answer, repeated: true };
}

/**
 * What became of a call: that the core refused its command is an answer like any other. Throws whatever nobody expects.
 */
export async function answerOf<Data, Key extends ErrorKey>(
  run: () => Answer<Data, Key> | Promise<Answer<Data, Key>>,
): Promise<Answer<Data, Key | CoreRefusalKey>> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof CoreRefusal) return refused(error.key);
    throw error;
  }
}
