import type { Command, CommandNamed, CommandType, Event, OutcomeOf, Priority } from '@bourse/engine';
import { Unavailable } from '../background/index.ts';

/**
 * Why a command was not answered with its events. With `outcome_pending` the command may or may not have been executed,
 * and its idempotency key finds the answer later. The others guarantee that it was not executed.
 */
export type CoreRefusalKey =
  | 'exchange_busy'
  | 'exchange_closed'
  | 'cancels_only'
  | 'outcome_pending'
  | 'command_suspended';

/**
 * The core's refusal of a command, with a key of the error catalogue. Rejections by the rules of the exchange are
 * events instead.
 */
export class CoreRefusal extends Unavailable {
  override readonly name = 'CoreRefusal';
  readonly key: CoreRefusalKey;

  constructor(key: CoreRefusalKey) {
    super(key);
    this.key = key;
  }
}

/** A durable command with its events. `timeMs` is the exchange's time in epoch milliseconds and never decreases. */
export interface Committed<Type extends CommandType = CommandType> {
  readonly sequence: number;
  readonly timeMs: number;
  readonly command: CommandNamed<Type>;
  readonly events: readonly Event[];
  /** The outcome of the command itself, as opposed to its other events. */
  readonly outcome: OutcomeOf<Type>;
}

/** The commands of one commit, in sequence order without gaps. */
export interface CommittedBatch {
  readonly batchId: number;
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly commands: readonly Committed[];
}

/** Timing of one batch in milliseconds. */
export interface BatchTiming {
  readonly commands: number;
  readonly events: number;
  /** The time from the first command of the batch until the batch was sent. */
  readonly collectingMs: number;
  /** The time from sending the batch until it was durable. */
  readonly committingMs: number;
  /** The time from durability until all views had processed the batch. */
  readonly publishingMs: number;
}

export interface SubmitOptions {
  /** Milliseconds from now after which the caller stops waiting; default 10 000. */
  readonly deadlineMs?: number;
  /**
   * Decides up to which fill level of the admission queue the command is accepted. Default: the priority that the
   * command declares.
   */
  readonly priority?: Priority;
}

/** `reason` says in one sentence why the exchange is closed or accepts cancels only; null if it accepts everything. */
export interface CoreStatus {
  readonly open: boolean;
  /** The exchange is open, but placements are refused. */
  readonly cancelOnly: boolean;
  readonly reason: string | null;
  /** Wall time of the last commit in epoch milliseconds; 0 before the first one of this process. */
  readonly lastCommitAtMs: number;
  readonly checks: CoreChecks;
}

/** The conditions of an open exchange, reported separately; it may be closed for other reasons too. */
export interface CoreChecks {
  /** All durable commands have been replayed and the exchange was opened. */
  readonly recovered: boolean;
  /** Commits are answered, the latest of them within the last seconds. */
  readonly database: boolean;
  /** No other core has taken over. */
  readonly fence: boolean;
  /** The machine's clock is trusted. */
  readonly clock: boolean;
}

/**
 * The core has stopped for good, and the process has to restart from the durable state; unless the database has lost
 * acknowledged batches, in which case it must not open again.
 */
export interface CoreFailure {
  readonly kind: 'fenced' | 'apply_failed' | 'data_rejected' | 'listener_failed' | 'lock_lost' | 'acknowledged_lost';
  /** A sentence for the log. */
  readonly message: string;
  readonly cause: unknown;
}

/** Thrown by a listener of committed batches that cannot process one of their commands. */
export class CommandNotShown extends Error {
  override readonly name = 'CommandNotShown';
  readonly sequence: number;

  constructor(sequence: number, cause: unknown) {
    super(`command ${sequence}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.sequence = sequence;
  }
}

/** The exit code after a `CoreFailure` that requests a restart from the durable state. */
export const restartExitCode = 75;

/** The exit code if acknowledged orders are missing from the database: an operator has to decide, so no restart. */
export const acknowledgedLostExitCode = 76;

export function exitCodeOf({ kind }: CoreFailure): number {
  return kind === 'acknowledged_lost' ? acknowledgedLostExitCode : restartExitCode;
}

/**
 * The durable exchange. Every command is applied in memory at once, and answered when its batch is durable and every
 * listener has processed it.
 */
export interface Core {
  /**
   * Submits a command to the exchange. Resolves when it is durable and visible in the views. Rejects with
   * `CoreRefusal`; with `TypeError` if the command is malformed; with `Error` if called inside an open database
   * transaction, which would make the transaction wait for the exchange.
   */
  submit<Given extends Command>(command: Given, options?: SubmitOptions): Promise<Committed<Given['type']>>;
  /** Registers a view. Called synchronously in commit order before answers resolve. An exception stops the exchange. */
  onCommitted(listener: (batch: CommittedBatch) => void): void;
  /** Called with the timing of each batch after it has been published. */
  onTiming(listener: (timing: BatchTiming) => void): void;
  /** Number of commands waiting for a place in a batch. */
  readonly waiting: number;
  /** Opens the exchange and starts the clock. Must be called once, when every view is built and registered. */
  open(): void;
  /** Sequence of the last durable command; 0 before the first. */
  readonly sequence: number;
  status(): CoreStatus;
  onStatus(listener: (status: CoreStatus) => void): void;
  onFatal(listener: (failure: CoreFailure) => void): void;
  /** Refuses new commands, commits and answers those already admitted, and releases the lock. */
  close(): Promise<void>;
}

declare module '../parts.ts' {
  interface Parts {
    /** Decides commands and stores them. */
    readonly core: Core;
    /** Whether the machine’s clock is trusted, which it is not while it may be wrong. */
    readonly isClockTrusted: () => boolean;
  }
}
