import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';
import { rebuildProjections } from './rebuild-projections.ts';
import { alice, eventOf, place, setUp } from './testing/commands.ts';
import { runCore } from './testing/running-core.ts';

/**
 * A disk with a few megabytes for all data of the exchange. Mounting one requires root and is not possible everywhere;
 * `e2e/durability.spec.ts` tests the same without it, on a kernel that refuses every write.
 */
const disk = smallDisk();

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.drop();
  if (disk === null) return;
  await asOwnerOfAll('drop tablespace small');
  execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true });
});

test.runIf(disk !== null)(
  'rule 12: disk: a full disk acknowledges nothing, and every accepted command is executed once when there is space again',
  async () => {
    const filler = join(disk ?? '', 'filler');
    await onto(database, join(disk ?? '', 'space'));
    const limits = { firstBackoffMs: 5, longestBackoffMs: 50 };
    const { core, exchange, whenStatus, lines } = await runCore(database.settings, { limits });
    await setUp(core, [alice]);
    const order = () => core.submit(place(alice, 'sell', 100_00, 1), { deadlineMs: 1_000_000 });
    await order();

    fill(disk ?? '', filler);
    const shut = whenStatus(({ open }) => !open);
    // Commands are accepted until the existing pages are full.
    const taken = [];
    while (core.status().open) {
      taken.push(...Array.from({ length: 1_000 }, order));
      await Promise.race([Promise.all(taken), shut]);
    }
    const { checks, reason } = await shut;
    expect(reason).toBe('The database does not accept commits.');
    expect(JSON.stringify(lines)).toContain('No space left on device');
    expect(checks).toMatchObject({ recovered: true, database: false, fence: true });
    let acknowledged = 0;
    for (const one of taken) void one.then(() => (acknowledged += 1));
    await expect(order()).rejects.toMatchObject({ key: 'exchange_closed' });
    const rows = async () =>
      Number((await database.query<{ n: string }>('select sequence as n from core.core_head'))[0]?.n);
    const durable = await rows();
    expect(acknowledged).toBeLessThan(taken.length);
    expect([...exchange.openOrders()].length).toBeGreaterThan(acknowledged);

    rmSync(filler);
    const placed = (await Promise.all(taken)).map((answer) => eventOf(answer, 'order_accepted').order);
    await whenStatus(({ open }) => open);
    expect(new Set(placed).size).toBe(taken.length);
    expect(await rows()).toBeGreaterThan(durable);
    await order();
    expect([...exchange.openOrders()]).toHaveLength(taken.length + 2);
    await core.close();
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const report = await rebuildProjections({ database: database.settings, mode: 'live', nowMs: Date.now(), log });
    expect(report.equal).toBe(true);
  },
);

/** An in-memory file system with space for an empty exchange and little more; null if it cannot be mounted. */
function smallDisk(): string | null {
  if (process.platform !== 'linux' || process.geteuid?.() !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), 'bourse-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'none', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
}

/** Moves all tables and indexes of a database to a folder. The server may run as another user. */
async function onto({ query }: TestDatabase, folder: string): Promise<void> {
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  await query(`create tablespace small location '${folder}'`);
  await query('grant create on tablespace small to public');
  await query(
    `do $$ begin execute format('alter database %I set default_tablespace = small', current_database()); end $$`,
  );
  await query('alter table all in tablespace pg_default set tablespace small');
  await query('alter index all in tablespace pg_default set tablespace small');
}

function fill(folder: string, file: string): void {
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(file, Buffer.alloc(bavail * bsize));
}

/** A tablespace belongs to no database, and can be dropped only when no database uses it. */
async function asOwnerOfAll(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject('testPostgres').maintenance.url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
