import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorCommand } from './operator-command.ts';
import { StaffedDatabase, staffSecret } from './testing/staffed-database.ts';

let staff: StaffedDatabase;

beforeAll(async () => {
  staff = await StaffedDatabase.open();
});

afterAll(async () => {
  await staff.close();
});

/** The output of `npm run operator -- …`, or the sentence with which it fails. */
async function command(...words: readonly string[]): Promise<string> {
  const { db } = staff;
  const parts = { db, secrets: () => Promise.resolve(staffSecret), origin: 'https://console.example' };
  return operatorCommand(words, { ...parts, now: () => staff.nowMs }).catch((error: unknown) =>
    error instanceof Error ? `Error: ${error.message}` : String(error),
  );
}

test('creates and resets staff with links that work, and each use is a row of the audit log without an operator', async () => {
  const made = await command('create', 'Ada@Example.com');
  expect(made).toMatch(
    /^Ada@Example\.com sets up access \(admin\) within 30 minutes at\nhttps:\/\/console\.example\/enrol#[A-Za-z0-9_-]{43}$/,
  );
  const token = made.split('#')[1] ?? '';
  const appSecret = await staff.appSecretOf(token);
  expect(await staff.enrol(token, appSecret)).toMatchObject({ ok: true });
  staff.nextStep();
  const session = await staff.logIn({ email: 'ada@example.com', appSecret });
  expect(await staff.member(session)).toMatchObject({ id: 1, roles: ['admin'] });

  const reset = await command('reset', 'ada@example.com');
  expect(await staff.member(session)).toBeNull();
  staff.nextStep();
  expect(await staff.logIn({ email: 'ada@example.com', appSecret })).toBeNull();
  const again = reset.split('#')[1] ?? '';
  expect(await staff.appSecretOf(again)).not.toBe(appSecret);
  expect(await staff.enrol(again, await staff.appSecretOf(again))).toMatchObject({ ok: true });

  const rows = await staff.database.query(
    `select operator_id, subject_kind, subject_id, action, before, after from app.operator_log
     where action like 'operator %' order by id`,
  );
  const row = { operator_id: null, subject_kind: 'staff', subject_id: '1' };
  expect(rows).toEqual([
    { ...row, action: 'operator create', before: null, after: { email: 'Ada@Example.com', roles: ['admin'] } },
    { ...row, action: 'operator reset', before: { state: 'active' }, after: { state: 'invited' } },
  ]);
});

test('reports why it did nothing', async () => {
  await command('create', 'bea@example.com', 'support', 'risk');
  expect(await staff.database.query('select roles from app.staff where email = $1', ['bea@example.com'])).toEqual([
    { roles: ['risk', 'support'] },
  ]);
  expect(await command('create', 'BEA@example.com')).toContain('BEA@example.com belongs to the staff already');
  expect(await command('reset', 'zoe@example.com')).toBe('Error: There is no member of staff zoe@example.com.');
  expect(await command('create', 'cid@example.com', 'god')).toBe(
    'Error: There is no role "god"; there are support, finance, content, risk, admin.',
  );
  for (const words of [['promote', 'bea@example.com'], ['create', 'not an address'], ['verify', '2-beef'], []]) {
    expect(await command(...words)).toMatch(/^Error: npm run operator -- create EMAIL/);
  }
});

test('verifies the audit log, from the command line too', async () => {
  const unchanged = await command('verify');
  expect(unchanged).toMatch(/^The audit log is unchanged: \d+ rows, head \d+-[0-9a-f]{64}$/);
  const head = unchanged.split(' ').at(-1) ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'bourse-operators-'));
  const program = join(import.meta.dirname, '..', '..', '..', 'venue', 'manage-operators.ts');
  const env = { ...process.env, MODE: 'demo', DATABASE_URL: staff.database.settings.url, DATA_DIR: folder };
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'verify', head], { env });
  rmSync(folder, { recursive: true });
  expect(stdout).toBe(`${unchanged}\n`);

  await staff.database.query(
    `alter table app.operator_log disable trigger all; update app.operator_log set action = 'other' where id = 1`,
  );
  expect(await command('verify', head)).toBe('Error: The audit log was changed: row 1 (content).');
});
