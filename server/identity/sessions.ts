import { hash, randomBytes } from 'node:crypto';
import { userId, type UserId } from '@bourse/engine';
import type { Kysely } from 'kysely';
import { safeInteger, type Schema } from '../database/index.ts';
import type { Session, SessionSource } from '../gateway/index.ts';

const dayMs = 86_400_000;
const sessionsInMemory = 100_000;
const sessionsPerUser = 50;
/** Rows that one round of deleting what has expired takes at most. */
const rowsPerRound = 1_000;

/** A new session with the only copy of its token. */
export interface StartedSession {
  readonly token: string;
  readonly session: Session;
}

/** A session that is being looked up; it is no longer wanted when it is ended meanwhile. */
interface Load {
  wanted: boolean;
  found: Promise<Session | null>;
}

/**
 * Sessions by token. The table holds only the SHA-256 of a token; memory holds the sessions that were used lately and is asked first.
 * This process is the only one that ends sessions, so what memory knows is true.
 */
export class Sessions implements SessionSource {
  readonly #db: Kysely<Schema>;
  readonly #now: () => number;
  readonly #live = new Map<string, Session>();
  readonly #loading = new Map<string, Load>();
  /** Hashes whose rows are being deleted: what the table still says of them is no longer true. */
  readonly #ending = new Set<string>();
  readonly #listeners: ((session: Session) => void)[] = [];

  constructor(db: Kysely<Schema>, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** Starts a session of 24 hours, or 30 days when it is to be remembered. Of more than 50 of one person the oldest end. */
  async start(user: UserId, more: { remember: boolean; device: string; address: string }): Promise<StartedSession> {
    const token = randomBytes(32).toString('base64url');
    const now = this.#now();
    const session: Session = { tokenHash: hashOf(token), user, expiresAtMs: now + (more.remember ? 30 : 1) * dayMs };
    await this.#db
      .insertInto('sessions')
      .values({
        token_hash: session.tokenHash,
        user_id: user,
        device_id: more.device,
        address: more.address,
        created_at: now,
        expires_at: session.expiresAtMs,
      })
      .execute();
    this.#remember(session);
    await this.#endOldest(session);
    return { token, session };
  }

  known(token: string): Session | undefined {
    const tokenHash = hashOf(token);
    const session = this.#live.get(tokenHash);
    if (session === undefined || session.expiresAtMs > this.#now()) return session;
    this.#live.delete(tokenHash);
    return undefined;
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

  /** Ends a session everywhere: in memory at once, then in the table. */
  async end(session: Session): Promise<void> {
    this.#ending.add(session.tokenHash);
    this.#forget(session.tokenHash);
    for (const listener of this.#listeners) listener(session);
    try {
      await this.#db.deleteFrom('sessions').where('token_hash', '=', session.tokenHash).execute();
    } finally {
      this.#forget(session.tokenHash);
      this.#ending.delete(session.tokenHash);
    }
  }

  /** Deletes rows of sessions that have expired, a bounded number; answers how many. */
  async deleteExpired(): Promise<number> {
    const expired = this.#db
      .selectFrom('sessions')
      .select('token_hash')
      .where('expires_at', '<=', String(this.#now()))
      .limit(rowsPerRound);
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
      .select(['user_id', 'expires_at'])
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', String(this.#now()))
      .executeTakeFirst();
    if (row === undefined || !load.wanted || this.#ending.has(tokenHash)) return null;
    const session: Session = {
      tokenHash,
      user: userId(safeInteger(row.user_id)),
      expiresAtMs: safeInteger(row.expires_at),
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

  #forget(tokenHash: string): void {
    this.#live.delete(tokenHash);
    const load = this.#loading.get(tokenHash);
    if (load !== undefined) load.wanted = false;
  }

  #remember(session: Session): void {
    this.#live.set(session.tokenHash, session);
    const oldest = this.#live.keys().next();
    if (this.#live.size > sessionsInMemory && oldest.done !== true) this.#live.delete(oldest.value);
  }
}

function hashOf(token: string): string {
  return hash('sha256', token, 'hex');
}
