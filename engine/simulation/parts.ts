import { NaiveSavings } from '../savings/simulation/naive-savings.ts';
import { RandomSavings } from '../savings/simulation/random-savings.ts';
import type { Command } from '../command.ts';
import type { RejectionReason } from '../rejection.ts';
import type { NaiveExchange } from './naive-exchange.ts';
import type { NaiveEvent } from './naive-rules.ts';
import type { NaiveState } from './naive-state.ts';
import type { Random } from './random.ts';

/** A capability in the naive model. It shares no code with the engine's. */
export interface NaivePart {
  /** The commands that it carries out. */
  readonly commands: readonly Command['type'][];
  /** The refusals that only they can give; the fixed seeds have to meet each. */
  readonly refusals: readonly RejectionReason[];
  /** Does one of them, reports its events, and answers the outcome. Throws `Refused` before it changes anything. */
  perform(command: Command, events: NaiveEvent[]): NaiveEvent;
  /** Does what time has made due, at most `max` pieces, and answers how many it did. */
  passTime(max: number, events: NaiveEvent[]): number;
}

/** Makes up the commands of a capability. */
export interface RandomPart {
  /** What a run begins with. */
  opening(): Command[];
  /** Any command of the capability; a request with this key. */
  next(requestKey: string | null): Command;
}

/** The capabilities that the model has in parts of their own. A capability has one line here and one below. */
export function naiveParts(state: NaiveState): readonly NaivePart[] {
  return [new NaiveSavings(state)];
}

/** `users` and `currencies` are those of the run. */
export function randomParts(
  random: Random,
  model: NaiveExchange,
  users: readonly [number, ...number[]],
  currencies: readonly [number, ...number[]],
): readonly RandomPart[] {
  return [new RandomSavings(random, model, users, currencies)];
}
