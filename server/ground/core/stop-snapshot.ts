import type { Exchange } from '@bourse/engine';
import { openCoreConnection } from '../database/index.ts';
import type { DatabaseSettings } from '../database/index.ts';
import { sameHead } from './head.ts';
import type { Head } from './head.ts';
import type { CoreLog } from './log.ts';
import { listSnapshots, takeSnapshot } from './snapshots.ts';

export interface StopSnapshotOptions {
  readonly database: DatabaseSettings;
  /** After this long the core stops without the snapshot. */
  readonly withinMs: number;
  readonly nowMs: number;
  readonly log: CoreLog;
}

/**
 * Writes the stopped exchange as a verified snapshot, so that the next start replays nothing. A snapshot that fails or
 * takes too long is logged and never used; the next start then replays the journal.
 *
 * @param head the position of the exchange, which must be durable
 */
export async function takeStopSnapshot(exchange: Exchange, head: Head, options: StopSnapshotOptions): Promise<void> {
  const { database, withinMs, nowMs, log } = options;
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`it was not complete after ${withinMs} ms`)), withinMs);
  const opening = openCoreConnection(database);
  try {
    const client = await Promise.race([opening, tooLate]);
    const [newest] = await Promise.race([listSnapshots(client), tooLate]);
    if (newest !== undefined && sameHead(newest.head, head)) return;
    const bytes = await Promise.race([takeSnapshot(client, exchange, head, nowMs), tooLate]);
    log.info({ batchId: head.batchId, sequence: head.sequence, bytes }, 'the stop has written a verified snapshot');
  } catch (error) {
    log.warn(
      { batchId: head.batchId, error: error instanceof Error ? error.message : String(error) },
      'the stop has written no snapshot; the next start replays the journal since the last one',
    );
  } finally {
    clearTimeout(timer);
    // Statements that are still running must not delay the stop.
    void opening.then(
      (client) => client.connection.stream.destroy(),
      () => undefined,
    );
  }
}
