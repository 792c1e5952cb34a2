/** How much the core takes at once, and how long it waits for what. */
export interface CoreLimits {
  readonly batchCommands: number;
  /**
   * A batch takes no further command when it has so many events: a few commands that meet thousands of orders are
   * enough for one.
   */
  readonly batchEvents: number;
  readonly queueCapacity: number;
  /** For a command that names none itself. */
  readonly deadlineMs: number;
  readonly sweepEveryMs: number;
  /**
   * A commit without an answer for this long counts as a lost connection; with every further try it may take twice as
   * long.
   */
  readonly commitTimeoutMs: number;
  readonly firstBackoffMs: number;
  readonly longestBackoffMs: number;
  /** How long a closing or failed core goes on trying to learn the outcome of its last batch. */
  readonly closeTimeoutMs: number;
}

export const defaultLimits: CoreLimits = {
  batchCommands: 1000,
  batchEvents: 8000,
  queueCapacity: 10_000,
  deadlineMs: 10_000,
  sweepEveryMs: 50,
  commitTimeoutMs: 15_000,
  firstBackoffMs: 50,
  longestBackoffMs: 2000,
  closeTimeoutMs: 10_000,
};
