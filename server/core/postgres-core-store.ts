import { DatabaseError } from 'pg';
import type { Client, QueryConfig } from 'pg';
import { openCoreConnection, safeInteger } from '../database/index.ts';
import type { DatabaseSettings } from '../database/index.ts';
import { takeCoreLock } from './core-lock.ts';
import { DataRejected, Fenced } from './core-store.ts';
import type { BatchWrite, CoreSession, CoreStore, Incident } from './core-store.ts';
import type { Head } from './head.ts';
import { encodeCommand } from './journal-encoding.ts';
import { senderOf } from './suspensions.ts';

/** The durable store on PostgreSQL. */
export class PostgresCoreStore implements CoreStore {
  readonly #database: DatabaseSettings;
  /** The backend process of our latest session. */
  #latest: number | null = null;

  constructor(database: DatabaseSettings) {
    this.#database = database;
  }

  /**
   * See `CoreStore`. The update of the epoch waits for a running statement of the previous session and fences every
   * later one.
   */
  async takeOver(): Promise<CoreSession> {
    const client = await openCoreConnection(this.#database, { pipeline: true });
    try {
      this.#latest = await takeCoreLock(client, this.#latest);
      const answer = await client.query<HeadRow>(
        'update core_head set epoch = epoch + 1 returning epoch, batch_id, sequence, events_hash',
      );
      const row = answer.rows[0];
      if (row === undefined)
        throw new Error('The table core_head has no row; the database was not set up by this program.');
      return new PostgresCoreSession(client, row);
    } catch (error) {
      await endQuietly(client);
      throw error;
    }
  }
}

interface HeadRow {
  readonly epoch: string;
  readonly batch_id: string;
  readonly sequence: string;
  readonly events_hash: string;
}

class PostgresCoreSession implements CoreSession {
  readonly head: Head;
  readonly #client: Client;
  readonly #epoch: string;
  #unanswered = 0;

  constructor(client: Client, row: HeadRow) {
    this.#client = client;
    this.#epoch = row.epoch;
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
      if (answer.rowCount !== 1) throw new Fenced('The statement succeeded without advancing the head.');
    } catch (error) {
      throw meaningOf(error);
    }
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
        this.#epoch,
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
    return this.#ask({ ...statement, values: [this.#epoch, ...parameters] });
  }

  async #ask(statement: QueryConfig): Promise<{ rowCount: number | null }> {
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
