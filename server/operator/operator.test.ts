import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SystemAccounts } from '@bourse/contract/operator';
import { say } from '../texts/index.ts';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAppDatabase, openIdentityPool, type Schema } from '../database/index.ts';
import { type Person, RunningVenue } from '../testing/running-venue.ts';
import { Operators } from './operators.ts';

let venue: RunningVenue;
let db: Kysely<Schema>;
let operators: Operators;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  venue = await RunningVenue.open();
  db = openAppDatabase(openIdentityPool(venue.database.settings));
  operators = new Operators(db, () => 1_800_000_000_000);
  ann = await venue.person('ann');
  bob = await venue.person('bob');
});

afterAll(async () => {
  await db.destroy();
  await venue.close();
});

const look = async (person: Person) => person.get<SystemAccounts[]>('operator/system_accounts');

describe('the balances of the venue', () => {
  test('are visible only to finance operators and admins, and only while they hold the role', async () => {
    expect((await venue.get('operator/system_accounts')).body).toMatchObject({ code: 999, error: 'session_ended' });
    const refusal = { code: 0, data: null, error: 'forbidden', message: 'You do not have permission to do this.' };
    expect((await look(ann)).body).toMatchObject(refusal);

    expect(await operators.grant('ann@example.com', 'support')).toBe('changed');
    expect((await look(ann)).body).toMatchObject(refusal);
    expect(await operators.grant(' ANN@Example.com', 'finance')).toBe('changed');
    expect((await look(ann)).body).toMatchObject({ code: 1 });
    expect((await look(bob)).body).toMatchObject(refusal);
    const german = await bob.get('operator/system_accounts', { lang: 'de' });
    expect(german.body.message).toBe(say('de', 'errors.forbidden'));

    expect(await operators.revoke('ann@example.com', 'finance')).toBe('changed');
    expect((await look(ann)).body).toMatchObject(refusal);
  });

  test('are external funds, fees, user funds and house accounts, and sum to zero', async () => {
    await operators.grant('bob@example.com', 'admin');
    const before = (await look(bob)).body.data;
    await ann.sell(1, '0.01', '20000');
    await bob.buy(1, '0.01', '20000');
    const { data } = (await look(bob)).body;
    const [was, is] = [before, data].map((rows) => rows.find(({ currency_code: code }) => code === 'USDT'));

    expect(was).toMatchObject({ external: '-1200000', fees: '0', people: '200000', savings_house: '1000000' });
    expect(is).toMatchObject({ external: '-1200000', fees: '0.2', people: '199999.8', insurance: '0' });
    expect(data).toHaveLength(before.length);
    for (const { currency_id: _id, currency_code: _code, ...balances } of data) {
      const units = Object.values(balances).map((text) => Math.round(Number(text) * 10 ** 8));
      expect(units.reduce((sum, unit) => sum + unit, 0)).toBe(0);
    }
  });
});

describe('the log of operators', () => {
  test('has an entry with old and new roles for every actual change', async () => {
    const carl = await venue.person('carl');
    const outcomes = [
      await operators.grant('carl@example.com', 'content'),
      await operators.grant('carl@example.com', 'content'),
      await operators.grant('carl@example.com', 'risk'),
      await operators.revoke('carl@example.com', 'content'),
      await operators.revoke('carl@example.com', 'content'),
      await operators.grant('zoe@example.com', 'content'),
    ];
    expect(outcomes).toEqual(['changed', 'unchanged', 'changed', 'changed', 'unchanged', 'account_unknown']);
    const log = await venue.database.query(
      `select at_ms::text, operator_id, action, subject_id, before, after from app.operator_log
       where subject_kind = 'user' and subject_id = $1 order by id`,
      [String(carl.id)],
    );
    const entry = { at_ms: '1800000000000', operator_id: null, subject_id: String(carl.id) };
    expect(log).toEqual([
      { ...entry, action: 'grant_role', before: { roles: [] }, after: { roles: ['content'] } },
      { ...entry, action: 'grant_role', before: { roles: ['content'] }, after: { roles: ['content', 'risk'] } },
      { ...entry, action: 'revoke_role', before: { roles: ['content', 'risk'] }, after: { roles: ['risk'] } },
    ]);
  });

  test.each(['update app.operator_log set at_ms = 0', 'delete from app.operator_log', 'truncate app.operator_log'])(
    'rejects: %s',
    async (statement) => {
      await expect(venue.database.query(statement)).rejects.toThrow('only ever added to');
    },
  );
});

describe('the operator command', () => {
  /** Output and exit code of `npm run operator -- …` while the exchange runs. */
  async function command(...words: readonly string[]): Promise<{ code: number; said: string; logged: string }> {
    const program = join(import.meta.dirname, '..', 'manage-operators.ts');
    const env = { ...process.env, MODE: 'demo', DATABASE_URL: venue.database.settings.url };
    try {
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...words], { env });
      return { code: 0, said: stdout.trim(), logged: stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, said: stdout.trim(), logged: stderr };
    }
  }

  test('reports and logs what it changed, and reports why it could not', async () => {
    const dora = await venue.person('dora');
    await operators.grant('dora@example.com', 'content');
    const [made, taken, unknown, badRole, badUsage] = await Promise.all([
      command('grant', 'dora@example.com', 'risk'),
      command('revoke', 'dora@example.com', 'content'),
      command('grant', 'zoe@example.com', 'risk'),
      command('grant', 'dora@example.com', 'god'),
      command('promote', 'dora@example.com'),
    ]);
    expect(made).toMatchObject({ code: 0, said: 'dora@example.com is now an operator for risk.' });
    const granted = { level: 30, event: 'operator_role_granted', user: dora.id, role: 'risk' };
    expect(JSON.parse(made.logged)).toMatchObject(granted);
    expect(JSON.parse(taken.logged)).toMatchObject({ ...granted, event: 'operator_role_revoked', role: 'content' });
    expect(unknown).toEqual({ code: 1, said: 'There is no account zoe@example.com.', logged: '' });
    expect(badRole).toEqual({
      code: 1,
      said: 'There is no role "god"; there are support, finance, content, risk, admin.',
      logged: '',
    });
    expect(badUsage).toEqual({
      code: 1,
      said: 'npm run operator -- grant|revoke ACCOUNT support|finance|content|risk|admin',
      logged: '',
    });
  });
});
