import { hash, randomBytes } from 'node:crypto';
import { userId, type UserId } from '@bourse/engine';
import { type Kysely, sql, type Transaction } from 'kysely';
import { inTransaction, safeInteger, type Schema } from '../../ground/database/index.ts';
import type { SessionFactor } from './tables/people.ts';
import type { Session, SessionSource } from '../../ground/gateway/index.ts';

const dayMs = 86_400_000;
/** A remembered session expires this long after its login. */
const rememberedMs = 30 * dayMs;
/** Any other session expires this long after its last use, and `maxAgeMs` after its login at the latest. */
const idleMs = dayMs;
const maxAgeMs = 7 * dayMs;
const sessionsInMemory = 100_000;
const sessionsPerUser = 50;
/** Max rows per background statement. */
const rowsPerRound = 1_000;
const maxUserAgentLength = 400;

/** The circumstances of a login. */
export interface LoginCircumstances {
  readonly remember: boolean;
  /** The hash of the device id; empty if there is none. */
  readonly deviceKey: string;
  readonly address: string;
  readonly userAgent: string;
  /** The stored hash of the password that was checked. */
  readonly passwordHash: string;
  /** The second factor that was proven; none if absent. */
  readonly secondFactor?: SessionFactor;
}

/** A new session with the only copy of its token. */
export interface StartedSession {
  readonly token: string;
  readonly session: Session;
}

/** A session as its owner sees it. Times are epoch milliseconds. */
export interface ListedSession {
  readonly id: number;
  readonly tokenHash: string;
  readonly deviceKey: string;
  readonly address: string;
  readonly userAgent: string;
  readonly remembered: boolean;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number;
  readonly expiresAtMs: number;
}

/**
 * The number of ended sessions; or `session_gone` if the session to keep had ended itself, or `not_done` if the action
 * failed.
 */
export type OthersEnded = number | 'session_gone' | 'not_done';

interface LiveSession extends Session {
  expiresAtMs: number;
  usedAtMs: number;
  /** The latest time at which the session expires, however often it is used. */
  readonly endsAtMs: number;
}

/** A session that is being loaded or stored. Ending it in the meantime clears `wanted`. */
interface Load {
  wanted: boolean;
  found: Promise<Session | null>;
}

/**
 * Sessions by token. The table holds only the SHA-256 of each token; recently used sessions are cached in memory. Only
 * this process ends sessions, so the cache is never stale. Last uses, and the expiry that they extend, are stored
 * periodically instead of per request; a crash loses up to a minute of them.
 */
export class Sessions implements SessionSource {
  readonly #db: Kysely<Schema>;
  readonly #now: () => number;
  readonly #live = new Map<string, LiveSession>();
  readonly #loading = new Map<string, Load>();
  /** Hashes whose rows are being deleted, or could not be deleted; their rows are ignored. */
  readonly #ending = new Set<string>();
  /** Sessions whose last use is not stored yet. */
  readonly #used = new Set<LiveSession>();
  readonly #listeners: ((session: Session) => void)[] = [];

  constructor(db: Kysely<Schema>, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * Starts a session, ending the oldest if the user has more than 50. Null if the password has changed since it was
   * checked, because a change of password also ends logins in progress.
   */
  async start(user: UserId, login: LoginCircumstances): Promise<StartedSession | null> {
    const token = randomBytes(32).toString('base64url');
    const tokenHash = hashOf(token);
    const now = this.#now();
    const endsAtMs = now + (login.remember ? rememberedMs : maxAgeMs);
    const expiresAtMs = login.remember ? endsAtMs : now + idleMs;
    const session: LiveSession = { tokenHash, user, expiresAtMs, usedAtMs: now, endsAtMs };
    const load: Load = { wanted: true, found: Promise.resolve(null) };
    this.#loading.set(tokenHash, load);
    try {
      // Locks the user's row against a concurrent change of password, or waits for it and then reads the new hash.
      const { numAffectedRows } = await sql`
        with started as (
          insert into sessions (token_hash, user_id, device_key, address, user_agent, created_at, last_used_at, expires_at, ends_at,
            second_factor)
          select ${tokenHash}, id, ${login.deviceKey}, ${login.address}, ${login.userAgent.slice(0, maxUserAgentLength)},
            ${now}::bigint, ${now}::bigint, ${expiresAtMs}::bigint, ${endsAtMs}::bigint,
            ${login.secondFactor ?? 'none'}
          from users where id = ${user} and password_hash = ${login.passwordHash} for share
          returning user_id, created_at, address, user_agent, device_key
        )
        insert into logins (user_id, at, address, user_agent, device_key)
        select user_id, created_at, address, user_agent, device_key from started`.execute(this.#db);
      if (numAffectedRows !== 1n || !load.wanted) return null;
      this.#cache(session);
    } finally {
      this.#loading.delete(tokenHash);
    }
    await this.#endOldest(session);
    return { token, session };
  }

  known(token: string): Session | undefined {
    return this.#knownBy(hashOf(token));
  }

  stillKnown({ tokenHash }: Session): Session | undefined {
    return this.#knownBy(tokenHash);
  }

  lives(session: Session): boolean {
    return (this.#live.get(session.tokenHash) ?? session).expiresAtMs > this.#now();
  }

  use({ tokenHash }: Session): void {
    const session = this.#live.get(tokenHash);
    if (session === undefined) return;
    const now = this.#now();
    session.usedAtMs = now;
    session.expiresAtMs = Math.max(session.expiresAtMs, Math.min(now + idleMs, session.endsAtMs));
    this.#used.add(session);
  }

  /** Concurrent calls with the same token share one query. */
  async load(token: string): Promise<Session | null> {
    const tokenHash = hashOf(token);
    const running = this.#loading.get(tokenHash);
    if (running !== undefined) return running.found;
    const load: Load = { wanted: true, found: Promise.resolve(null) };
    this.#loading.set(tokenHash, load);
    load.found = this.#find(tokenHash, load).finally(() => this.#loading.delete(tokenHash));
    return load.found;
  }

  /** The time of the login that started a session, in epoch milliseconds; null if it has ended. */
  async startedAtMs({ tokenHash }: Session): Promise<number | null> {
    const row = await this.#db
      .selectFrom('sessions')
      .select('created_at')
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst();
    return row === undefined ? null : safeInteger(row.created_at);
  }

  /** A user's live sessions, most recently used first. */
  async list(user: UserId): Promise<ListedSession[]> {
    const rows = await this.#db.selectFrom('sessions').selectAll().where('user_id', '=', String(user)).execute();
    const sessions = rows.map((row): ListedSession => {
      const live = this.#live.get(row.token_hash);
      const createdAtMs = safeInteger(row.created_at);
      return {
        id: safeInteger(row.id),
        tokenHash: row.token_hash,
        deviceKey: row.device_key,
        address: row.address,
        userAgent: row.user_agent,
        remembered: safeInteger(row.ends_at) - createdAtMs === rememberedMs,
        createdAtMs,
        lastUsedAtMs: live?.usedAtMs ?? safeInteger(row.last_used_at),
        expiresAtMs: live?.expiresAtMs ?? safeInteger(row.expires_at),
      };
    });
    // The expiry in memory is newer than the one in the table.
    const alive = sessions.filter(({ expiresAtMs }) => expiresAtMs > this.#now());
    return alive.toSorted((a, b) => b.lastUsedAtMs - a.lastUsedAtMs || b.id - a.id);
  }

  /**
   * Ends a session, first in memory, then in the table. If the delete fails, this process ignores the row from then on.
   */
  async end(session: Session): Promise<void> {
    this.#ending.add(session.tokenHash);
    this.#evict(session);
    try {
      await this.#db.deleteFrom('sessions').where('token_hash', '=', session.tokenHash).execute();
      this.#ending.delete(session.tokenHash);
    } finally {
      this.#evict(session, 'skip');
    }
  }

  /**
   * Ends all sessions of a user except `keep`, in the transaction of `reason`, the action that causes it; if `reason`
   * resolves to false, the transaction is rolled back. Sessions that start concurrently wait for the transaction. If
   * the answer to the commit is lost, the sessions are removed from memory anyway, and a request with one of their
   * tokens waits for the row's lock.
   */
  async endOthers(
    user: UserId,
    keep: Session | null,
    reason: (transaction: Transaction<Schema>) => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<OthersEnded> {
    let others: readonly string[] = [];
    const evictOthers = (): void => {
      for (const tokenHash of others) this.#evict({ tokenHash, user, expiresAtMs: 0 });
    };
    const ending = inTransaction(this.#db, async (transaction) => {
      // The row lock serializes concurrent calls; the second one finds that its session has ended.
      await transaction.selectFrom('users').select('id').where('id', '=', String(user)).forNoKeyUpdate().execute();
      const all = await transaction
        .selectFrom('sessions')
        .select('token_hash')
        .where('user_id', '=', String(user))
        .execute();
      if (keep !== null && !all.some((row) => row.token_hash === keep.tokenHash)) return 'session_gone';
      if (!(await reason(transaction))) return 'not_done';
      const hashes = all.map((row) => row.token_hash).filter((tokenHash) => tokenHash !== keep?.tokenHash);
      if (hashes.length > 0) await transaction.deleteFrom('sessions').where('token_hash', 'in', hashes).execute();
      // From here on only the commit can fail.
      others = hashes;
      return hashes.length;
    });
    return ending.finally(evictOthers);
  }

  /**
   * Ends all sessions of a user in the transaction of another action, and returns how many. They are removed from
   * memory at once: a request with one of their tokens waits for the end of the transaction, and after a rollback it
   * finds the session again.
   */
  async endAll(transaction: Transaction<Schema>, user: UserId): Promise<number> {
    // Waits for logins in progress, and they wait for the transaction.
    await transaction.selectFrom('users').select('id').where('id', '=', String(user)).forNoKeyUpdate().execute();
    const rows = await transaction
      .deleteFrom('sessions')
      .where('user_id', '=', String(user))
      .returning('token_hash')
      .execute();
    for (const { token_hash: tokenHash } of rows) this.#evict({ tokenHash, user, expiresAtMs: 0 });
    return rows.length;
  }

  /** Stores the last uses of sessions. The next call retries those that fail. */
  async writeUses(): Promise<void> {
    while (this.#used.size > 0) {
      const batch = [...this.#used].slice(0, rowsPerRound);
      for (const session of batch) this.#used.delete(session);
      try {
        // Skips rows that are being deleted.
        await sql`
          with rows as (
            select token_hash from sessions where token_hash = any(${batch.map((session) => session.tokenHash)}::text[])
            for update skip locked
          )
          update sessions set last_used_at = used.at, expires_at = used.expires
          from rows join unnest(
            ${batch.map((session) => session.tokenHash)}::text[],
            ${batch.map((session) => session.usedAtMs)}::bigint[],
            ${batch.map((session) => session.expiresAtMs)}::bigint[]
          ) as used (hash, at, expires) on used.hash = rows.token_hash
          where sessions.token_hash = rows.token_hash`.execute(this.#db);
      } catch (error) {
        for (const session of batch) this.#used.add(session);
        throw error;
      }
    }
  }

  /** Deletes a bounded number of expired sessions and returns how many. */
  async deleteExpired(): Promise<number> {
    const expired = this.#db
      .selectFrom('sessions')
      .select('token_hash')
      .where('expires_at', '<=', String(this.#now()))
      .limit(rowsPerRound)
      .forUpdate()
      .skipLocked();
    const { numDeletedRows } = await this.#db
      .deleteFrom('sessions')
      .where('token_hash', 'in', expired)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  onEnded(listener: (session: Session) => void): void {
    this.#listeners.push(listener);
  }

  async #find(tokenHash: string, load: Load): Promise<Session | null> {
    const row = await this.#db
      .selectFrom('sessions')
      .select(['user_id', 'expires_at', 'ends_at', 'last_used_at'])
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', String(this.#now()))
      // Waits for a transaction that is deleting the row, also for one whose commit has an unknown outcome.
      .forKeyShare()
      .executeTakeFirst();
    if (row === undefined || !load.wanted || this.#ending.has(tokenHash)) return null;
    const session: LiveSession = {
      tokenHash,
      user: userId(safeInteger(row.user_id)),
      expiresAtMs: safeInteger(row.expires_at),
      usedAtMs: safeInteger(row.last_used_at),
      endsAtMs: safeInteger(row.ends_at),
    };
    this.#cache(session);
    return session;
  }

  /** Ends the oldest live sessions beyond the limit, not counting the one just started. */
  async #endOldest({ tokenHash, user }: Session): Promise<void> {
    const rows = await this.#db
      .selectFrom('sessions')
      .select(['token_hash', 'expires_at'])
      .where('user_id', '=', String(user))
      .where('expires_at', '>', String(this.#now()))
      .where('token_hash', '<>', tokenHash)
      .orderBy('created_at', 'desc')
      .orderBy('token_hash')
      .offset(sessionsPerUser - 1)
      .execute();
    for (const row of rows) {
      await this.end({ tokenHash: row.token_hash, user, expiresAtMs: safeInteger(row.expires_at) });
    }
  }

  #knownBy(tokenHash: string): Session | undefined {
    const session = this.#live.get(tokenHash);
    if (session === undefined) return undefined;
    if (session.expiresAtMs > this.#now()) {
      this.use(session);
      return session;
    }
    this.#live.delete(session.tokenHash);
    return undefined;
  }

  #evict(session: Session, listeners: 'notify' | 'skip' = 'notify'): void {
    const { tokenHash } = session;
    const live = this.#live.get(tokenHash);
    if (live !== undefined) this.#used.delete(live);
    this.#live.delete(tokenHash);
    const load = this.#loading.get(tokenHash);
    if (load !== undefined) load.wanted = false;
    if (listeners === 'notify') for (const listener of this.#listeners) listener(session);
  }

  #cache(session: LiveSession): void {
    this.#live.set(session.tokenHash, session);
    const oldest = this.#live.keys().next();
    if (this.#live.size > sessionsInMemory && oldest.done !== true) this.#live.delete(oldest.value);
  }
}

function hashOf(token: string): string {
  return hash('sha256', token, 'hex');
}
