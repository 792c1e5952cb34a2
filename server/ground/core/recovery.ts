import { Exchange } from '@bourse/engine';
import type { Client } from 'pg';
import { Follower } from './follower.ts';
import { emptyHead } from './head.ts';
import type { CoreLog } from './log.ts';
import { listSnapshots, restoreSnapshot } from './snapshots.ts';

/** The result of a recovery. */
export interface RecoveryReport {
  /** The batch of the snapshot that it began with; 0 if it began with an empty exchange. */
  readonly snapshotBatch: number;
  readonly replayedBatches: number;
  readonly replayedCommands: number;
  /** Those of the replayed batches whose events were not compared, because an older logic version wrote them. */
  readonly uncomparedBatches: number;
  readonly durationMs: number;
}

/**
 * Restores the exchange from the newest usable snapshot and replays the journal after it.
 *
 * @throws JournalMismatch naming the first batch that differs, or the gap between the journal and every usable snapshot
 */
export async function recover(client: Client, log: CoreLog): Promise<{ follower: Follower; report: RecoveryReport }> {
  const startedMs = performance.now();
  const follower = await newestUsable(client, log);
  const from = follower.head;
  await follower.catchUp(client);
  const report = {
    snapshotBatch: from.batchId,
    replayedBatches: follower.head.batchId - from.batchId,
    replayedCommands: follower.head.sequence - from.sequence,
    uncomparedBatches: follower.uncomparedBatches,
    durationMs: performance.now() - startedMs,
  };
  return { follower, report };
}

async function newestUsable(client: Client, log: CoreLog): Promise<Follower> {
  for (const entry of await listSnapshots(client)) {
    try {
      return new Follower(await restoreSnapshot(client, entry), entry.head);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.error(
        { batchId: entry.head.batchId, reason },
        `the snapshot of batch ${entry.head.batchId} is broken (${reason}); an older one is used`,
      );
    }
  }
  return new Follower(new Exchange(), emptyHead);
}
