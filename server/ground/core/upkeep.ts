import type { Client } from 'pg';
import { openCoreConnection, safeInteger } from '../database/index.ts';
import type { DatabaseSettings } from '../database/index.ts';
import type { TimeSource } from './clock.ts';
import type { DiskRoom, DiskWatch } from './disk-watch.ts';
import type { Suspensions } from './suspensions.ts';

/** A type of command that is refused to a user because one of them stopped the exchange. */
export interface SuspendedCommand {
  readonly user: number;
  readonly command: string;
  readonly incident: number;
  readonly sinceMs: number;
}

/** A fault that stopped the core. */
interface RecordedIncident {
  readonly id: number;
  readonly atMs: number;
  readonly kind: string;
  readonly sequence: number | null;
  readonly user: number | null;
  readonly command: string | null;
  readonly error: string;
}

interface DatabaseState {
  readonly version: string;
  readonly startedAtMs: number;
  readonly bytes: number;
  readonly connections: number;
  readonly maxConnections: number;
  /** Connected standby servers. */
  readonly standbys: number;
  /** Whether commits wait for a standby server. */
  readonly isSynchronous: boolean;
  readonly slots: readonly {
    readonly name: string;
    readonly active: boolean;
    /** Bytes of the log that the consumer of this slot has not confirmed; null if it has never connected. */
    readonly behindBytes: number | null;
  }[];
}

interface SnapshotState {
  readonly count: number;
  /** The newest verified one. */
  readonly newest: {
    readonly sequence: number;
    readonly takenAtMs: number;
    readonly bytes: number;
    readonly logicVersion: number;
  } | null;
}

/** The state of PostgreSQL and of the tables that only the core reads. */
export interface CoreReport {
  readonly database: DatabaseState;
  readonly snapshots: SnapshotState;
  /** The newest first. */
  readonly incidents: readonly RecordedIncident[];
  readonly suspended: readonly SuspendedCommand[];
}

export interface UpkeepParts {
  readonly database: DatabaseSettings;
  readonly disk: DiskWatch | null;
  readonly suspensions: Suspensions;
  readonly time: TimeSource;
}

/** Reports that are asked for within this time share one reading. */
const freshMs = 2_000;
const incidentsInReport = 20;

/** The state of the core's tables for operators, who change one thing in them: they clear suspensions. */
export class Upkeep {
  readonly #parts: UpkeepParts;
  #last: { readonly atMs: number; readonly report: Promise<CoreReport> } | null = null;

  constructor(parts: UpkeepParts) {
    this.#parts = parts;
  }

  /** The disk of the database; null if it is on another machine. */
  get disk(): { readonly room: DiskRoom; readonly freeBytes: number | null } | null {
    const { disk } = this.#parts;
    return disk === null ? null : { room: disk.room, freeBytes: disk.freeBytes };
  }

  /** The number of suspended commands, as of the last round of the housekeeping. */
  get suspended(): number {
    return this.#parts.suspensions.count;
  }

  /** @throws Error if the database does not answer */
  async report(): Promise<CoreReport> {
    const nowMs = this.#parts.time.monotonicMs();
    if (this.#last === null || nowMs - this.#last.atMs > freshMs) {
      const report = this.#connected(readReport);
      this.#last = { atMs: nowMs, report };
      // A failed reading is not shared with later callers.
      report.catch(() => {
        this.#last = null;
      });
    }
    return this.#last.report;
  }

  /** Accepts a suspended command of a user again. False if it is not suspended for this incident. */
  async clearSuspension({ user, command, incident }: Omit<SuspendedCommand, 'sinceMs'>): Promise<boolean> {
    const isCleared = await this.#connected(async (client) => {
      const answer = await client.query(
        'delete from suspended_commands where user_id = $1 and command_type = $2 and incident_id = $3',
        [user, command, incident],
      );
      await this.#parts.suspensions.load(client);
      return answer.rowCount === 1;
    });
    this.#last = null;
    return isCleared;
  }

  async #connected<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const client = await openCoreConnection(this.#parts.database);
    try {
      await client.query(`set statement_timeout = '5s'`);
      return await work(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

async function readReport(client: Client): Promise<CoreReport> {
  const database = await readDatabase(client);
  const snapshots = await readSnapshots(client);
  const incidents = await client.query<IncidentRow>(
    `select id, at_ms, kind, sequence, user_id, command_type, error from core_incidents order by id desc limit $1`,
    [incidentsInReport],
  );
  const suspended = await client.query<SuspendedRow>(
    'select user_id, command_type, incident_id, since_ms from suspended_commands order by since_ms, user_id, command_type',
  );
  return {
    database,
    snapshots,
    incidents: incidents.rows.map((row) => ({
      id: safeInteger(row.id),
      atMs: safeInteger(row.at_ms),
      kind: row.kind,
      sequence: integerOrNull(row.sequence),
      user: integerOrNull(row.user_id),
      command: row.command_type,
      error: row.error,
    })),
    suspended: suspended.rows.map((row) => ({
      user: safeInteger(row.user_id),
      command: row.command_type,
      incident: safeInteger(row.incident_id),
      sinceMs: safeInteger(row.since_ms),
    })),
  };
}

async function readDatabase(client: Client): Promise<DatabaseState> {
  const state = await client.query<DatabaseRow>(
    `select current_setting('server_version') as version,
       floor(extract(epoch from pg_postmaster_start_time()) * 1000)::bigint as started_at,
       pg_database_size(current_database()) as bytes,
       (select numbackends from pg_stat_database where datname = current_database()) as connections,
       current_setting('max_connections')::int as max_connections,
       (select count(*) from pg_stat_replication) as standbys,
       current_setting('synchronous_standby_names') <> '' as synchronous`,
  );
  const slots = await client.query<{ name: string; active: boolean; behind: string | null }>(
    `select slot_name as name, active, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), restart_lsn)::bigint as behind
     from pg_replication_slots order by slot_name`,
  );
  const [row] = state.rows;
  if (row === undefined) throw new Error('PostgreSQL does not report its state.');
  return {
    version: row.version,
    startedAtMs: safeInteger(row.started_at),
    bytes: safeInteger(row.bytes),
    connections: row.connections,
    maxConnections: row.max_connections,
    standbys: safeInteger(row.standbys),
    isSynchronous: row.synchronous,
    slots: slots.rows.map(({ active, behind, name }) => ({ name, active, behindBytes: integerOrNull(behind) })),
  };
}

async function readSnapshots(client: Client): Promise<SnapshotState> {
  const count = await client.query<{ count: string }>('select count(*) as count from snapshots where verified');
  const newest = await client.query<SnapshotRow>(
    `select sequence, taken_at, bytes, logic_version from snapshots where verified order by batch_id desc limit 1`,
  );
  const [row] = newest.rows;
  return {
    count: safeInteger(count.rows[0]?.count ?? '0'),
    newest:
      row === undefined
        ? null
        : {
            sequence: safeInteger(row.sequence),
            takenAtMs: safeInteger(row.taken_at),
            bytes: safeInteger(row.bytes),
            logicVersion: row.logic_version,
          },
  };
}

function integerOrNull(text: string | null): number | null {
  return text === null ? null : safeInteger(text);
}

interface DatabaseRow {
  readonly version: string;
  readonly started_at: string;
  readonly bytes: string;
  readonly connections: number;
  readonly max_connections: number;
  readonly standbys: string;
  readonly synchronous: boolean;
}

interface SnapshotRow {
  readonly sequence: string;
  readonly taken_at: string;
  readonly bytes: string;
  readonly logic_version: number;
}

interface IncidentRow {
  readonly id: string;
  readonly at_ms: string;
  readonly kind: string;
  readonly sequence: string | null;
  readonly user_id: string | null;
  readonly command_type: string | null;
  readonly error: string;
}

interface SuspendedRow {
  readonly user_id: string;
  readonly command_type: string;
  readonly incident_id: string;
  readonly since_ms: string;
}

declare module '../parts.ts' {
  interface Parts {
    /** The state of the core’s tables, for operators. */
    readonly upkeep: Upkeep;
  }
}
