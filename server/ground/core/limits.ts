/** Capacity limits and timeouts of the core. */
export interface CoreLimits {
  readonly batchCommands: number;
  /**
   * A batch with this many events accepts no further command: a few commands that match thousands of orders fill it.
   */
  readonly batchEvents: number;
  readonly queueCapacity: number;
  /** Default for commands submitted without a deadline. */
  readonly deadlineMs: number;
  readonly sweepEveryMs: number;
  /**
   * A commit or a take-over without an answer for this long counts as a lost connection; the timeout doubles with each
   * retry. A failover should cost little more than it takes.
   */
  readonly commitTimeoutMs: number;
  readonly firstBackoffMs: number;
  readonly longestBackoffMs: number;
  /** How long a closing or failed core keeps trying to determine the outcome of its last batch. */
  readonly closeTimeoutMs: number;
}

export const defaultLimits: CoreLimits = {
  batchCommands: 1000,
  batchEvents: 8000,
  queueCapacity: 10_000,
  deadlineMs: 10_000,
  sweepEveryMs: 50,
  commitTimeoutMs: 3000,
  firstBackoffMs: 50,
  longestBackoffMs: 2000,
  closeTimeoutMs: 10_000,
};
