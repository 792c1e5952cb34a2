import type { Exchange } from '@bourse/engine';
import type { Client } from 'pg';
import { openCoreConnection } from '../database/index.ts';
import type { DatabaseSettings } from '../database/index.ts';
import type { TimeSource } from './clock.ts';
import type { Head } from './head.ts';
import type { CoreLog } from './log.ts';
import { ensurePartitions } from './partitions.ts';
import { forgetHistory, forgetOldRows, thinSnapshots } from './retention.ts';
import { takeSnapshotInThread } from './snapshot-thread.ts';
import { logSinceSnapshot } from './snapshots.ts';
import { takeStopSnapshot } from './stop-snapshot.ts';
import type { Suspensions } from './suspensions.ts';

/** Intervals and limits of the housekeeping. */
export interface HousekeepingSchedule {
  readonly everyMs: number;
  /**
   * A snapshot is due when PostgreSQL has written this many times its size to its log since the last one, so that
   * snapshots remain a small part of the log however large they are.
   */
  readonly snapshotLogFactor: number;
  /** The smallest log for which a snapshot is due; a smaller one is replayed within a second. */
  readonly snapshotLogBytes: number;
  /** A snapshot is due after this many commands in any case: they bound the time of a start. */
  readonly snapshotCommands: number;
  /** The time limit for the snapshot of an orderly stop; 0 to take none. */
  readonly stopSnapshotMs: number;
  /** Age in hours at which the demo deletes rows of tables that declare an age limit. */
  readonly demoRowHours: number;
  /** Maximum number of rows of each kind deleted per run. */
  readonly forgetRows: number;
}

export const defaultSchedule: HousekeepingSchedule = {
  everyMs: 10_000,
  snapshotLogFactor: 10,
  snapshotLogBytes: 256 * 1024 * 1024,
  snapshotCommands: 2_000_000,
  stopSnapshotMs: 0,
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
  /** The end of PostgreSQL's log at the first round, for a snapshot whose own position is unknown. */
  #firstPosition: string | null = null;

  constructor(parts: HousekeepingParts) {
    this.#parts = parts;
    this.#snapshotSequence = parts.snapshotSequence;
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
      const client = await openCoreConnection(database);
      try {
        if (await this.#snapshotIsDue(client, sequence)) {
          await takeSnapshotInThread(database, log, this.#stopping.signal);
          this.#snapshotSequence = sequence;
        }
        if (!this.#stopping.signal.aborted) await this.#tidy(client);
      } finally {
        await client.end();
      }
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      log.error(
        { error: error instanceof Error ? error.message : String(error) },
        'housekeeping failed and will be retried',
      );
    }
  }

  /** Writes the state of a core that has stopped in order; see `takeStopSnapshot`. Never rejects. */
  async snapshotOfStop(exchange: Exchange, head: Head): Promise<void> {
    const { database, log, schedule, time } = this.#parts;
    const withinMs = schedule.stopSnapshotMs;
    if (withinMs > 0) await takeStopSnapshot(exchange, head, { database, withinMs, nowMs: time.wallMs(), log });
  }

  async #snapshotIsDue(client: Client, sequence: number): Promise<boolean> {
    const { snapshotBytes, logBytes, position } = await logSinceSnapshot(client, this.#firstPosition);
    this.#firstPosition ??= position;
    const commands = sequence - this.#snapshotSequence;
    return isSnapshotDue({ commands, snapshotBytes, logBytes }, this.#parts.schedule);
  }

  async #tidy(client: Client): Promise<void> {
    const { mode, schedule, suspensions, time } = this.#parts;
    await ensurePartitions(client);
    await suspensions.load(client);
    if (mode === 'live') {
      await thinSnapshots(client, time.wallMs());
      return;
    }
    await forgetHistory(client, schedule.forgetRows);
    const beforeMs = time.wallMs() - schedule.demoRowHours * 3_600_000;
    await forgetOldRows(client, beforeMs, schedule.forgetRows);
  }
}

/** Whether a snapshot is due after these commands and bytes of log since the last one of this size. */
export function isSnapshotDue(
  since: { readonly commands: number; readonly snapshotBytes: number; readonly logBytes: number },
  schedule: Pick<HousekeepingSchedule, 'snapshotLogFactor' | 'snapshotLogBytes' | 'snapshotCommands'>,
): boolean {
  if (since.commands <= 0) return false;
  if (since.commands >= schedule.snapshotCommands) return true;
  const dueBytes = Math.max(schedule.snapshotLogFactor * since.snapshotBytes, schedule.snapshotLogBytes);
  return since.logBytes >= dueBytes;
}
