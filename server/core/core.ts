import type { Command, CommandNamed, CommandType, Event, OutcomeOf, Priority } from '@bourse/engine';

/**
 * Why a command was not answered with its events. Only `outcome_pending` leaves open whether it was carried out: its
 * idempotency key finds the answer later. The others promise that it was not.
 */
export type CoreRefusalKey =
  'exchange_busy' | 'exchange_closed' | 'cancels_only' | 'outcome_pending' | 'command_suspended';

/**
 * The core's refusal of a command, with a key of the error catalogue. Refusals of the exchange's rules are events, not
 * this.
 */
export class CoreRefusal extends Error {
  readonly key: CoreRefusalKey;

  constructor(key: CoreRefusalKey) {
    super(key);
    this.name = 'CoreRefusal';
    this.key = key;
  }
}

/**
 * One command that is durable, with what it led to. `timeMs` is the exchange's time (epoch milliseconds), never
 * decreasing.
 */
export interface Committed<Type extends CommandType = CommandType> {
  readonly sequence: number;
  readonly timeMs: number;
  readonly command: CommandNamed<Type>;
  readonly events: readonly Event[];
  /** What the command itself came to, among all that its events report. */
  readonly outcome: OutcomeOf<Type>;
}

/** The commands of one commit, in sequence order without a gap. */
export interface CommittedBatch {
  readonly batchId: number;
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly commands: readonly Committed[];
}

/** How one batch went, in milliseconds. */
export interface BatchTiming {
  readonly commands: number;
  readonly events: number;
  /** From its first command until it was sent. */
  readonly collectingMs: number;
  /** From then until it was durable. */
  readonly committingMs: number;
  /** From then until every view had seen it. */
  readonly tellingMs: number;
}

export interface SubmitOptions {
  /** Milliseconds from now after which the caller stops waiting; 10 000 when absent. */
  readonly deadlineMs?: number;
  /**
   * Decides how full the admission queue may be. When absent: the one that the command declares.
   */
  readonly priority?: Priority;
}

/**
 * `reason` says in one sentence why the exchange is not open or takes cancels only, and is null when it takes
 * everything.
 */
export interface CoreStatus {
  readonly open: boolean;
  /** The exchange is open, but placements are refused. */
  readonly cancelOnly: boolean;
  readonly reason: string | null;
  /** Wall time of the last commit in epoch milliseconds; 0 before the first one of this process. */
  readonly lastCommitAtMs: number;
  readonly checks: CoreChecks;
}

/** What an open exchange rests on, each by itself; it may be shut for other reasons, too. */
export interface CoreChecks {
  /** Everything that is durable has been taken in, and the exchange was opened. */
  readonly recovered: boolean;
  /** Commits are answered, and one was within the last seconds. */
  readonly database: boolean;
  /** No other core has taken over. */
  readonly fence: boolean;
  /** The machine's clock is believed. */
  readonly clock: boolean;
}

/** The core has stopped for good and the process has to be started again from what is durable. */
export interface CoreFailure {
  readonly kind: 'fenced' | 'apply_failed' | 'data_rejected' | 'listener_failed' | 'lock_lost';
  /** A sentence for the log. */
  readonly message: string;
  readonly cause: unknown;
}

/** The process exits with this code after a `CoreFailure`: "start me again from what is durable". */
export const restartExitCode = 75;

/**
 * The durable exchange. Every command is applied in memory at once and answered when the batch that holds it is durable
 * and every listener has seen it.
 */
export interface Core {
  /**
   * Hands a command to the exchange. Resolves when it is durable and the views show it. Rejects with `CoreRefusal`;
   * with `TypeError` when the command is not well formed; with `Error` when called inside an open database transaction
   * (the transaction would wait for the exchange, and the exchange must wait for nobody).
   */
  submit<Given extends Command>(command: Given, options?: SubmitOptions): Promise<Committed<Given['type']>>;
  /** Registers a view. Called synchronously, in commit order, before answers resolve. A throw stops the exchange. */
  onCommitted(listener: (batch: CommittedBatch) => void): void;
  /** Told how each batch went when it has been told of. */
  onTiming(listener: (timing: BatchTiming) => void): void;
  /** Commands that wait for a place in a batch. */
  readonly waiting: number;
  /** Opens the exchange and starts the clock. Call it once, when every view is built and registered. */
  open(): void;
  /** Sequence of the last durable command, 0 before the first. */
  readonly sequence: number;
  status(): CoreStatus;
  onStatus(listener: (status: CoreStatus) => void): void;
  /** Called once at most, at once when it has happened already; the process should then exit with `restartExitCode`. */
  onFatal(listener: (failure: CoreFailure) => void): void;
  /** Refuses new commands, commits and answers what was admitted, and gives the lock back. */
  close(): Promise<void>;
}
