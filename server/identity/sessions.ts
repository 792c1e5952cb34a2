import { hash, randomBytes } from 'node:crypto';
import { userId, type UserId } from '@bourse/engine';
import { type Kysely, sql, type Transaction } from 'kysely';
import { inTransaction, safeInteger, type Schema } from '../database/index.ts';
import type { Session, SessionSource } from '../gateway/index.ts';

const dayMs = 86_400_000;
/** A session that is to be remembered ends this long after the login. */
const rememberedMs = 30 * dayMs;
/** Any other ends when it was not used for this long, and so long after the login at the latest. */
const idleMs = dayMs;
const maxAgeMs = 7 * dayMs;
const sessionsInMemory = 100_000;
const sessionsPerUser = 50;
/** Rows that one statement of the background takes at most. */
const rowsPerRound = 1_000;
const maxUserAgentLength = 400;

/** How somebody logged in. */
export interface LoginCircumstances {
  readonly remember: boolean;
  readonly device: string;
  readonly address: string;
  readonly userAgent: string;
  /** The stored form of the password that was shown. */
  readonly passwordHash: string;
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
  readonly device: string;
  readonly address: string;
  readonly userAgent: string;
  readonly remembered: boolean;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number;
  readonly expiresAtMs: number;
}

/**
 * What became of ending the other sessions: so many ended; nothing, because this one has ended itself or the reason
 * fell through.
 */
export type OthersEnded = number | 'session_gone' | 'not_done';

interface LiveSession extends Session {
  expiresAtMs: number;
  usedAtMs: number;
  /** However much it is used, it ends then. */
  readonly endsAtMs: number;
}

/** A session that is being looked up or written down; it is no longer wanted when it is ended meanwhile. */
interface Load {
  wanted: boolean;
  found: Promise<Session | null>;
}

/**
 * Sessions by token. The table holds only the SHA-256 of a token; memory holds the sessions that were used lately and
 * is asked first. This process is the only one that ends sessions, so what memory knows is true. When a session was
 * last used, and how far that moves its end, is written down once in a while and not with each request; a process that
 * is killed forgets a minute of it.
 */
export class Sessions implements SessionSource {
  readonly #db: Kysely<Schema>;
  readonly #now: () => number;
  readonly #live = new Map<string, LiveSession>();
  readonly #loading = new Map<string, Load>();
  /** Hashes whose rows are being deleted, or could not be: what the table still says of them is no longer true. */
  readonly #ending = new Set<string>();
  /** Those whose last use is not written down. */
  readonly #used = new Set<LiveSession>();
  readonly #listeners: ((session: Session) => void)[] = [];

  constructor(db: Kysely<Schema>, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * Starts a session. Of more than 50 of one person the oldest end. Null when the password is no longer the one that
   * was shown: changing it ends sessions, and one that is about to begin is one of them.
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
      // The lock on the person keeps a change of the password waiting, or waits for it and then sees the new one.
      const { numAffectedRows } = await sql`
        insert into sessions (token_hash, user_id, device_id, address, user_agent, created_at, last_used_at, expires_at, ends_at)
        select ${tokenHash}, id, ${login.device}, ${login.address}, ${login.userAgent.slice(0, maxUserAgentLength)},
          ${now}::bigint, ${now}::bigint, ${expiresAtMs}::bigint, ${endsAtMs}::bigint
        from users where id = ${user} and password_hash = ${login.passwordHash} for share`.execute(this.#db);
      if (numAffectedRows !== 1n || !load.wanted) return null;
      this.#remember(session);
    } finally {
      this.#loading.delete(tokenHash);
    }
    await this.#endOldest(session);
    return { token, session };
  }

  known(token: string): Session | undefined {
    const session = this.#live.get(hashOf(token));
    if (session === undefined) return undefined;
    if (session.expiresAtMs > this.#now()) {
      this.use(session);
      return session;
    }
    this.#live.delete(session.tokenHash);
    return undefined;
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

  /** Whoever asks for a token that is being looked up already waits for the same answer. */
  async load(token: string): Promise<Session | null> {
    const tokenHash = hashOf(token);
    const running = this.#loading.get(tokenHash);
    if (running !== undefined) return running.found;
    const load: Load = { wanted: true, found: Promise.resolve(null) };
    this.#loading.set(tokenHash, load);
    load.found = this.#find(tokenHash, load).finally(() => this.#loading.delete(tokenHash));
    return load.found;
  }

  /** The live sessions of somebody, the one that was used last first. */
  async list(user: UserId): Promise<ListedSession[]> {
    const rows = await this.#db.selectFrom('sessions').selectAll().where('user_id', '=', String(user)).execute();
    const sessions = rows.map((row): ListedSession => {
      const live = this.#live.get(row.token_hash);
      const createdAtMs = safeInteger(row.created_at);
      return {
        id: safeInteger(row.id),
        tokenHash: row.token_hash,
        device: row.device_id,
        address: row.address,
        userAgent: row.user_agent,
        remembered: safeInteger(row.ends_at) - createdAtMs === rememberedMs,
        createdAtMs,
        lastUsedAtMs: live?.usedAtMs ?? safeInteger(row.last_used_at),
        expiresAtMs: live?.expiresAtMs ?? safeInteger(row.expires_at),
      };
    });
    // Memory knows of uses that the table will learn of.
    const alive = sessions.filter(({ expiresAtMs }) => expiresAtMs > this.#now());
    return alive.toSorted((a, b) => b.lastUsedAtMs - a.lastUsedAtMs || b.id - a.id);
  }

  /**
   * Ends a session everywhere: in memory at once, then in the table. When that fails, this process does not believe its
   * row any more.
   */
  async end(session: Session): Promise<void> {
    this.#ending.add(session.tokenHash);
    this.#forget(session);
    try {
      await this.#db.deleteFrom('sessions').where('token_hash', '=', session.tokenHash).execute();
      this.#ending.delete(session.tokenHash);
    } finally {
      this.#forget(session, 'quietly');
    }
  }

  /**
   * Ends all sessions of somebody but one (all, when there is none to keep), in the transaction of what is the reason
   * for it; false from the reason takes everything back. Sessions that start meanwhile wait until it is decided. When
   * nobody knows whether they have ended, because the answer to the commit is lost, memory forgets them all the same:
   * whoever comes with one waits until the table knows.
   */
  async endOthers(
    user: UserId,
    keep: Session | null,
    reason: (transaction: Transaction<Schema>) => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<OthersEnded> {
    let others: readonly string[] = [];
    const forgetOthers = (): void => {
      for (const tokenHash of others) this.#forget({ tokenHash, user, expiresAtMs: 0 });
    };
    const ending = inTransaction(this.#db, async (transaction) => {
      // Those who end each other's sessions take turns, and whoever comes second finds that he is gone.
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
      // Only the commit is left to do.
      others = hashes;
      return hashes.length;
    });
    return ending.finally(forgetOthers);
  }

  /** Writes down which sessions were used when. What cannot be written now is tried again with the next call. */
  async writeUses(): Promise<void> {
    while (this.#used.size > 0) {
      const batch = [...this.#used].slice(0, rowsPerRound);
      for (const session of batch) this.#used.delete(session);
      try {
        // A row that is being deleted is not waited for.
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

  /** Deletes rows of sessions that have expired, a bounded number; answers how many. */
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
      // A transaction that is deleting it is waited for, also one of which nobody knows whether it commits.
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
    this.#remember(session);
    return session;
  }

  /** Ends the oldest live sessions of somebody who has more than enough with the one that was just started. */
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

  #forget(session: Session, told: 'aloud' | 'quietly' = 'aloud'): void {
    const { tokenHash } = session;
    const live = this.#live.get(tokenHash);
    if (live !== undefined) this.#used.delete(live);
    this.#live.delete(tokenHash);
    const load = this.#loading.get(tokenHash);
    if (load !== undefined) load.wanted = false;
    if (told === 'aloud') for (const listener of this.#listeners) listener(session);
  }

  #remember(session: LiveSession): void {
    this.#live.set(session.tokenHash, session);
    const oldest = this.#live.keys().next();
    if (this.#live.size > sessionsInMemory && oldest.done !== true) this.#live.delete(oldest.value);
  }
}

function hashOf(token: string): string {
  return hash('sha256', token, 'hex');
}
