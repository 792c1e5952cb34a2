import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openCoreConnection } from './connect.ts';
import { type Login, loginSettings } from './logins.ts';
import { migrate } from './migrate.ts';
import { appMigration, coreMigration } from './migration.ts';
import { releasedSteps } from './testing/released-steps.ts';
import type { DatabaseSettings } from './settings.ts';
import { createEmptyDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';
import type { Steps } from './migration.ts';
import { stored } from '../../venue/stored.ts';

const first = { '0001-journal': coreMigration('create table lines (id bigint primary key)') };
const both = { ...first, '0002-people': appMigration('create table people (id bigint primary key)') };

let database: TestDatabase;

beforeEach(async () => {
  database = await createEmptyDatabase();
});

afterEach(async () => {
  await database.drop();
});

describe('upgrading', () => {
  test('an empty database runs every step, and none the second time', async () => {
    expect(await migrate(database.settings, both)).toEqual(['0001-journal', '0002-people']);
    expect(await migrate(database.settings, both)).toEqual([]);
  });

  test('a database of an older version runs only the missing steps', async () => {
    await migrate(database.settings, first);
    expect(await migrate(database.settings, both)).toEqual(['0002-people']);
  });

  test('two concurrent processes run the steps once', async () => {
    const done = await Promise.all([migrate(database.settings, both), migrate(database.settings, both)]);
    expect(done.flat()).toEqual(['0001-journal', '0002-people']);
  });

  test('a failing step is named and leaves nothing behind', async () => {
    const broken = { ...first, '0002-people': appMigration('create table people (id nonsense)') };
    await expect(migrate(database.settings, broken)).rejects.toThrow(
      'The database could not be upgraded (step 0002-people): type "nonsense" does not exist',
    );
    expect(await database.query(`select to_regclass('core.lines') as found`)).toEqual([{ found: null }]);
    expect(await migrate(database.settings, both)).toHaveLength(2);
  });

  test('the core owns its tables, in a schema of their own', async () => {
    await migrate(database.settings, first);
    expect(await database.query(`select schemaname, tableowner from pg_tables where tablename = 'lines'`)).toEqual([
      { schemaname: 'core', tableowner: 'bourse_core' },
    ]);
  });

  test('a database that lacks a step before its last one is refused unchanged, naming the steps', async () => {
    await migrate(database.settings, first);
    const between = { '0000-before': appMigration('create table before (id bigint)'), ...both };
    await expect(migrate(database.settings, between)).rejects.toThrow(
      /was made by a version between releases \(it has run 0001-journal without 0000-before\) and cannot be upgraded; nothing in it was changed/,
    );
    expect(await migrate(database.settings, both)).toEqual(['0002-people']);
  });

  test('a database of a newer version is refused, naming the unknown step', async () => {
    await migrate(database.settings, both);
    await expect(migrate(database.settings, first)).rejects.toThrow(
      /was written by a newer version \(it has run 0002-people\); start that version/,
    );
  });

  test('a step whose statements were changed after it ran is refused by name, and the database is unchanged', async () => {
    await migrate(database.settings, first);
    const changed = { ...both, '0001-journal': coreMigration('create table lines (id bigint primary key, text text)') };
    await expect(migrate(database.settings, changed)).rejects.toThrow(
      /has run other statements than this version contains for 0001-journal \(sha256 [0-9a-f]{64} there, [0-9a-f]{64} here\)/,
    );
    expect(await migrate(database.settings, both)).toEqual(['0002-people']);
  });

  test('the checksums of steps that ran before checksums were recorded are recorded at the next start', async () => {
    await migrate(database.settings, both);
    await database.query('drop table upgrade.steps');
    expect(await migrate(database.settings, both)).toEqual([]);
    expect(await database.query('select name, sha256 from upgrade.steps order by name')).toEqual(
      Object.entries(both).map(([name, { sha256 }]) => ({ name, sha256 })),
    );
  });

  test('no released step has changed', () => {
    expect(checksums(stored.migrations)).toMatchObject(releasedSteps);
  });

  test('the tables of a running core are not changed', async () => {
    await migrate(database.settings, first);
    const core = await openCoreConnection(database.settings);
    try {
      await expect(migrate(database.settings, both)).rejects.toThrow(
        new RegExp(`has to be upgraded, but core ${process.pid}@.* is running on it; stop it first`),
      );
      expect(await migrate(database.settings, first)).toEqual([]);
    } finally {
      await core.end();
    }
    expect(await migrate(database.settings, both)).toEqual(['0002-people']);
  });

  test('the steps of this version run on an empty database', async () => {
    expect(await migrate(database.settings, stored.migrations)).toEqual(Object.keys(stored.migrations).toSorted());
  });
});

describe('a database user without administrator rights', () => {
  let login: string;

  beforeEach(async () => {
    login = `bourse_login_${randomBytes(4).toString('hex')}`;
    await database.query(`create role ${login} login password 'secret'`);
  });

  afterEach(async () => {
    await database.query(`drop owned by ${login} cascade`);
    await database.query(`drop role ${login}`);
  });

  test('can upgrade a database with granted roles and the right to create schemas', async () => {
    await ensureRoles();
    await database.query(`grant bourse_core to ${login}`);
    await database.query(`grant create on database ${nameOf(database)} to ${login}`);
    expect(await migrate(as(login), both)).toEqual(['0001-journal', '0002-people']);
    const core = await openCoreConnection(as(login));
    await core.query('insert into lines values (1)');
    await core.end();
    expect(await database.query('select id from core.lines')).toEqual([{ id: '1' }]);
  });

  test('gets the statements that an administrator has to run', async () => {
    await ensureRoles();
    await expect(migrate(as(login), both)).rejects.toThrow(
      new RegExp(
        `An administrator has to run once.*create role bourse_core login password '…';.*grant bourse_core to "${login}"; ` +
          `grant create on database "${nameOf(database)}" to "${login}";`,
      ),
    );
  });

  /** The logins have the addresses that an administrator would have chosen. */
  function as(user: string): DatabaseSettings {
    const url = new URL(database.settings.url);
    if (url.username !== '') {
      url.username = user;
      url.password = 'secret';
    } else {
      url.searchParams.set('user', user);
      url.searchParams.set('password', 'secret');
    }
    const of = (name: Login): string => loginSettings(database.settings, name).url;
    const own = { core: of('core'), identity: of('identity'), custody: of('custody'), app: of('app') };
    return { url: url.href, logins: own };
  }
});

function checksums(steps: Steps): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(steps).map(([name, { sha256 }]) => [name, sha256]));
}

function nameOf(of: TestDatabase): string {
  return new URL(of.settings.url).pathname.slice(1);
}

/** The roles belong to the whole server; other test files may or may not have created them. */
async function ensureRoles(): Promise<void> {
  const other = await createEmptyDatabase();
  await migrate(other.settings, first);
  await other.drop();
}
