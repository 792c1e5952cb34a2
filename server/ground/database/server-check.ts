import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { sessionName } from './sessions.ts';
import { describeDatabase, withSessionSettings } from './settings.ts';
import type { DatabaseSettings } from './settings.ts';

/** Properties of a server that decide whether the exchange can use it, as reported by the server itself. */
export interface ServerFacts {
  /** The version number of the server, for example 180004. */
  readonly version: number;
  readonly encoding: string;
  readonly standby: boolean;
  readonly fsync: boolean;
  readonly fullPageWrites: boolean;
  /** Whether two concurrent connections share a backend process, which means that a pooler is in between. */
  readonly sharedSessions: boolean;
}

const OLDEST_VERSION = 150_000;

/**
 * Refuses a server on which the exchange would lose data, or on which two processes could both become the core.
 *
 * @param live whether real money is at stake; a demo may use a server that does not survive a crash
 * @throws Error with one sentence per reason
 */
export async function refuseUnsuitableServer(settings: DatabaseSettings, live: boolean): Promise<void> {
  const reasons = unsuitable(await inspectServer(settings), live);
  if (reasons.length > 0) {
    throw new Error(`The database ${describeDatabase(settings)} cannot be used. ${reasons.join(' ')}`);
  }
}

/** The reasons against a server, as sentences; empty if it is suitable. */
export function unsuitable(facts: ServerFacts, live: boolean): string[] {
  const reasons: string[] = [];
  if (facts.version < OLDEST_VERSION) {
    reasons.push(`It is PostgreSQL ${Math.floor(facts.version / 10_000)}; 15 or newer is needed.`);
  }
  if (facts.encoding !== 'UTF8') reasons.push(`Its encoding is ${facts.encoding}; create the database with UTF8.`);
  if (facts.standby) reasons.push('It is a standby, which accepts no writes; use the address of the primary.');
  if (facts.sharedSessions) {
    reasons.push('The address leads to a transaction pooler; use the direct address of PostgreSQL.');
  }
  if (live && !facts.fsync)
    reasons.push('It runs with fsync = off and loses acknowledged orders in a crash; turn it on.');
  if (live && !facts.fullPageWrites) {
    reasons.push('It runs with full_page_writes = off and may be corrupted by a crash; turn it on.');
  }
  return reasons;
}

/** Queries the server over two concurrent sessions. */
export async function inspectServer(settings: DatabaseSettings): Promise<ServerFacts> {
  const address = withSessionSettings(settings, sessionName('probe'), {}).url;
  const first = new Client({ connectionString: address, connectionTimeoutMillis: 10_000 });
  const second = new Client({ connectionString: address, connectionTimeoutMillis: 10_000 });
  for (const client of [first, second]) client.on('error', () => undefined);
  try {
    await first.connect();
    await second.connect();
    return { ...(await readFacts(first)), sharedSessions: await sessionsAreShared(first, second) };
  } finally {
    await Promise.allSettled([first.end(), second.end()]);
  }
}

async function readFacts(client: Client): Promise<Omit<ServerFacts, 'sharedSessions'>> {
  const found = await client.query<Omit<ServerFacts, 'sharedSessions'>>(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
            pg_is_in_recovery() as standby, current_setting('fsync') = 'on' as fsync,
            current_setting('full_page_writes') = 'on' as "fullPageWrites"`,
  );
  const row = found.rows[0];
  if (row === undefined) throw new Error('PostgreSQL does not report its settings.');
  return row;
}

/**
 * A transaction pooler lends a server session for one transaction at a time, so the second client gets the session that
 * the first one marked, or the first client gets a different one than before.
 */
async function sessionsAreShared(first: Client, second: Client): Promise<boolean> {
  const mark = randomBytes(8).toString('hex');
  const before = await sessionOf(first, `set_config('bourse.probe', '${mark}', false)`);
  await second.query('begin');
  const other = await sessionOf(second, `current_setting('bourse.probe', true)`);
  const after = await sessionOf(first, `current_setting('bourse.probe', true)`);
  await second.query('commit');
  return other.pid === before.pid || other.mark === mark || after.pid !== before.pid || after.mark !== mark;
}

async function sessionOf(client: Client, expression: string): Promise<{ pid: number; mark: string | null }> {
  const found = await client.query<{ pid: number; mark: string | null }>(
    `select pg_backend_pid() as pid, ${expression} as mark`,
  );
  return found.rows[0] ?? { pid: 0, mark: null };
}
