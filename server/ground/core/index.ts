export { diskOf, type Disk } from './disk-watch.ts';
export { acceptLoss, type Loss } from './accept-loss.ts';
export { AcknowledgedLost, describeAcknowledged } from './acknowledged.ts';
export { AcknowledgedFile, acknowledgedFileName } from './acknowledged-file.ts';
export { acknowledgedLostExitCode, CommandNotShown, CoreRefusal, exitCodeOf, restartExitCode } from './core.ts';
export type {
  Committed,
  BatchTiming,
  CommittedBatch,
  Core,
  CoreFailure,
  CoreRefusalKey,
  CoreStatus,
  SubmitOptions,
} from './core.ts';
export type { TimeSource } from './clock.ts';
export { CoreLocked } from './core-store.ts';
export { JournalMismatch } from './follower.ts';
export type { CoreLimits } from './limits.ts';
export type { CoreLog } from './log.ts';
export { openCore } from './open-core.ts';
export type { CoreOptions, OpenedCore } from './open-core.ts';
export { describeRebuild, rebuildProjections, type VenueBalance } from './rebuild-projections.ts';
export type { RecoveryReport } from './recovery.ts';
export { takeSnapshotInThread } from './snapshot-thread.ts';
export type { CoreReport, SuspendedCommand, Upkeep } from './upkeep.ts';
export { coreStored } from './stored.ts';
