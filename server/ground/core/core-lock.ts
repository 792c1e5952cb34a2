import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { CoreLocked } from './core-store.ts';

/**
 * How long a lock may outlive its process: PostgreSQL notices a lost connection only when the running statement ends.
 */
const DEAD_HOLDER_WAIT_MS = 10_000;
const POLL_MS = 50;
/** How often a start checks whether a living process has released the lock. */
const LIVING_HOLDER_POLL_MS = 250;
const LOCK = [0x626f7572, 0x73650001] as const;

/** How long to wait for the lock. */
export interface LockPatience {
  /** The time limit for the lock of a process that no longer exists; default 10 seconds. */
  readonly deadHolderMs?: number;
  /** The time limit for a living process to release the lock, for example one that is stopping; default 0. */
  readonly livingHolderMs?: number;
  /** Aborts the wait for a living process. */
  readonly signal?: AbortSignal;
  /** Called once with the holder when the wait for a living process begins. */
  readonly onWait?: (holder: string) => void;
}

/**
 * Takes the advisory lock that makes this session the only core of its database. If the lock is held by a process of
 * this host that no longer exists, or by one with our own process id, this function waits for its release: after a
 * container restart our predecessor may have had the same id.
 *
 * @param lostSession the backend process of our previous, lost session; it is terminated if it still holds the lock
 * @returns the backend process of this session
 * @throws CoreLocked naming the holder if a living process holds the lock longer than the patience allows, or if the
 * lock of a dead one is not released in time; the signal's reason if the wait was aborted
 */
export async function takeCoreLock(
  client: Client,
  lostSession: number | null,
  patience: LockPatience = {},
): Promise<number> {
  const { deadHolderMs = DEAD_HOLDER_WAIT_MS, livingHolderMs = 0, signal, onWait } = patience;
  const startedAt = performance.now();
  let giveUpAt = startedAt + deadHolderMs;
  let isWaiting = false;
  for (;;) {
    signal?.throwIfAborted();
    const { taken, session } = await tryLock(client);
    if (taken) return session;
    const holder = await findHolder(client);
    if (holder !== null) {
      if (holder.session === lostSession) await endSession(client, holder.session);
      else if (isLivingElsewhere(holder.name)) {
        if (performance.now() >= startedAt + livingHolderMs) {
          throw new CoreLocked(
            `Another process runs this exchange: ${describe(holder)} holds the database. Stop it first.`,
          );
        }
        if (!isWaiting) onWait?.(describe(holder));
        isWaiting = true;
        giveUpAt = performance.now() + deadHolderMs;
        await pause(LIVING_HOLDER_POLL_MS, undefined, signal === undefined ? {} : { signal });
        continue;
      }
      if (performance.now() > giveUpAt) {
        throw new CoreLocked(
          `The database is still held by ${describe(holder)}, and PostgreSQL does not end its session (${holder.session}). Try again, or terminate that session.`,
        );
      }
    }
    await pause(POLL_MS);
  }
}

interface Holder {
  readonly session: number;
  readonly name: string;
}

async function tryLock(client: Client): Promise<{ taken: boolean; session: number }> {
  const answer = await client.query<{ taken: boolean; session: number }>(
    'select pg_try_advisory_lock($1, $2) as taken, pg_backend_pid() as session',
    [...LOCK],
  );
  return answer.rows[0] ?? { taken: false, session: 0 };
}

async function findHolder(client: Client): Promise<Holder | null> {
  const answer = await client.query<Holder>(
    `select a.pid as session, coalesce(a.application_name, '') as name
     from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.classid = $1 and l.objid = $2
       and l.database = (select oid from pg_database where datname = current_database())`,
    [...LOCK],
  );
  return answer.rows[0] ?? null;
}

/**
 * The session's name contains process id and host. A process on another host counts as alive, because it cannot be
 * checked.
 */
function isLivingElsewhere(name: string): boolean {
  const match = /^bourse core (\d+)@(.+)$/.exec(name);
  const pid = Number(match?.[1]);
  const host = match?.[2];
  if (host === undefined || !hostname().startsWith(host)) return true;
  return pid !== process.pid && processExists(pid);
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Only the login role may terminate its own sessions, so the role is reset for this statement. */
async function endSession(client: Client, session: number): Promise<void> {
  await client.query('set role none');
  await client.query('select pg_terminate_backend($1)', [session]);
  await client.query('reset role');
}

function describe(holder: Holder): string {
  return holder.name === '' ? `session ${holder.session}` : holder.name.replace(/^bourse /, '');
}
