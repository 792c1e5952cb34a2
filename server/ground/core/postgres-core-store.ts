import { DatabaseError } from 'pg';
import type { Client, QueryConfig, QueryResult } from 'pg';
import { openCoreConnection, safeInteger } from '../database/index.ts';
import type { DatabaseSettings } from '../database/index.ts';
import { takeCoreLock } from './core-lock.ts';
import type { LockPatience } from './core-lock.ts';
import { DataRejected, Fenced } from './core-store.ts';
import type { BatchWrite, CoreSession, CoreStore, Incident } from './core-store.ts';
import type { Head } from './head.ts';
import { encodeCommand } from './journal-encoding.ts';
import { senderOf } from './suspensions.ts';

/** The durable store on PostgreSQL. */
export class PostgresCoreStore implements CoreStore {
  readonly #database: DatabaseSettings;
  /** How the first session waits for the lock; a later one would have to wait for a successor. */
  #patience: LockPatience;
  /** The backend process of our latest session. */
  #latest: number | null = null;

  constructor(database: DatabaseSettings, patience: LockPatience = {}) {
    this.#database = database;
    this.#patience = patience;
  }

  /**
   * See `CoreStore`. The update of the epoch waits for a running statement of the previous session and fences every
   * later one. Its commit waits for the synchronous replicas too, and so for every batch before it.
   */
  async takeOver(): Promise<CoreSession> {
    const client = await openCoreConnection(this.#database, { pipeline: true });
    try {
      this.#latest = await takeCoreLock(client, this.#latest, this.#patience);
      this.#patience = {};
      const warnings = new Warnings(client);
      const answer = await client.query<HeadRow>(
        'update core_head set epoch = epoch + 1 returning generation, epoch, batch_id, sequence, events_hash',
      );
      warnings.refuse();
      const row = answer.rows[0];
      if (row === undefined)
        throw new Error('The table core_head has no row; the database was not set up by this program.');
      return new PostgresCoreSession(client, row, warnings);
    } catch (error) {
      await endQuietly(client);
      throw error;
    }
  }
}

interface HeadRow {
  readonly generation: string;
  readonly epoch: string;
  readonly batch_id: string;
  readonly sequence: string;
  readonly events_hash: string;
}

/**
 * The warnings of a session. PostgreSQL reports with a warning, before the answer, that a commit no longer waits for
 * its synchronous replicas: the batch is committed on the primary and may be missing on the replica. Any warning
 * counts, because no other is expected and messages are translated. Messages of lower severity have codes of class 00.
 */
class Warnings {
  #first: string | null = null;

  constructor(client: Client) {
    client.on('notice', ({ code, message }) => {
      if (code === undefined || !code.startsWith('00')) this.#first ??= message ?? code ?? 'unknown';
    });
  }

  /** Throws if a warning has arrived: the outcome of the answered statements is unknown. */
  refuse(): void {
    if (this.#first !== null) throw new Error(`PostgreSQL warned: ${this.#first}`);
  }
}

class PostgresCoreSession implements CoreSession {
  readonly generation: number;
  readonly epoch: number;
  readonly head: Head;
  readonly #client: Client;
  readonly #warnings: Warnings;
  #unanswered = 0;

  constructor(client: Client, row: HeadRow, warnings: Warnings) {
    this.#client = client;
    this.#warnings = warnings;
    this.generation = safeInteger(row.generation);
    this.epoch = safeInteger(row.epoch);
    this.head = {
      batchId: safeInteger(row.batch_id),
      sequence: safeInteger(row.sequence),
      eventsHash: row.events_hash,
    };
  }

  async commit(write: BatchWrite): Promise<void> {
    try {
      const answer = await this.#send(write);
      // If the head was not advanced, the journal's number is null and the statement fails, so this cannot happen.
      this.#warnings.refuse();
      if (answer.rowCount !== 1) throw new Fenced('The statement succeeded without advancing the head.');
    } catch (error) {
      throw meaningOf(error);
    }
  }

  async hashOf(batchId: number): Promise<string | null> {
    const answer = await this.#ask({
      text: 'select events_hash as hash from journal where batch_id = $1',
      values: [batchId],
    });
    const hash = answer.rows[0]?.['hash'];
    return typeof hash === 'string' ? hash : null;
  }

  async findRefused(writes: readonly BatchWrite[]): Promise<number | null> {
    await this.#ask({ text: 'begin' });
    try {
      for (const [index, write] of writes.entries()) {
        try {
          await this.#send(write);
        } catch (error) {
          if (meaningOf(error) instanceof DataRejected) return index;
          throw error;
        }
      }
      return null;
    } finally {
      await this.#ask({ text: 'rollback' });
    }
  }

  async record(incident: Incident): Promise<void> {
    const { command } = incident;
    const user = command === null ? null : senderOf(command);
    await this.#ask({
      text: `with incident as (
         insert into core_incidents (at_ms, epoch, batch_id, sequence, user_id, command_type, command, kind, error)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id
       )
       insert into suspended_commands (user_id, command_type, incident_id, since_ms)
       select $5, $6, id, $1 from incident where $5 is not null
       on conflict (user_id, command_type) do nothing`,
      values: [
        incident.atMs,
        this.epoch,
        incident.batchId,
        incident.sequence,
        user,
        command?.type ?? null,
        command === null ? null : encodeCommand(command),
        incident.kind,
        storable(incident.error),
      ],
    });
  }

  /** Does not wait for unanswered statements, which may never be answered. */
  async end(): Promise<void> {
    if (this.#unanswered > 0) this.#client.connection.stream.destroy();
    await endQuietly(this.#client);
  }

  #send({ statement, parameters }: BatchWrite): Promise<{ rowCount: number | null }> {
    return this.#ask({ ...statement, values: [String(this.epoch), ...parameters] });
  }

  async #ask(statement: QueryConfig): Promise<QueryResult<Record<string, unknown>>> {
    this.#unanswered += 1;
    try {
      return await this.#client.query(statement);
    } finally {
      this.#unanswered -= 1;
    }
  }
}

/**
 * Classifies an error. Syntax, constraint and data errors recur on every retry. All others (lost connections, a full
 * disk or memory, a server shutdown) may be transient, and the outcome has to be determined. That includes insufficient
 * privileges, which PostgreSQL reports for a disk that has become read-only.
 */
function meaningOf(error: unknown): unknown {
  if (!(error instanceof DatabaseError) || error.code === undefined) return error;
  if (error.code === NOT_NULL_VIOLATION && error.column === 'batch_id') {
    return new Fenced('Another core has taken over the database.', { cause: error });
  }
  if (error.code !== INSUFFICIENT_PRIVILEGE && DATA_ERROR_CLASSES.has(error.code.slice(0, 2))) {
    return new DataRejected(`PostgreSQL refuses the batch: ${error.message}`, { cause: error });
  }
  return error;
}

const NOT_NULL_VIOLATION = '23502';
const INSUFFICIENT_PRIVILEGE = '42501';
/** Feature not supported, cardinality, data, integrity, invalid use, syntax or access, program limits. */
const DATA_ERROR_CLASSES = new Set(['0A', '21', '22', '23', '26', '2F', '42', '44', '54']);

function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}

async function endQuietly(client: Client): Promise<void> {
  // Fails if the connection is already broken; nothing is left to end then.
  await client.end().catch(() => undefined);
}
