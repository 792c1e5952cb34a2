import { openCoreConnection } from '../database/index.ts';
import type { DatabaseSettings } from '../database/index.ts';
import type { TimeSource } from './clock.ts';
import type { CoreLog } from './log.ts';
import { ensurePartitions } from './partitions.ts';
import { forgetHistory, forgetOldRows, thinSnapshots } from './retention.ts';
import { takeSnapshotInThread } from './snapshot-thread.ts';
import type { Suspensions } from './suspensions.ts';

/** Intervals and limits of the housekeeping. */
export interface HousekeepingSchedule {
  readonly everyMs: number;
  /** A snapshot is due after this many commands, or after this many minutes with at least one command. */
  readonly snapshotCommands: number;
  readonly snapshotMinutes: number;
  /** Age in hours at which the demo deletes rows of tables that declare an age limit. */
  readonly demoRowHours: number;
  /** Maximum number of rows of each kind deleted per run. */
  readonly forgetRows: number;
}

export const defaultSchedule: HousekeepingSchedule = {
  everyMs: 10_000,
  snapshotCommands: 200_000,
  snapshotMinutes: 20,
  demoRowHours: 24,
  forgetRows: 20_000,
};

export interface HousekeepingParts {
  readonly database: DatabaseSettings;
  readonly mode: 'demo' | 'live';
  readonly time: TimeSource;
  readonly suspensions: Suspensions;
  readonly schedule: HousekeepingSchedule;
  readonly log: CoreLog;
  /** The sequence of the newest snapshot when the core was opened. */
  readonly snapshotSequence: number;
}

/**
 * Background work on its own connections: creates partitions ahead of their rows, takes snapshots, and deletes old
 * snapshots and, in the demo, old history. A failure is logged and retried; it never stops the exchange.
 */
export class Housekeeping {
  readonly #parts: HousekeepingParts;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  readonly #stopping = new AbortController();
  #snapshotSequence: number;
  #snapshotAtMs: number;

  constructor(parts: HousekeepingParts) {
    this.#parts = parts;
    this.#snapshotSequence = parts.snapshotSequence;
    this.#snapshotAtMs = parts.time.monotonicMs();
  }

  /** Starts the rounds. `sequence` returns the sequence of the last durable command. */
  start(sequence: () => number): void {
    this.#timer = setInterval(() => {
      this.#running ??= this.#round(sequence()).finally(() => {
        this.#running = null;
      });
    }, this.#parts.schedule.everyMs);
  }

  /** Stops the rounds, aborts a snapshot, and waits for the running round. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#running;
  }

  async #round(sequence: number): Promise<void> {
    const { database, log } = this.#parts;
    try {
      if (this.#snapshotIsDue(sequence)) {
        await takeSnapshotInThread(database, log, this.#stopping.signal);
        this.#snapshotSequence = sequence;
        this.#snapshotAtMs = this.#parts.time.monotonicMs();
      }
      if (!this.#stopping.signal.aborted) await this.#tidy();
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      log.error(
        { error: error instanceof Error ? error.message : String(error) },
        'housekeeping failed and will be retried',
      );
    }
  }

  #snapshotIsDue(sequence: number): boolean {
    const { snapshotCommands, snapshotMinutes } = this.#parts.schedule;
    const commands = sequence - this.#snapshotSequence;
    const minutes = (this.#parts.time.monotonicMs() - this.#snapshotAtMs) / 60_000;
    return commands >= snapshotCommands || (commands > 0 && minutes >= snapshotMinutes);
  }

  async #tidy(): Promise<void> {
    const { database, mode, schedule, suspensions, time } = this.#parts;
    const client = await openCoreConnection(database);
    try {
      await ensurePartitions(client);
      await suspensions.load(client);
      if (mode === 'live') {
        await thinSnapshots(client, time.wallMs());
        return;
      }
      await forgetHistory(client, schedule.forgetRows);
      const beforeMs = time.wallMs() - schedule.demoRowHours * 3_600_000;
      await forgetOldRows(client, beforeMs, schedule.forgetRows);
    } finally {
      await client.end();
    }
  }
}
