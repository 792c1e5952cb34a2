import { hostname } from 'node:os';
import { Client } from 'pg';
import type { DatabaseSettings } from './settings.ts';

const ROOMS = ['core', 'app', 'identity', 'custody', 'migration', 'probe'] as const;

/**
 * The `application_name` of a session. The process id comes before the host name, because PostgreSQL truncates the name
 * to 63 bytes and a host name may be that long.
 */
export function sessionName(room: (typeof ROOMS)[number]): string {
  return `bourse ${room} ${process.pid}@${hostname()}`.slice(0, 63);
}

/**
 * Sessions of other Bourse processes on the whole server, each as `core 4711@host`; empty if the server does not
 * answer.
 */
export async function otherBourseSessions(settings: DatabaseSettings): Promise<string[]> {
  const own = new Set(ROOMS.map((room) => sessionName(room)));
  const client = new Client({ connectionString: settings.url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const found = await client.query<{ name: string }>(
      `select distinct application_name as name from pg_stat_activity where application_name like 'bourse %' order by 1`,
    );
    return found.rows.filter((row) => !own.has(row.name)).map((row) => row.name.slice('bourse '.length));
  } catch {
    // A server that does not answer is not worth keeping.
    return [];
  } finally {
    await client.end().catch(() => undefined);
  }
}
