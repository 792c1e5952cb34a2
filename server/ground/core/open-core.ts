import type { Exchange } from '@bourse/engine';
import { openCoreConnection } from '../database/index.ts';
import type { DatabaseSettings } from '../database/index.ts';
import { fateOf, lossOf } from './acknowledged.ts';
import { AcknowledgedKeeper } from './acknowledged-file.ts';
import type { AcknowledgedFile } from './acknowledged-file.ts';
import { systemTime } from './clock.ts';
import type { TimeSource } from './clock.ts';
import type { LockPatience } from './core-lock.ts';
import type { CoreSession, CoreStore } from './core-store.ts';
import type { Core } from './core.ts';
import { DiskWatch } from './disk-watch.ts';
import type { Disk } from './disk-watch.ts';
import { JournalMismatch } from './follower.ts';
import type { Follower } from './follower.ts';
import { describeHead, sameHead } from './head.ts';
import type { Head } from './head.ts';
import { defaultSchedule, Housekeeping } from './housekeeping.ts';
import type { HousekeepingSchedule } from './housekeeping.ts';
import { defaultLimits } from './limits.ts';
import type { CoreLimits } from './limits.ts';
import type { CoreLog } from './log.ts';
import { ensurePartitions } from './partitions.ts';
import { PostgresCoreStore } from './postgres-core-store.ts';
import { recover } from './recovery.ts';
import type { RecoveryReport } from './recovery.ts';
import { Sequencer } from './sequencer.ts';
import { listSnapshots } from './snapshots.ts';
import { Suspensions } from './suspensions.ts';
import { Upkeep } from './upkeep.ts';

export interface CoreOptions {
  /** A database prepared by `prepareDatabase`. */
  readonly database: DatabaseSettings;
  /** The demo deletes old journal rows and the trades of its simulated traders; a live exchange keeps everything. */
  readonly mode: 'demo' | 'live';
  readonly log: CoreLog;
  /** The disk of the database, if it is on this machine. */
  readonly disk?: Disk | null;
  /** The file outside the database that keeps the acknowledged head; null to keep none. */
  readonly acknowledgedFile?: AcknowledgedFile | null;
  readonly lock?: LockPatience;
  readonly time?: TimeSource;
  readonly limits?: Partial<CoreLimits>;
  readonly schedule?: Partial<HousekeepingSchedule>;
}

export interface OpenedCore {
  /** Closed until `core.open()`. */
  readonly core: Core;
  /** The exchange at the head. It is the live instance: read it only while building the views, before `core.open()`. */
  readonly exchange: Exchange;
  readonly recovery: RecoveryReport;
  readonly upkeep: Upkeep;
}

/**
 * Takes over the database, recovers the exchange from it, and returns a core that is ready to be opened.
 *
 * @param store the durable store, if it is not simply PostgreSQL at `options.database`
 * @throws CoreLocked if another process is the core; AcknowledgedLost if the database lacks acknowledged batches;
 * JournalMismatch if the journal cannot be replayed
 */
export async function openCore(
  options: CoreOptions,
  store: CoreStore = new PostgresCoreStore(options.database, options.lock),
): Promise<OpenedCore> {
  const { database, log, mode, time = systemTime, disk = null, acknowledgedFile = null } = options;
  const session = await store.takeOver();
  try {
    await refuseLoss(acknowledgedFile, session);
    const suspensions = new Suspensions();
    const { follower, recovery, snapshotSequence } = await prepare(options, session.head, suspensions);
    const housekeeping = new Housekeeping({
      database,
      mode,
      time,
      suspensions,
      log,
      snapshotSequence,
      schedule: { ...defaultSchedule, ...options.schedule },
    });
    const { exchange } = follower;
    const limits = { ...defaultLimits, ...options.limits };
    const watch = disk === null ? null : new DiskWatch({ disk, time, log });
    await watch?.check();
    const acknowledged = acknowledgedFile === null ? null : new AcknowledgedKeeper(acknowledgedFile, time, log);
    const parts = { exchange, session, store, time, limits, suspensions, housekeeping, acknowledged, disk: watch, log };
    const core = new Sequencer(parts);
    return { core, exchange, recovery, upkeep: new Upkeep({ database, disk: watch, suspensions, time }) };
  } catch (error) {
    await session.end();
    throw error;
  }
}

async function refuseLoss(file: AcknowledgedFile | null, session: CoreSession): Promise<void> {
  const acknowledged = file?.read() ?? null;
  if (acknowledged === null) return;
  if ((await fateOf(acknowledged, session)) === 'lost') throw lossOf(acknowledged, session);
}

interface Prepared {
  readonly follower: Follower;
  readonly recovery: RecoveryReport;
  readonly snapshotSequence: number;
}

async function prepare({ database, log }: CoreOptions, head: Head, suspensions: Suspensions): Promise<Prepared> {
  const client = await openCoreConnection(database);
  try {
    await ensurePartitions(client);
    await suspensions.load(client);
    const { follower, report } = await recover(client, log);
    if (!sameHead(follower.head, head)) {
      throw new JournalMismatch(
        follower.head.batchId + 1,
        `The journal ends with ${describeHead(follower.head)}, but the head is ${describeHead(head)}.`,
      );
    }
    log.info({ ...report }, 'the exchange is recovered');
    const [newest] = await listSnapshots(client);
    return { follower, recovery: report, snapshotSequence: newest?.head.sequence ?? 0 };
  } finally {
    await client.end();
  }
}
