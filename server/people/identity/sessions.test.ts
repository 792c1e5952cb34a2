import { userId } from '@bourse/engine';
import {
  Kysely,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresDialect,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openAppDatabase, openIdentityPool, type Schema } from '../../ground/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../../ground/database/test-database.ts';
import { type LoginCircumstances, Sessions, type StartedSession } from './sessions.ts';

const now = 1_000_000;
const ann = userId(100_001);

let database: TestDatabase;
let db: Kysely<Schema>;

beforeEach(async () => {
  database = await createTestDatabase();
  db = openAppDatabase(openIdentityPool(database.settings));
  await database.query(
    `insert into app.users (id, email, email_key, mobile, password_hash, invite_code, created_at)
     values ($1, '', '', '', '', '', 0)`,
    [ann],
  );
});

afterEach(async () => {
  await db.destroy();
  await database.drop();
});

describe('a session that ends during its look-up', () => {
  test('is not restored by a second concurrent look-up', async () => {
    const { token } = await started(new Sessions(db, () => now));
    const answers = new HeldAnswers();
    const sessions = new Sessions(db.withPlugin(answers), () => now);
    const first = sessions.load(token);
    const second = sessions.load(token);
    await answers.releaseFirst();
    const session = await first;
    if (session === null) throw new Error('the session was not found');
    await sessions.end(session);
    answers.releaseAll();
    await second;
    expect(sessions.known(token)).toBeUndefined();
    expect(sessions.stillKnown(session)).toBeUndefined();
  });

  test('is not found', async () => {
    const { token, session } = await started(new Sessions(db, () => now));
    const answers = new HeldAnswers();
    const sessions = new Sessions(db.withPlugin(answers), () => now);
    const found = sessions.load(token);
    await answers.held();
    await sessions.end(session);
    await answers.releaseFirst();
    expect(await found).toBeNull();
    expect(sessions.known(token)).toBeUndefined();
  });
});

test('expired sessions are deleted in bounded batches, live ones are kept', async () => {
  await database.query(
    `insert into app.sessions (token_hash, user_id, device_key, address, created_at, last_used_at, expires_at, ends_at)
     select n, $1, '', '', 0, 0, case when n <= 1500 then $2::bigint else $2::bigint + 1 end, 0 from generate_series(1, 1510) as n`,
    [ann, now],
  );
  const sessions = new Sessions(db, () => now);
  expect(await sessions.deleteExpired()).toBe(1_000);
  expect(await sessions.deleteExpired()).toBe(500);
  expect(await sessions.deleteExpired()).toBe(0);
  expect(await database.query('select 1 from app.sessions')).toHaveLength(10);
});

describe('a session lasts', () => {
  const dayMs = 86_400_000;

  test('a day from its last use, and a week at most, unless it is to be remembered', async () => {
    const clock = { ms: now };
    const sessions = new Sessions(db, () => clock.ms);
    const { token, session } = await started(sessions);
    for (let half = 1; half <= 13; half += 1) {
      clock.ms = now + (half * dayMs) / 2;
      expect(sessions.known(token)).toBe(session);
    }
    expect(session.expiresAtMs).toBe(now + 7 * dayMs);
    clock.ms = now + 7 * dayMs - 1;
    expect(sessions.known(token)).toBe(session);
    expect(sessions.stillKnown(session)).toBe(session);
    clock.ms = now + 7 * dayMs;
    expect(sessions.lives(session)).toBe(false);
    expect(sessions.stillKnown(session)).toBeUndefined();
    expect(sessions.known(token)).toBeUndefined();

    clock.ms = now;
    const idle = await started(sessions);
    clock.ms = now + dayMs;
    expect(sessions.known(idle.token)).toBeUndefined();
  });

  test('thirty days, used or not, if it is to be remembered', async () => {
    const clock = { ms: now };
    const sessions = new Sessions(db, () => clock.ms);
    const { token, session } = await started(sessions, { remember: true });
    expect(session.expiresAtMs).toBe(now + 30 * dayMs);
    clock.ms = now + 29 * dayMs;
    expect(sessions.known(token)?.expiresAtMs).toBe(now + 30 * dayMs);
    clock.ms = now + 30 * dayMs;
    expect(sessions.known(token)).toBeUndefined();
  });

  test('as long after a restart as before; its uses are stored in batches', async () => {
    const clock = { ms: now };
    const statements = new HeldAnswers('none');
    const sessions = new Sessions(db.withPlugin(statements), () => clock.ms);
    const tokens = [await started(sessions), await started(sessions), await started(sessions)].map(
      ({ token }) => token,
    );
    clock.ms = now + dayMs / 2;
    const before = statements.count;
    for (let use = 0; use < 100; use += 1) for (const token of tokens) sessions.known(token);
    expect(statements.count).toBe(before);
    await sessions.writeUses();
    expect(statements.count).toBe(before + 1);
    await sessions.writeUses();
    expect(statements.count).toBe(before + 1);
    clock.ms = now + dayMs;
    const again = new Sessions(db, () => clock.ms);
    for (const token of tokens) expect((await again.load(token))?.expiresAtMs).toBe(now + 1.5 * dayMs);
    expect((await again.list(ann)).map(({ lastUsedAtMs }) => lastUsedAtMs)).toEqual(
      [1, 2, 3].map(() => now + dayMs / 2),
    );
  });

  test('no shorter if storing its uses fails once', async () => {
    const clock = { ms: now };
    const sessions = new Sessions(db, () => clock.ms);
    await started(sessions);
    const { token } = await started(sessions);
    clock.ms = now + 1_000;
    sessions.known(token);
    await database.query('alter table app.sessions rename column last_used_at to hidden');
    await expect(sessions.writeUses()).rejects.toThrow('last_used_at');
    await database.query('alter table app.sessions rename column hidden to last_used_at');
    await sessions.writeUses();
    const rows = await database.query<{ used: string }>('select max(last_used_at) as used from app.sessions');
    expect(rows).toEqual([{ used: String(now + 1_000) }]);
  });
});

describe('ending all other sessions', () => {
  test('ends sessions that are being looked up, and notifies listeners of each', async () => {
    const { token } = await started(new Sessions(db, () => now));
    const answers = new HeldAnswers();
    const sessions = new Sessions(db.withPlugin(answers), () => now);
    const endedHashes: string[] = [];
    sessions.onEnded(({ tokenHash }) => endedHashes.push(tokenHash));
    const keep = await new Sessions(db, () => now).start(ann, login({}));
    const found = sessions.load(token);
    await answers.held();
    const ended = sessions.endOthers(ann, keep?.session ?? null);
    // The look-up has read its row; the statements of `endOthers` follow it.
    while (!(await Promise.race([ended.then(() => true), answers.releaseLast().then(() => false)])));
    answers.releaseAll();
    expect(await ended).toBe(1);
    expect(endedHashes).toHaveLength(1);
    expect(sessions.known(token)).toBeUndefined();
    await found;
    expect(sessions.known(token)).toBeUndefined();
    expect(await database.query('select token_hash from app.sessions')).toEqual([
      { token_hash: keep?.session.tokenHash },
    ]);
  });

  test('fails if the calling session has ended, or if its action fails', async () => {
    const sessions = new Sessions(db, () => now);
    const [first, second] = [await started(sessions), await started(sessions)];
    expect(await sessions.endOthers(ann, first.session, () => Promise.resolve(false))).toBe('not_done');
    expect(sessions.known(second.token)).toBeDefined();
    expect(await Promise.all([first, second].map(({ session }) => sessions.endOthers(ann, session)))).toContain(
      'session_gone',
    );
    expect(await database.query('select 1 from app.sessions')).toHaveLength(1);
  });

  test('with a new password also ends a concurrent login with the old one', async () => {
    const sessions = new Sessions(db, () => now);
    const kept = await started(sessions);
    const change = async (password: string) =>
      sessions.endOthers(ann, kept.session, async (transaction) => {
        await transaction.updateTable('users').set({ password_hash: password }).execute();
        return true;
      });
    await change('new');
    expect(await sessions.start(ann, login({}))).toBeNull();
    const begun = await sessions.start(ann, login({ passwordHash: 'new' }));
    // In either order, no session with the old password remains.
    const [late] = await Promise.all([sessions.start(ann, login({ passwordHash: 'new' })), change('newer')]);
    for (const gone of [begun, late]) if (gone !== null) expect(sessions.known(gone.token)).toBeUndefined();
    expect(await database.query('select 1 from app.sessions')).toHaveLength(1);
  });
});

describe('when the outcome of a commit is unknown', () => {
  test('the sessions to end are removed from memory, their sockets closed, and none is restored', async () => {
    const pool = openIdentityPool(database.settings);
    const lost = new LostCommits(pool);
    const sessions = new Sessions(new Kysely({ dialect: new PostgresDialect({ pool: lost }) }), () => now);
    const [stolen, own] = [await started(sessions), await started(sessions)];
    const endedHashes: string[] = [];
    sessions.onEnded(({ tokenHash }) => endedHashes.push(tokenHash));
    lost.begin();
    await expect(sessions.endOthers(ann, own.session)).rejects.toThrow('Connection terminated');
    expect(sessions.known(stolen.token)).toBeUndefined();
    expect(endedHashes).toEqual([stolen.session.tokenHash]);
    expect(sessions.known(own.token)).toBeDefined();
    // The commit has not reached the database yet.
    const found = sessions.load(stolen.token);
    await Promise.race([found, whenWaiting()]);
    await lost.deliver();
    expect(await found).toBeNull();
    expect(sessions.known(stolen.token)).toBeUndefined();
    await pool.end();
  });

  test('a session stays invalid until its row is deleted', async () => {
    const sessions = new Sessions(db, () => now);
    const { token, session } = await started(sessions);
    await database.query('alter table app.sessions rename column token_hash to hidden');
    await expect(sessions.end(session)).rejects.toThrow('token_hash');
    await database.query('alter table app.sessions rename column hidden to token_hash');
    expect(await sessions.load(token)).toBeNull();
    await sessions.end(session);
    expect(await database.query('select 1 from app.sessions')).toEqual([]);
  });
});

function login(more: Partial<LoginCircumstances>): LoginCircumstances {
  return { remember: false, deviceKey: '', address: '', userAgent: '', passwordHash: '', ...more };
}

async function started(sessions: Sessions, more: Partial<LoginCircumstances> = {}): Promise<StartedSession> {
  const session = await sessions.start(ann, login(more));
  if (session === null) throw new Error('the session did not start');
  return session;
}

/** Counts statements and holds back the database's answers to look-ups of sessions. */
class HeldAnswers implements KyselyPlugin {
  count = 0;
  readonly #holds: 'lookups' | 'none';
  readonly #lookups = new WeakSet<object>();
  readonly #held: (() => void)[] = [];
  #notify: () => void = () => undefined;

  constructor(holds: 'lookups' | 'none' = 'lookups') {
    this.#holds = holds;
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs) {
    this.count += 1;
    if (this.#holds === 'lookups' && node.kind === 'SelectQueryNode') this.#lookups.add(queryId);
    return node;
  }

  async transformResult({ result, queryId }: PluginTransformResultArgs) {
    if (!this.#lookups.has(queryId)) return result;
    await new Promise<void>((give) => {
      this.#held.push(give);
      this.#notify();
    });
    return result;
  }

  /** Resolves when an answer is held back. */
  async held(): Promise<void> {
    while (this.#held.length === 0) {
      await new Promise<void>((resolve) => {
        this.#notify = resolve;
      });
    }
  }

  /** Releases the first answer, waiting for it if necessary. */
  async releaseFirst(): Promise<void> {
    await this.held();
    this.#held.shift()?.();
  }

  /** Releases the last answer, waiting until there are at least two. */
  async releaseLast(): Promise<void> {
    while (this.#held.length < 2) {
      await new Promise<void>((resolve) => {
        this.#notify = resolve;
      });
    }
    this.#held.pop()?.();
  }

  releaseAll(): void {
    for (const give of this.#held.splice(0)) give();
  }
}

/** Resolves when a statement waits for a lock. */
async function whenWaiting(): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await database.query(waiting)).length === 0);
}

/**
 * Wraps a pool. After `begin`, the next commit fails for its caller as if the connection was lost, and reaches the
 * database only with `deliver`.
 */
class LostCommits {
  readonly options = {};
  readonly #pool: Pool;
  #loses = false;
  #session: PoolClient | null = null;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  begin(): void {
    this.#loses = true;
  }

  async connect(): Promise<PoolClient> {
    const session = await this.#pool.connect();
    if (!this.#loses) return session;
    this.#loses = false;
    this.#session = session;
    return new Proxy(session, {
      get: (target, name) => {
        if (name === 'release') return () => undefined;
        const value: unknown = Reflect.get(target, name);
        if (name !== 'query' || typeof value !== 'function') return value;
        return (text: unknown, ...rest: unknown[]): unknown =>
          text === 'commit' || text === 'rollback'
            ? Promise.reject(new Error('Connection terminated unexpectedly'))
            : Reflect.apply(value, target, [text, ...rest]);
      },
    });
  }

  async deliver(): Promise<void> {
    await this.#session?.query('commit');
    this.#session?.release();
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}
