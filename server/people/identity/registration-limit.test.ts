import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../ground/database/test-database.ts';
import { application, RunningVenue, testPassword } from '../../testing/running-venue.ts';

const hourMs = 3_600_000;
const clock = { ms: Date.now() };
let venue: RunningVenue;

beforeAll(async () => {
  const database = await createTestDatabase();
  await database.query("insert into app.site_settings (name, value) values ('registrations_per_hour', '4')");
  venue = await RunningVenue.openOn(database, {
    now: () => clock.ms,
    config: { mode: 'demo', simulator: false, rateFactor: 10_000, trustedProxies: ['127.0.0.1'] },
  });
});

afterAll(async () => {
  await venue.close();
});

const register = (account: string, changes: object = {}) =>
  venue.post<{ id: number }>('user/register', application({ account, ...changes }));

describe('registrations from one address', () => {
  test('are limited per hour; refused ones do not count', async () => {
    await register('first@example.com');
    for (let n = 0; n < 6; n += 1) {
      expect((await register('first@example.com')).body.error).toBe('account_taken');
      expect((await register('nobody@example.com', { invite_code: 'NOBODY99' })).body.error).toBe(
        'invite_code_unknown',
      );
    }
    clock.ms += 60_000;
    for (const n of [2, 3, 4]) expect((await register(`person${n}@example.com`)).body.code).toBe(1);
    const { status, headers, body } = await register('fifth@example.com');
    expect({ status, retryAfter: headers.get('retry-after'), error: body.error }).toEqual({
      status: 429,
      retryAfter: String((hourMs - 60_000) / 1_000),
      error: 'too_many_requests',
    });
    expect(body.details).toEqual({ retry_after: (hourMs - 60_000) / 1_000 });
    clock.ms += hourMs - 60_000;
    expect((await register('fifth@example.com')).body.code).toBe(1);
    clock.ms += hourMs;
  });

  test('are limited also when they are concurrent', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => register(`crowd${n}@example.com`)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 200, 429, 429, 429, 429,
    ]);
    clock.ms += hourMs;
  });
});

describe('registrations from one IPv6 site', () => {
  test('are limited across its networks', async () => {
    const from = (n: number) => ({ 'x-forwarded-for': `2001:db8:7:${n}::1` });
    const replies = [];
    for (let n = 0; n < 9; n += 1) {
      const input = application({ account: `site${n}@example.com` });
      replies.push(await venue.post<{ id: number }>('user/register', input, from(n)));
    }
    expect(replies.map(({ status }) => status)).toEqual([...Array<number>(8).fill(200), 429]);
    clock.ms += hourMs;
  });
});

test('accounts that open after the starting balances are used up get none', async () => {
  // Half the maximum supply of USDT is enough for 45 035 users; this is the last of them.
  await venue.database.query(
    `insert into app.users (id, email, email_key, mobile, password_hash, invite_code, created_at)
     values ($1, '', 'filler', '', '', 'FILLER', 0)`,
    [100_000 + 45_034],
  );
  await venue.database.query(`select setval('app.user_ids', $1)`, [100_000 + 45_034]);
  const last = await venue.person('last');
  expect(await last.balance(3)).toEqual({ available: '100000', locked: '0' });
  const late = await venue.person('late');
  expect(await late.balance(3)).toEqual({ available: '0', locked: '0' });
  const [row] = await venue.database.query<{ granted: boolean }>(
    "select granted_at is not null as granted from app.users where email_key = 'late@example.com'",
  );
  expect(row).toEqual({ granted: true });
  const login = await venue.post('user/login', { account: late.account, password: testPassword });
  expect(login.body.code).toBe(1);
});
