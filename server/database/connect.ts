import { Kysely, PostgresDialect } from 'kysely';
import { Client, Pool, TypeOverrides } from 'pg';
import type { Schema } from './schema.ts';
import { sessionName } from './sessions.ts';
import { withSessionSettings } from './settings.ts';
import type { DatabaseSettings } from './settings.ts';

/**
 * The session that writes the journal and its projections: role `bourse_core`, unqualified names are tables of `core`,
 * every commit waits for the disk, and nothing but the server or the network ends a statement.
 *
 * A lost connection is told by the client's `end` event; a statement that was under way is rejected.
 *
 * @param pipeline a statement is sent at once, also while the ones before it have no answer yet
 */
export async function openCoreConnection(settings: DatabaseSettings, { pipeline = false } = {}): Promise<Client> {
  const session = withSessionSettings(settings, sessionName('core'), CORE_SESSION);
  const client = new Client({ connectionString: session.url, types: EXACT_TYPES, pipeline, ...NETWORK });
  // Without a listener a broken connection would end the process; whoever waits for a statement is told by its promise.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * Sessions of the capabilities: role `bourse_app`, unqualified names are tables of `app`, then of `core` (read only).
 * No statement, lock or open transaction lasts longer than a caller waits, also when the server says nothing at all.
 *
 * @param patienceMs how long a session or an answer is waited for; then `isDatabaseUnavailable` is true of the error
 * @param onLost told when an idle session breaks; the pool replaces it by itself
 */
export function openAppPool(
  settings: DatabaseSettings,
  options: { readonly max?: number; readonly patienceMs?: number; readonly onLost?: (error: Error) => void } = {},
): Pool {
  const session = withSessionSettings(settings, sessionName('app'), APP_SESSION);
  const pool = new Pool({
    connectionString: session.url,
    types: EXACT_TYPES,
    max: options.max ?? 10,
    query_timeout: options.patienceMs ?? PATIENCE_MS,
    ...NETWORK,
    connectionTimeoutMillis: options.patienceMs ?? PATIENCE_MS,
  });
  pool.on('error', options.onLost ?? (() => undefined));
  outliveLostSessions(pool);
  return pool;
}

/**
 * The pool listens to sessions that are idle only. One that breaks while someone holds it would end the process; its
 * holder is told by the statement under way, or by the next.
 */
export function outliveLostSessions(pool: Pool): void {
  pool.on('connect', (session) => {
    session.on('error', () => undefined);
  });
}

/** Typed queries over the capabilities' sessions; `destroy()` ends the pool. */
export function openAppDatabase(pool: Pool): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Reads an `int8` or `numeric` column that is known to fit: ids, sequences, amounts, times in milliseconds.
 *
 * @throws Error when the text is not an integer or lies beyond 2⁵³ − 1, where a number would silently round
 */
export function safeInteger(text: string): number {
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new Error(`The database holds ${JSON.stringify(text)} where an integer up to 2^53 - 1 is expected.`);
  }
  return value;
}

/**
 * Whether an error says that the database could not be asked, or did not answer in time. Whether a statement that was
 * under way took effect is then unknown.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const syscall = 'syscall' in error ? error.syscall : '';
  // Connection exceptions, a server that starts, stops or has no room, and a statement or a lock that took too long.
  if (/^(?:08...|57P0[1-5]|53...|57014|55P03)$/.test(code)) return true;
  if (['connect', 'read', 'write', 'getaddrinfo'].includes(String(syscall)) && code.startsWith('E')) return true;
  if (DRIVER_MESSAGES.test(error.message)) return true;
  return isDatabaseUnavailable(error.cause);
}

/** The driver gives its own failures no codes. */
const DRIVER_MESSAGES =
  /^(?:Query read timeout|timeout exceeded when trying to connect|Connection terminated|Client (?:was closed|has encountered a connection error)|Postgres connection has been discarded)/;

/** How long a caller waits for the database. */
const PATIENCE_MS = 10_000;

/** Keepalives let the server notice within half a minute that the machine of a session is gone, and free its locks. */
const KEEPALIVES = { tcp_keepalives_idle: '10', tcp_keepalives_interval: '5', tcp_keepalives_count: '3' };

const CORE_SESSION = {
  role: 'bourse_core',
  search_path: 'core',
  synchronous_commit: 'on',
  default_transaction_isolation: 'read committed',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  ...KEEPALIVES,
};

const APP_SESSION = {
  role: 'bourse_app',
  search_path: 'app,core',
  default_transaction_isolation: 'read committed',
  statement_timeout: '9s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '10s',
  ...KEEPALIVES,
};

const NETWORK = { keepAlive: true, connectionTimeoutMillis: 10_000 };

const INT8 = 20;
const NUMERIC = 1700;

/** Whatever another module registers globally, 64-bit integers and decimals arrive as the exact text. */
const EXACT_TYPES = new TypeOverrides();
EXACT_TYPES.setTypeParser(INT8, (text: string) => text);
EXACT_TYPES.setTypeParser(NUMERIC, (text: string) => text);
