import { Kysely, PostgresDialect } from 'kysely';
import { Client, Pool, type PoolClient, TypeOverrides } from 'pg';
import { type Login, loginSettings } from './logins.ts';
import type { Schema } from './schema.ts';
import { sessionName } from './sessions.ts';
import { withSessionSettings } from './settings.ts';
import type { DatabaseSettings } from './settings.ts';
import { refuseInside } from './transaction.ts';

/**
 * Opens the session that writes the journal and its projections: login `bourse_core`, schema `core` for unqualified
 * names, synchronous commits, and no timeouts. When the connection is lost, the client emits `end` and rejects its
 * pending statements.
 *
 * @param pipeline whether to send statements without waiting for the answers to earlier ones
 */
export async function openCoreConnection(settings: DatabaseSettings, { pipeline = false } = {}): Promise<Client> {
  const session = withSessionSettings(loginSettings(settings, 'core'), sessionName('core'), CORE_SESSION);
  const client = new Client({ connectionString: session.url, types: EXACT_TYPES, pipeline, ...NETWORK });
  // Without a listener a broken connection would end the process; pending statements are rejected in any case.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

export interface PoolOptions {
  readonly max?: number;
  /** Timeout for a session or an answer; `isDatabaseUnavailable` is then true for the error. */
  readonly patienceMs?: number;
  /** Called when an idle session breaks; the pool replaces it. */
  readonly onLost?: (error: Error) => void;
}

/**
 * Opens the sessions of the capabilities: login `bourse_app`, schemas `app` and then `core` (read-only) for unqualified
 * names. Timeouts bound every statement, lock and open transaction, even if the server does not respond.
 */
export function openAppPool(settings: DatabaseSettings, options: PoolOptions = {}): Pool {
  return openPool(loginSettings(settings, 'app'), 'app', options);
}

/** Opens the sessions for users and their secrets: login `bourse_identity`, otherwise like `openAppPool`. */
export function openIdentityPool(settings: DatabaseSettings, options: PoolOptions = {}): Pool {
  return openPool(loginSettings(settings, 'identity'), 'identity', options);
}

/** Opens the sessions for deposits and payments on chains: login `bourse_custody`, otherwise like `openAppPool`. */
export function openCustodyPool(settings: DatabaseSettings, options: PoolOptions = {}): Pool {
  return openPool(loginSettings(settings, 'custody'), 'custody', options);
}

function openPool(settings: DatabaseSettings, login: Exclude<Login, 'core'>, options: PoolOptions): Pool {
  const session = withSessionSettings(settings, sessionName(login), APP_SESSION);
  const pool = new SessionPool({
    connectionString: session.url,
    types: EXACT_TYPES,
    max: options.max ?? 10,
    idleTimeoutMillis: IDLE_MS,
    query_timeout: options.patienceMs ?? PATIENCE_MS,
    ...NETWORK,
    connectionTimeoutMillis: options.patienceMs ?? PATIENCE_MS,
  });
  pool.on('error', options.onLost ?? (() => undefined));
  outliveLostSessions(pool);
  return pool;
}

type Connected = (error: Error | undefined, client: PoolClient | undefined, done: (release?: unknown) => void) => void;

/** Gives no session to the work of an open transaction, which has one. */
class SessionPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<PoolClient> | void {
    refuseInside();
    return connected === undefined ? super.connect() : super.connect(connected);
  }
}

/**
 * The pool handles errors of idle sessions only. Without this listener, a session that breaks while in use would end
 * the process; its user gets the error from the current statement or the next one.
 */
export function outliveLostSessions(pool: Pool): void {
  pool.on('connect', (session) => {
    session.on('error', () => undefined);
  });
}

/** Typed queries on the sessions of the capabilities; `destroy()` ends the pool. */
export function openAppDatabase(pool: Pool): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Parses an `int8` or `numeric` column that fits a safe integer: ids, sequences, amounts, times in milliseconds.
 *
 * @throws Error if the text is not an integer or exceeds 2⁵³ − 1, where a number would be rounded silently
 */
export function safeInteger(text: string): number {
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new Error(`The database contains ${JSON.stringify(text)} where an integer up to 2^53 - 1 is expected.`);
  }
  return value;
}

/**
 * Whether an error means that the database was unavailable or did not answer in time. It is unknown then whether a
 * pending statement took effect.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const syscall = 'syscall' in error ? error.syscall : '';
  // Connection exceptions, a server that is starting, stopping or out of resources, and statement and lock timeouts.
  if (/^(?:08...|57P0[1-5]|53...|57014|55P03)$/.test(code)) return true;
  if (['connect', 'read', 'write', 'getaddrinfo'].includes(String(syscall)) && code.startsWith('E')) return true;
  if (DRIVER_MESSAGES.test(error.message)) return true;
  return isDatabaseUnavailable(error.cause);
}

/** Errors of the driver itself have no codes. */
const DRIVER_MESSAGES =
  /^(?:Query read timeout|timeout exceeded when trying to connect|Connection terminated|Client (?:was closed|has encountered a connection error)|Postgres connection has been discarded)/;

/**
 * How long a session is kept for the next statement. Longer than the time between two rounds of background work, so
 * that a quiet exchange does not open sessions all the time: opening one costs as much as dozens of statements.
 */
const IDLE_MS = 5 * 60_000;

/** How long a caller waits for the database. */
const PATIENCE_MS = 10_000;

/**
 * Keepalives let the server detect within half a minute that the machine of a session is gone, and release its locks.
 */
const KEEPALIVES = { tcp_keepalives_idle: '10', tcp_keepalives_interval: '5', tcp_keepalives_count: '3' };

const CORE_SESSION = {
  search_path: 'core',
  synchronous_commit: 'on',
  default_transaction_isolation: 'read committed',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  ...KEEPALIVES,
};

const APP_SESSION = {
  search_path: 'app,core',
  synchronous_commit: 'on',
  default_transaction_isolation: 'read committed',
  statement_timeout: '9s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '10s',
  ...KEEPALIVES,
};

const NETWORK = { keepAlive: true, connectionTimeoutMillis: 10_000 };

const INT8 = 20;
const NUMERIC = 1700;

/** 64-bit integers and decimals are read as exact text, regardless of globally registered parsers. */
const EXACT_TYPES = new TypeOverrides();
EXACT_TYPES.setTypeParser(INT8, (text: string) => text);
EXACT_TYPES.setTypeParser(NUMERIC, (text: string) => text);
