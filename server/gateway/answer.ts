import type { ErrorKey, errorParameters } from '@bourse/contract';
import type { SuccessKey } from '@bourse/contract/texts';
import { CoreRefusal } from '../core/index.ts';

/** A call that succeeded. `sequence` is the journal sequence that `data` reflects, when the handler knows it better than the gateway. */
export interface Done<Data> {
  readonly ok: true;
  readonly data: Data;
  readonly sequence?: number;
  readonly message?: SuccessKey;
  readonly repeated?: true;
}

/** A call that was refused: a key of the error catalogue with its figures. */
export interface Refused {
  readonly ok: false;
  readonly error: ErrorKey;
  readonly figures: Readonly<Record<string, string | number>>;
  readonly repeated?: true;
}

export type Answer<Data> = Done<Data> | Refused;

type FiguresOf<Key extends ErrorKey> = Readonly<Record<(typeof errorParameters)[Key][number], string | number>>;

export function done<Data>(data: Data, more: { sequence?: number; message?: SuccessKey } = {}): Done<Data> {
  return { ok: true, data, ...more };
}

/** A refusal with exactly the figures that its text may name. */
export function refused<Key extends ErrorKey>(
  error: Key,
  ...figures: (typeof errorParameters)[Key] extends readonly [] ? [] : [FiguresOf<Key>]
): Refused {
  return { ok: false, error, figures: figures[0] ?? {} };
}

/** The same answer, given again to whoever asked again with the key of a request that was answered before. */
export function repeated<Given extends Answer<unknown>>(answer: Given): Given {
  return { ...answer, repeated: true };
}

/** What became of a call: that the core refused its command is an answer like any other. Throws whatever nobody expects. */
export async function answerOf<Data>(run: () => Answer<Data> | Promise<Answer<Data>>): Promise<Answer<Data>> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof CoreRefusal) return refused(error.key);
    throw error;
  }
}
