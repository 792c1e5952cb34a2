import { userId } from '@bourse/engine';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applyGrants } from '../../ground/database/grants.ts';
import { openAppDatabase, openIdentityPool, type Schema } from '../../ground/database/index.ts';
import type { WithdrawalStage } from './tables.ts';
import { createTestDatabase, type TestDatabase } from '../../ground/database/test-database.ts';
import { waitOfAccount, waitOfAddress, waitsOfResets } from './waiting.ts';
import { stored } from '../../venue/stored.ts';

const hourMs = 3_600_000;
const nowMs = 1_800_000_000_000;
const ann = userId(100_001);
const settings = { draw_security_hours: 24, draw_contact_hours: 6, draw_address_hours: 24, draw_reset_hours: 72 };
const receiver = { user: ann, protocol: 3, address: '0xA', memo: null };

let database: TestDatabase;
let db: Kysely<Schema>;

beforeAll(async () => {
  database = await createTestDatabase();
  await applyGrants(database.settings, stored.tables);
  db = openAppDatabase(openIdentityPool(database.settings));
  await database.query(
    `insert into app.currency_protocols values
       (3, 3, 1, 'ERC20', 'Ethereum', '', 6, true, true, false, 1, 1, 1000, 'flat', 10, 2)`,
  );
});

beforeEach(async () => {
  for (const table of ['withdrawals', 'pay_passwords', 'second_factors', 'factor_resets', 'users']) {
    await database.query(`delete from app.${table}`);
  }
  await database.query(
    `insert into app.users (id, email, mobile, password_hash, invite_code, created_at) values ($1, '', '', '', 'A', $2)`,
    [ann, nowMs],
  );
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

describe('the wait of an address', () => {
  const addressWait = (untilMs: number) => ({ untilMs, reason: 'address_new' });

  const earlier = async (stage: WithdrawalStage, hoursAgo: number, more: { memo?: string; user?: number } = {}) => {
    await database.query(
      `insert into app.withdrawals (user_id, protocol_id, account_type, currency_id, amount, fee, chain_amount,
         address, memo, worth, request_key, stage, flagged, created_at, changed_at)
       values ($1, 3, 1, 3, 100, 10, '90', '0xA', $2, '0', $3, $4, false, $5, $5)`,
      [more.user ?? ann, more.memo ?? null, `${stage} ${hoursAgo}`, stage, nowMs - hoursAgo * hourMs],
    );
  };

  test('ends a day after the first withdrawal to it was requested', async () => {
    expect(await waitOfAddress(db, settings, receiver, nowMs)).toEqual(addressWait(nowMs + 24 * hourMs));
    await earlier('requested', 23);
    expect(await waitOfAddress(db, settings, receiver, nowMs)).toEqual(addressWait(nowMs + hourMs));
    expect(await waitOfAddress(db, settings, receiver, nowMs + hourMs)).toBeNull();
    expect(await waitOfAddress(db, { ...settings, draw_address_hours: 0 }, receiver, nowMs)).toBeNull();
  });

  test.each(['void', 'creating', 'cancelled', 'rejected'] as const)(
    'is not served by a withdrawal: %s',
    async (stage) => {
      await earlier(stage, 48);
      expect(await waitOfAddress(db, settings, receiver, nowMs)).toEqual(addressWait(nowMs + 24 * hourMs));
    },
  );

  test('is not served by a withdrawal with another memo', async () => {
    await earlier('confirmed', 48, { memo: '7' });
    expect(await waitOfAddress(db, settings, receiver, nowMs)).toEqual(addressWait(nowMs + 24 * hourMs));
    expect(await waitOfAddress(db, settings, { ...receiver, memo: '7' }, nowMs)).toBeNull();
    expect(await waitOfAddress(db, settings, { ...receiver, memo: '7', user: userId(100_002) }, nowMs)).not.toBeNull();
  });
});

describe('the wait of an account', () => {
  const changes = [
    [
      'the login password',
      'update app.users set password_changed_at = $2 where id = $1',
      { hours: 24, reason: 'security_changed' },
    ],
    [
      'an address of the account',
      'update app.users set contact_changed_at = $2 where id = $1',
      { hours: 6, reason: 'contact_changed' },
    ],
    [
      'the trade password',
      `insert into app.pay_passwords (user_id, hash, created_at, changed_at) values ($1, '', 0, $2)`,
      { hours: 24, reason: 'security_changed' },
    ],
    [
      'the second factor',
      'insert into app.second_factors (user_id, changed_at) values ($1, $2)',
      { hours: 24, reason: 'security_changed' },
    ],
    ['a reset of the second factor', resetAt('done'), { hours: 72, reason: 'factor_reset' }],
  ] as const;

  function resetAt(stage: 'planned' | 'done' | 'stopped'): string {
    return `insert into app.factor_resets (user_id, staff_id, planned_at, due_at, stage, stage_at)
            values ($1, 1, 0, 0, '${stage}', $2)`;
  }

  test.each(changes)('follows %s', async (_name, statement, { hours, reason }) => {
    expect(await waitOfAccount(db, settings, ann, nowMs)).toBeNull();
    await database.query(statement, [ann, nowMs]);
    const untilMs = nowMs + hours * hourMs;
    expect(await waitOfAccount(db, settings, ann, nowMs)).toEqual({ untilMs, reason });
    expect(await waitOfAccount(db, settings, ann, untilMs - 1)).not.toBeNull();
    expect(await waitOfAccount(db, settings, ann, untilMs)).toBeNull();
  });

  test('is the longest of several', async () => {
    await database.query(changes[0][1], [ann, nowMs]);
    await database.query(resetAt('done'), [ann, nowMs - 47 * hourMs]);
    expect(await waitOfAccount(db, settings, ann, nowMs)).toMatchObject({ reason: 'factor_reset' });
    const shorter = { ...settings, draw_reset_hours: 70 };
    expect(await waitOfAccount(db, shorter, ann, nowMs)).toMatchObject({ reason: 'security_changed' });
  });

  test.each(['planned', 'stopped'] as const)('does not follow a reset that is %s', async (stage) => {
    await database.query(resetAt(stage), [ann, nowMs]);
    expect(await waitOfAccount(db, settings, ann, nowMs)).toBeNull();
    expect(await waitsOfResets(db, settings, nowMs)).toEqual(new Map());
  });

  test('after a reset is known for all users at once, counted from the last one', async () => {
    await database.query(resetAt('done'), [ann, nowMs - 2 * hourMs]);
    await database.query(resetAt('done'), [ann, nowMs - hourMs]);
    expect(await waitsOfResets(db, settings, nowMs)).toEqual(new Map([[ann, nowMs + 71 * hourMs]]));
    expect(await waitsOfResets(db, settings, nowMs + 71 * hourMs)).toEqual(new Map());
  });

  test('does not follow the first trade password', async () => {
    const first = `insert into app.pay_passwords (user_id, hash, created_at) values ($1, '', $2)`;
    await database.query(first, [ann, nowMs]);
    expect(await waitOfAccount(db, settings, ann, nowMs)).toBeNull();
  });
});
