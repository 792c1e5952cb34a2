import type { Command } from '@bourse/engine';
import type { Head } from './head.ts';

/**
 * A batch ready to be sent, repeatedly if necessary, until its outcome is known. `parameters` are those after the
 * epoch.
 */
export interface BatchWrite {
  readonly previous: Head;
  readonly next: Head;
  readonly statement: { readonly name: string; readonly text: string };
  readonly parameters: readonly (string | Buffer)[];
}

/** A failure and the command that caused it, recorded outside the journal. */
export interface Incident {
  readonly kind: 'apply_failed' | 'data_rejected' | 'listener_failed';
  readonly atMs: number;
  readonly batchId: number;
  readonly sequence: number | null;
  /** The command that caused the failure; null if no single one could be identified. */
  readonly command: Command | null;
  readonly error: string;
}

/** The only connection that writes, from its take-over until it is lost or another core takes over. */
export interface CoreSession {
  /** Increases each time an operator accepts the loss of acknowledged batches. */
  readonly generation: number;
  readonly epoch: number;
  /** The durable head when this session took over. No statement of an earlier session can change it any more. */
  readonly head: Head;
  /**
   * Resolves when the batch is durable, on the synchronous replicas too if the database has any. Rejects with `Fenced`
   * if another core has taken over, with `DataRejected` if the database refuses the content, and with any other error
   * if the outcome is unknown, for example because the wait for a replica was cancelled. The next batch may be sent
   * before this one is answered: batches are executed and answered in order, and none is executed after one that
   * failed.
   */
  commit(write: BatchWrite): Promise<void>;
  /** The hash of a stored batch; null if there is none of this number, or no longer. */
  hashOf(batchId: number): Promise<string | null>;
  /**
   * Tries the writes one after another and rolls all of them back; returns the index of the first that the database
   * refuses, or null.
   */
  findRefused(writes: readonly BatchWrite[]): Promise<number | null>;
  /** Records an incident and suspends the command type for its user. */
  record(incident: Incident): Promise<void>;
  /** Releases the lock. Never rejects. */
  end(): Promise<void>;
}

/** The port to the durable store: PostgreSQL in production, a wrapper with injected faults in tests. */
export interface CoreStore {
  /**
   * Opens a session that fences all earlier ones.
   *
   * @throws CoreLocked if another living process is the core
   */
  takeOver(): Promise<CoreSession>;
}

/** Another core has taken over and moved the head. */
export class Fenced extends Error {
  override readonly name = 'Fenced';
}

/** The database refuses this content permanently. */
export class DataRejected extends Error {
  override readonly name = 'DataRejected';
}

/** Another process is the core of this database. */
export class CoreLocked extends Error {
  override readonly name = 'CoreLocked';
}
