import type { Command } from '@bourse/engine';
import type { Head } from './head.ts';

/**
 * One batch, ready to be sent again and again until its outcome is known. `parameters` are those of the statement after
 * the epoch.
 */
export interface BatchWrite {
  readonly previous: Head;
  readonly next: Head;
  readonly statement: { readonly name: string; readonly text: string };
  readonly parameters: readonly (string | Buffer)[];
}

/** What went wrong and whose command it was, kept apart from the journal. */
export interface Incident {
  readonly kind: 'apply_failed' | 'data_rejected';
  readonly atMs: number;
  readonly batchId: number;
  readonly sequence: number | null;
  /** Null when no single command could be named. */
  readonly command: Command | null;
  readonly error: string;
}

/** The one connection that writes, from taking over until it is lost or another core takes over. */
export interface CoreSession {
  /** What was durable when this session took over. No older statement can change it any more. */
  readonly head: Head;
  /**
   * Resolves when the batch is durable. Rejects with `Fenced` when another core has taken over, `DataRejected` when the
   * database refuses the content, and anything else when the outcome is unknown. The next batch may be given before
   * this one is answered: they are carried out and answered in order, and one behind a batch that failed is not carried
   * out.
   */
  commit(write: BatchWrite): Promise<void>;
  /**
   * Tries the writes one after another and takes all of them back: the index of the first that the database refuses, or
   * null.
   */
  findRefused(writes: readonly BatchWrite[]): Promise<number | null>;
  /** Records an incident and suspends the command type for its user. */
  record(incident: Incident): Promise<void>;
  /** Gives the lock back. Never rejects. */
  end(): Promise<void>;
}

/** The port to the durable store. The real one is PostgreSQL; tests put faults around it. */
export interface CoreStore {
  /**
   * Opens a session that fences off every earlier one.
   *
   * @throws CoreLocked when another living process is the core
   */
  takeOver(): Promise<CoreSession>;
}

/** The head has moved without us: another core has taken over. */
export class Fenced extends Error {
  override readonly name = 'Fenced';
}

/** The database will never take this content. */
export class DataRejected extends Error {
  override readonly name = 'DataRejected';
}

/** Another process is the core of this database. */
export class CoreLocked extends Error {
  override readonly name = 'CoreLocked';
}
