import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction, openAppDatabase, openIdentityPool, type Schema } from '../../../ground/database/index.ts';
import { migrate } from '../../../ground/database/migrate.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../../ground/database/test-database.ts';
import { applyGrants } from '../../../ground/database/grants.ts';
import { AuditLog } from './audit-log.ts';
import { headText, parseHead, readHead, verifyAuditLog } from './verify-audit-log.ts';
import type { AuditEntry } from '../../../ground/console-gateway/index.ts';
import { stored } from '../../../venue/stored.ts';

const fact: AuditEntry = {
  kind: 'change',
  staff: 7,
  roles: ['finance', 'risk'],
  action: 'users/note',
  subject: { kind: 'user', id: '100001' },
  before: { note: null },
  after: { note: 'Grüße; "quoted" = 5:x; 漢字', amount: 1.5 },
  reasonCode: 'policy',
  reason: 'Requested by the customer\nin a ticket',
  sequence: 12,
  approval: 3,
  intent: null,
  network: '192.0.2.0/24',
  requestId: 'r-1',
};
const bare: AuditEntry = {
  ...fact,
  kind: 'refusal',
  staff: null,
  roles: [],
  subject: null,
  before: undefined,
  after: undefined,
  reasonCode: null,
  reason: null,
  sequence: null,
  approval: null,
  network: null,
  requestId: null,
};

/** A log with rows of its own. */
class Logged {
  readonly database: TestDatabase;
  readonly db: Kysely<Schema>;
  readonly log: AuditLog;

  private constructor(database: TestDatabase) {
    this.database = database;
    this.db = openAppDatabase(openIdentityPool(database.settings));
    this.log = new AuditLog(this.db, () => 1_800_000_000_000);
  }

  static async with(rows: number): Promise<Logged> {
    const database = await createTestDatabase();
    await applyGrants(database.settings, stored.tables);
    const logged = new Logged(database);
    for (let row = 0; row < rows; row += 1) await logged.log.record(row % 2 === 0 ? fact : bare);
    return logged;
  }

  /** Changes rows as the owner of the table, who can disable its triggers. */
  async tamper(...statements: readonly string[]): Promise<void> {
    await this.database.query(
      ['begin', 'alter table app.operator_log disable trigger all', ...statements, 'commit'].join(';'),
    );
  }

  async close(): Promise<void> {
    await this.db.destroy();
    await this.database.drop();
  }
}

describe('the chain of the audit log', () => {
  let logged: Logged;
  beforeAll(async () => {
    logged = await Logged.with(0);
  });
  afterAll(async () => {
    await logged.close();
  });

  test('of an empty log is intact and has no head', async () => {
    expect(await verifyAuditLog(logged.db)).toEqual({ rows: 0, head: null, firstBroken: null });
    expect(await readHead(logged.db)).toBeNull();
  });

  test('covers every row, also those of concurrent and undone transactions and of one statement', async () => {
    await Promise.all([...Array(20).keys()].map((row) => logged.log.record(row % 2 === 0 ? fact : bare)));
    const undone = inTransaction(logged.db, async (transaction) => {
      await logged.log.write(transaction, fact);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    const row = {
      at_ms: 1,
      kind: 'change' as const,
      action: 'two',
      before: '{"b": 1, "a": [1.0, null]}',
      after: 'null',
    };
    await logged.db.insertInto('operator_log').values([row, row]).execute();
    const { rows, head, firstBroken } = await verifyAuditLog(logged.db);
    expect({ rows, firstBroken, id: head?.id }).toEqual({ rows: 22, firstBroken: null, id: 22 });
    expect(await readHead(logged.db)).toEqual(head);
    if (head === null) throw new Error('the log has no head');
    expect(parseHead(` ${headText(head)}\n`)).toEqual(head);
    expect(parseHead('1-abc')).toBeNull();
  });

  test('is kept by the database: the login of the console can neither choose its fields nor disable it', async () => {
    const chosen = `insert into app.operator_log (id, at_ms, kind, action, prev_hash, hash)
                    values (5, 0, 'change', 'forged', '\\x00', '\\x00')`;
    await asConsole(logged, chosen);
    expect((await verifyAuditLog(logged.db)).firstBroken).toBeNull();
    for (const statement of [
      'alter table app.operator_log disable trigger operator_log_is_chained',
      'alter table app.operator_log disable trigger operator_log_is_final',
      'drop trigger operator_log_is_chained on app.operator_log',
      'set session_replication_role = replica',
      'create or replace function app.chain_operator_log() returns trigger language plpgsql as $$ begin return new; end $$',
      'alter function app.chain_operator_log() owner to current_user',
      'drop function app.operator_log_canonical cascade',
      `update app.operator_log set reason = ''`,
      'delete from app.operator_log',
      'truncate app.operator_log',
    ]) {
      await expect(asConsole(logged, statement), statement).rejects.toThrow(/must be owner|permission denied/);
    }
  });

  test('is not forked by a transaction that reads an older state', async () => {
    const stale = logged.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => {
        await transaction.selectFrom('operator_log').select('id').execute();
        await logged.log.record(fact);
        await logged.log.write(transaction, fact);
      });
    await expect(stale).rejects.toThrow('duplicate key');
    expect((await verifyAuditLog(logged.db)).firstBroken).toBeNull();
  });

  test.each(['update app.operator_log set at_ms = 0', 'delete from app.operator_log', 'truncate app.operator_log'])(
    'refuses its owner: %s',
    async (statement) => {
      await expect(logged.database.query(statement)).rejects.toThrow('only ever added to');
      await expect(logged.database.query(`set session_replication_role = replica; ${statement}`)).rejects.toThrow(
        'only ever added to',
      );
    },
  );
});

async function asConsole({ db }: Logged, statement: string): Promise<void> {
  await sql.raw(statement).execute(db);
}

describe('tampering is found', () => {
  const swapped = `update app.operator_log set id = case id when 3 then 1004 else 1003 end where id in (3, 4);
                   update app.operator_log set id = id - 1000 where id > 1000`;
  /** Rebuilds the hashes of the rows from the fourth on, as the trigger does. */
  const rechained = `do $$ declare entry app.operator_log; head bytea; begin
    select hash into head from app.operator_log where id = 3;
    for entry in select * from app.operator_log where id > 3 order by id loop
      update app.operator_log set prev_hash = head,
        hash = sha256(head || convert_to(app.operator_log_canonical(entry), 'UTF8'))
      where id = entry.id returning hash into head;
    end loop; end $$`;

  test.each([
    ['a changed text', `update app.operator_log set reason = 'Another reason' where id = 5`, 5, 'content'],
    ['a changed time', 'update app.operator_log set at_ms = at_ms + 1 where id = 2', 2, 'content'],
    ['a changed person', 'update app.operator_log set operator_id = 8 where id = 1', 1, 'content'],
    ['a changed value', `update app.operator_log set after = '{"note": ""}' where id = 5`, 5, 'content'],
    ['a value that was removed', 'update app.operator_log set before = null where id = 3', 3, 'content'],
    [
      'text that was moved to the next column',
      `update app.operator_log set network = null, request_id = network where id = 3`,
      3,
      'content',
    ],
    ['a removed row', 'delete from app.operator_log where id = 4', 5, 'link'],
    ['removed first rows', 'delete from app.operator_log where id < 3', 3, 'link'],
    [
      'an inserted row',
      `insert into app.operator_log select 0, at_ms, operator_id, action, before, after, kind, role,
      subject_kind, subject_id, reason_code, reason, sequence, approval_id, network, request_id, intent_id, prev_hash,
      hash from app.operator_log where id = 1`,
      0,
      'content',
    ],
    ['a swapped order', swapped, 3, 'link'],
    ['a changed hash', `update app.operator_log set hash = sha256('') where id = 6`, 6, 'content'],
  ])('%s', async (_name, statement, id, problem) => {
    const logged = await Logged.with(6);
    expect((await verifyAuditLog(logged.db)).firstBroken).toBeNull();
    await logged.tamper(statement);
    expect((await verifyAuditLog(logged.db)).firstBroken).toEqual({ id, problem });
    await logged.close();
  });

  test('a rewritten or shortened end, compared with a head that was mailed earlier', async () => {
    const logged = await Logged.with(6);
    const mailed = await readHead(logged.db);
    await logged.log.record(fact);
    expect((await verifyAuditLog(logged.db, mailed)).firstBroken).toBeNull();

    await logged.tamper(`update app.operator_log set reason = 'Rewritten' where id = 5`, rechained);
    expect((await verifyAuditLog(logged.db)).firstBroken).toBeNull();
    expect((await verifyAuditLog(logged.db, mailed)).firstBroken).toEqual({ id: 6, problem: 'head' });

    await logged.tamper('delete from app.operator_log where id > 5');
    expect((await verifyAuditLog(logged.db)).firstBroken).toBeNull();
    expect((await verifyAuditLog(logged.db, mailed)).firstBroken).toEqual({ id: 6, problem: 'head' });
    await logged.close();
  });
});

test('rows of earlier versions are chained by the upgrade', async () => {
  const database = await createEmptyDatabase();
  const earlier = Object.entries(stored.migrations).filter(([name]) => name < '0741-audit-chain');
  await migrate(database.settings, Object.fromEntries(earlier));
  // The role of a replica leaves out the check that the user exists.
  await database.query(
    `set session_replication_role = replica;
     insert into app.operator_log (at_ms, action, user_id, before, after)
     values (1, 'grant_role', 100001, '{"roles": []}', '{"roles": ["risk"]}'), (2, 'other', null, '{}', '{}')`,
  );
  await migrate(database.settings, stored.migrations);
  const db = openAppDatabase(openIdentityPool(database.settings));
  await applyGrants(database.settings, stored.tables);
  const rows = await db
    .selectFrom('operator_log')
    .select(['kind', 'subject_kind', 'subject_id'])
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { kind: 'change', subject_kind: 'user', subject_id: '100001' },
    { kind: 'change', subject_kind: null, subject_id: null },
  ]);
  expect(await verifyAuditLog(db)).toMatchObject({ rows: 2, firstBroken: null });
  await new AuditLog(db, () => 3).record(fact);
  expect(await verifyAuditLog(db)).toMatchObject({ rows: 3, firstBroken: null });
  await db.destroy();
  await database.drop();
});
