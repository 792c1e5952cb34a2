import type { ConsoleCall, ConsoleOutput, ConsoleRefusalOf } from '@bourse/contract/console';

export interface ConsoleDone<Data> {
  readonly ok: true;
  readonly data: Data;
}

/** A refusal: its key, and the details that the call declares for it. */
export interface ConsoleRefused<Key extends string = string> {
  readonly ok: false;
  readonly error: Key;
  readonly details: Readonly<Record<string, string | number>>;
}

export type ConsoleAnswer<C extends Pick<ConsoleCall, 'output' | 'refusals'>> =
  | ConsoleDone<ConsoleOutput<C>>
  | ConsoleRefused<ConsoleRefusalOf<C>>;

export function answered<Data>(data: Data): ConsoleDone<Data> {
  return { ok: true, data };
}

export function refusal<Key extends string>(
  error: Key,
  details: Readonly<Record<string, string | number>> = {},
): ConsoleRefused<Key> {
  return { ok: false, error, details };
}
