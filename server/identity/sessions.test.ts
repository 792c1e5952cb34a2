import { userId } from '@bourse/engine';
import type { Kysely, KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openAppDatabase, openAppPool, type Schema } from '../database/index.ts';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';
import { Sessions } from './sessions.ts';

const now = 1_000_000;
const ann = userId(100_001);

let database: TestDatabase;
let db: Kysely<Schema>;

beforeEach(async () => {
  database = await createTestDatabase();
  db = openAppDatabase(openAppPool(database.settings));
  await database.query(
    `insert into app.users (id, email, email_key, mobile, password_hash, invite_code, device_id, created_at)
     values ($1, '', '', '', '', '', '', 0)`,
    [ann],
  );
});

afterEach(async () => {
  await db.destroy();
  await database.drop();
});

describe('a session that ends while it is looked up', () => {
  test('is not brought back by a second look-up that was under way', async () => {
    const { token } = await new Sessions(db, () => now).start(ann, { remember: false, device: '', address: '' });
    const answers = new HeldAnswers();
    const sessions = new Sessions(db.withPlugin(answers), () => now);
    const first = sessions.load(token);
    const second = sessions.load(token);
    await answers.giveOne();
    const session = await first;
    if (session === null) throw new Error('the session was not found');
    await sessions.end(session);
    answers.giveAll();
    await second;
    expect(sessions.known(token)).toBeUndefined();
  });

  test('is not found', async () => {
    const { token, session } = await new Sessions(db, () => now).start(ann, {
      remember: false,
      device: '',
      address: '',
    });
    const answers = new HeldAnswers();
    const sessions = new Sessions(db.withPlugin(answers), () => now);
    const found = sessions.load(token);
    await answers.held();
    await sessions.end(session);
    await answers.giveOne();
    expect(await found).toBeNull();
    expect(sessions.known(token)).toBeUndefined();
  });
});

test('expired sessions are deleted, a bounded number at a time, and live ones stay', async () => {
  await database.query(
    `insert into app.sessions (token_hash, user_id, device_id, address, created_at, expires_at)
     select n, $1, '', '', 0, case when n <= 1500 then $2::bigint else $2::bigint + 1 end from generate_series(1, 1510) as n`,
    [ann, now],
  );
  const sessions = new Sessions(db, () => now);
  expect(await sessions.deleteExpired()).toBe(1_000);
  expect(await sessions.deleteExpired()).toBe(500);
  expect(await sessions.deleteExpired()).toBe(0);
  expect(await database.query('select 1 from app.sessions')).toHaveLength(10);
});

/** Holds back what the database answered to look-ups; everything else passes. */
class HeldAnswers implements KyselyPlugin {
  readonly #lookups = new WeakSet<object>();
  readonly #held: (() => void)[] = [];
  #told: () => void = () => undefined;

  transformQuery({ node, queryId }: PluginTransformQueryArgs) {
    if (node.kind === 'SelectQueryNode') this.#lookups.add(queryId);
    return node;
  }

  async transformResult({ result, queryId }: PluginTransformResultArgs) {
    if (!this.#lookups.has(queryId)) return result;
    await new Promise<void>((give) => {
      this.#held.push(give);
      this.#told();
    });
    return result;
  }

  /** Resolves when an answer is held back. */
  async held(): Promise<void> {
    while (this.#held.length === 0) {
      await new Promise<void>((told) => {
        this.#told = told;
      });
    }
  }

  /** Lets go of the answer that came first, once there is one. */
  async giveOne(): Promise<void> {
    await this.held();
    this.#held.shift()?.();
  }

  giveAll(): void {
    for (const give of this.#held.splice(0)) give();
  }
}
