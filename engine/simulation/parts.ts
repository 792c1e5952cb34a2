import { NaiveAgents } from '../agents/simulation/naive-agents.ts';
import { RandomAgents } from '../agents/simulation/random-agents.ts';
import { NaiveConvert } from '../convert/simulation/naive-convert.ts';
import { RandomConvert } from '../convert/simulation/random-convert.ts';
import { NaiveCredits } from '../credits/simulation/naive-credits.ts';
import { RandomCredits } from '../credits/simulation/random-credits.ts';
import { NaiveEscrow } from '../escrow/simulation/naive-escrow.ts';
import { RandomEscrow } from '../escrow/simulation/random-escrow.ts';
import { NaiveLeverage } from '../leverage/simulation/naive-leverage.ts';
import { RandomLeverage } from '../leverage/simulation/random-leverage.ts';
import { NaiveRestrictions } from '../restrictions/simulation/naive-restrictions.ts';
import { RandomRestrictions } from '../restrictions/simulation/random-restrictions.ts';
import { NaiveSavings } from '../savings/simulation/naive-savings.ts';
import { RandomSavings } from '../savings/simulation/random-savings.ts';
import { NaiveSeconds } from '../seconds/simulation/naive-seconds.ts';
import { RandomSeconds } from '../seconds/simulation/random-seconds.ts';
import { NaiveSending } from '../sending/simulation/naive-sending.ts';
import { RandomSending } from '../sending/simulation/random-sending.ts';
import type { Command } from '../command.ts';
import type { RejectionReason } from '../rejection.ts';
import type { NaiveExchange } from './naive-exchange.ts';
import type { NaiveIndices } from './naive-index.ts';
import type { NaiveEvent } from './naive-rules.ts';
import type { NaiveState } from './naive-state.ts';
import type { Random } from './random.ts';

/** A capability of the naive model. It shares no code with the engine. */
export interface NaivePart {
  /** The commands that this part implements. */
  readonly commands: readonly Command['type'][];
  /** The rejections that only these commands can give; the fixed seeds must produce each of them. */
  readonly refusals: readonly RejectionReason[];
  /** Performs a command, reports its events, and returns the outcome. Throws `Refused` before it changes anything. */
  perform(command: Command, events: NaiveEvent[]): NaiveEvent;
  /** Whether timed work is due. */
  isDue(): boolean;
  /**
   * Present if its timed work has timers: the earliest one, and the command that set it. Parts with timers take turns
   * by time, then by sequence; the others come first.
   */
  nextTimer?(): { readonly atMs: number; readonly sequence: number } | null;
  /** Present if it works when time passes, before any due work. */
  timePassed?(passedMs: number, events: NaiveEvent[]): void;
  /** Present if its due work is done after stop orders instead of with timed work. */
  readonly isLast?: true;
  /** Whether its events may make work due. */
  isAmid?(): boolean;
  /** Notes the work that these events have made due. */
  notice?(events: readonly NaiveEvent[]): void;
  /** Does due timed work, at most `max` pieces, and returns how many it did. */
  passTime(max: number, events: NaiveEvent[]): number;
}

/** Generates the commands of a capability. */
export interface RandomPart {
  /** Present if some runs consist mostly of its commands. */
  readonly name?: string;
  /** Present if a quarter of the commands of those runs are its own, because others cause its work. */
  readonly isQuarter?: true;
  /** Changes what its commands are like, in the runs that have this variant. */
  vary?(variant: string): void;
  /** The commands that start a run. */
  opening(): Command[];
  /** A random command of the capability; a request gets this key. */
  next(requestKey: string | null): Command;
}

/**
 * The capabilities that have a part of their own. A capability has one line here and one below. `dueWork` is how many
 * pieces of due work one command does at most.
 */
export function naiveParts(state: NaiveState, dueWork: number, indices: NaiveIndices): readonly NaivePart[] {
  return [
    new NaiveRestrictions(state, dueWork),
    new NaiveSavings(state),
    new NaiveCredits(state),
    new NaiveConvert(state, indices),
    new NaiveLeverage(state, indices),
    new NaiveSeconds(state, indices),
    new NaiveEscrow(state, indices),
    new NaiveSending(state, indices),
    new NaiveAgents(state),
  ];
}

/**
 * `users` and `currencies` are those of the run. Escrows, sent coins and agents are in the runs that have them as
 * focus, because seeds of other runs are kept for what they once found.
 */
export function randomParts(
  random: Random,
  model: NaiveExchange,
  users: readonly [number, ...number[]],
  currencies: readonly [number, ...number[]],
  focus: string | null,
): readonly RandomPart[] {
  return [
    new RandomRestrictions(random, model, users),
    new RandomSavings(random, model, users, currencies),
    new RandomCredits(random, model, users, currencies),
    new RandomConvert(random, model, users, currencies),
    new RandomLeverage(random, model, users),
    new RandomSeconds(random, model, users),
    ...(focus === 'escrow' ? [new RandomEscrow(random, model, users)] : []),
    ...(focus === 'sending' ? [sending(random, model, users, currencies)] : []),
    ...(focus === 'agents' ? [new RandomAgents(random, model, users, currencies)] : []),
  ];
}

/** Sent coins, with the restrictions, debts and coins of others that hold them back. */
function sending(
  random: Random,
  model: NaiveExchange,
  users: readonly [number, ...number[]],
  currencies: readonly [number, ...number[]],
): RandomPart {
  const obstacles = [
    new RandomRestrictions(random, model, users),
    new RandomCredits(random, model, users, currencies),
    new RandomEscrow(random, model, users),
  ];
  return new RandomSending(random, model, { users, currencies, obstacles });
}
