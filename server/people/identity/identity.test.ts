import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { application, RunningVenue, testPassword } from '../../testing/running-venue.ts';

let venue: RunningVenue;
const clock = { ms: Date.now() };

beforeAll(async () => {
  venue = await RunningVenue.open({ now: () => clock.ms, settings: { login_code: 'never' } });
});

afterAll(async () => {
  await venue.close();
});

const register = (changes: Record<string, unknown>) =>
  venue.post<{ id: number } | null>('user/register', application(changes));
const login = (account: string, password: string, more: object = {}) =>
  venue.post<{ token: string; expires_at: number }>('user/login', { account, password, ...more });

describe('registration', () => {
  test.each([
    ['an invalid e-mail address', { account: 'ann' }, 'account_invalid'],
    ['a domain that ends in five letters', { account: 'ann@example.codes' }, 'account_invalid'],
    ['two dots in a row', { account: 'ann..b@example.com' }, 'account_invalid'],
    ['a type other than e-mail', { type: 'mobile' }, 'login_type_unsupported'],
    ['no password', { password: '' }, 'password_required'],
    ['five characters', { password: 'Ab3de', re_password: 'Ab3de' }, 'password_shape'],
    ['seventeen characters', { password: 'Ab3defgh1jkLmn0pq' }, 'password_shape'],
    ['a special character in the password', { password: 'Ab3de!fg' }, 'password_shape'],
    ['a common password in capitals', { password: 'PASSWORD1', re_password: 'PASSWORD1' }, 'password_common'],
    ['two different passwords', { re_password: 'Tq8zkw2q' }, 'passwords_differ'],
    ['no invitation code', { invite_code: ' ' }, 'invite_code_required'],
    ['an unknown invitation code', { invite_code: 'NOBODY99' }, 'invite_code_unknown'],
    ['an unknown country', { area_id: 999 }, 'area_unknown'],
    ['letters in the phone number', { mobile: '12345x' }, 'phone_invalid'],
    ['five digits of a phone number', { mobile: '12345' }, 'phone_invalid'],
    ['a special character in the invitation code', { invite_code: 'BOURSE-1' }, 'invite_code_unknown'],
    ['a control character in the invitation code', { invite_code: 'BOURSE\u0000' }, 'invalid_request'],
    ['a control character in the device id', { device_id: 'd\u0000' }, 'invalid_request'],
    ['letters that are no ASCII in the device id', { device_id: 'gerät' }, 'invalid_request'],
  ])('with %s is refused', async (_what, changes, error) => {
    const { status, body } = await register({ account: 'nobody@example.com', ...changes });
    expect({ status, code: body.code, error: body.error, data: body.data }).toEqual({
      status: 200,
      code: 0,
      error,
      data: null,
    });
  });

  test('accepts every field of the form and answers in the language of the caller', async () => {
    const body = application({
      account: 'Full.Form@Example.com',
      area_id: '276',
      mobile: '0301234567',
      device_id: 'd1',
      sms_code: '',
    });
    const reply = await venue.post<{ id: number }>('user/register', body, { lang: 'de' });
    expect(reply.body).toMatchObject({ code: 1, message: 'Ihr Konto ist eingerichtet. Bitte melden Sie sich an.' });
    expect(reply.body.data.id).toBeGreaterThanOrEqual(100_001);
  });

  test('of one e-mail address by concurrent requests opens one account', async () => {
    const spellings = ['twin@example.com', 'TWIN@example.com', 'Twin@Example.com'];
    const replies = await Promise.all(spellings.map((account) => register({ account })));
    expect(replies.map(({ body }) => body.error ?? 'opened').toSorted()).toEqual([
      'account_taken',
      'account_taken',
      'opened',
    ]);
  });

  test('assigns consecutive ids and unique invitation codes, and stores the inviter', async () => {
    const first = await register({ account: 'inviter@example.com' });
    const [row] = await venue.database.query<{ invite_code: string }>(
      "select invite_code from app.users where email_key = 'inviter@example.com'",
    );
    const second = await register({ account: 'invited@example.com', invite_code: row?.invite_code.toLowerCase() });
    expect(second.body.data?.id).toBe((first.body.data?.id ?? 0) + 1);
    const rows = await venue.database.query<{ invited_by: string }>(
      "select invited_by from app.users where email_key = 'invited@example.com'",
    );
    expect(rows).toEqual([{ invited_by: String(first.body.data?.id) }]);
  });

  test('stores only an Argon2id hash of the password', async () => {
    await register({ account: 'hashed@example.com' });
    const [row] = await venue.database.query<{ password_hash: string }>(
      "select * from app.users where email_key = 'hashed@example.com'",
    );
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify(row)).not.toContain(testPassword);
  });

  test('credits starting balances once, with their cause in the account log', async () => {
    const ann = await venue.person('granted');
    expect(await ann.balance(3)).toEqual({ available: '100000', locked: '0' });
    expect(await ann.balance(1)).toEqual({ available: '1', locked: '0' });
    await venue.database.query("update app.users set granted_at = null where email_key = 'granted@example.com'");
    await login(ann.account, testPassword);
    expect(await ann.balance(3)).toEqual({ available: '100000', locked: '0' });
    const [row] = await venue.database.query<{ cause: string; n: string }>(
      'select min(cause) as cause, count(*) as n from core.account_log where user_id = $1',
      [ann.id],
    );
    expect(row).toEqual({ cause: 'credit', n: '14' });
  });

  test('credits missing starting balances at the next login', async () => {
    await venue.person('cut-off');
    const [row] = await venue.database.query<{ granted_at: string | null }>(
      "select granted_at from app.users where email_key = 'cut-off@example.com'",
    );
    expect(row?.granted_at).not.toBeNull();
    await venue.database.query("update app.users set granted_at = null where email_key = 'cut-off@example.com'");
    await login('cut-off@example.com', testPassword);
    const [healed] = await venue.database.query<{ granted_at: string | null }>(
      "select granted_at from app.users where email_key = 'cut-off@example.com'",
    );
    expect(healed?.granted_at).not.toBeNull();
  });
});

describe('login', () => {
  test('gives the same answer for an unknown account and a wrong password', async () => {
    await register({ account: 'known@example.com' });
    const wrong = await login('known@example.com', 'Wrong12345');
    const unknown = await login('unknown@example.com', 'Wrong12345');
    expect(wrong.body.error).toBe('credentials_wrong');
    expect({ ...unknown.body, sequence: 0 }).toEqual({ ...wrong.body, sequence: 0 });
  });

  test('refuses an invalid device id in the body and ignores one in the header', async () => {
    await register({ account: 'device@example.com' });
    const more = { account: 'device@example.com', password: testPassword };
    expect((await venue.post('user/login', { ...more, device_id: 'd\u0000' })).body.error).toBe('invalid_request');
    expect((await venue.post('user/login', more, { flag: 'x'.repeat(65) })).body.code).toBe(1);
    expect((await venue.post('user/login', more, { flag: 'phone-1' })).body.code).toBe(1);
    const rows = await venue.database.query<{ device_key: string }>(
      `select device_key from app.sessions join app.users on users.id = user_id
       where email_key = 'device@example.com' order by device_key`,
    );
    expect(rows.map((row) => row.device_key)).toEqual(['', expect.stringMatching(/^[\w-]{43}$/)]);
  });

  test('succeeds any number of times, also concurrently, without being limited', async () => {
    await register({ account: 'often@example.com' });
    for (let round = 0; round < 3; round += 1) {
      const replies = await Promise.all(Array.from({ length: 10 }, () => login('often@example.com', testPassword)));
      expect(replies.map(({ body }) => body.code)).toEqual(Array.from({ length: 10 }, () => 1));
    }
  });

  test('that fails because of a database error does not count as a failed attempt', async () => {
    await register({ account: 'faulty@example.com' });
    await venue.database.query('alter table app.users rename column password_hash to hidden');
    try {
      for (let attempt = 0; attempt < 12; attempt += 1) {
        expect((await login('faulty@example.com', testPassword)).body.error).toBe('server_error');
      }
    } finally {
      await venue.database.query('alter table app.users rename column hidden to password_hash');
    }
    expect((await login('faulty@example.com', testPassword)).body.code).toBe(1);
  });

  test('locks an account and address out for 15 minutes after ten failures, whether the account exists or not', async () => {
    for (const account of ['locked@example.com', 'not-there@example.com']) {
      if (account.startsWith('locked')) await register({ account });
      for (let failure = 0; failure < 10; failure += 1) {
        expect((await login(account, 'Wrong12345')).body.error).toBe('credentials_wrong');
      }
      const { body } = await login(account, testPassword);
      expect(body).toMatchObject({ code: 0, error: 'login_locked', details: { minutes: 15 } });
    }
    clock.ms += 15 * 60_000 + 1;
    expect((await login('locked@example.com', testPassword)).body.code).toBe(1);
  });

  test.each([
    ['without a password', { account: 'ann@example.com', password: '' }, 'password_required'],
    ['with an invalid e-mail address', { account: 'x', password: 'y' }, 'account_invalid'],
    [
      'with a phone number',
      { account: 'ann@example.com', password: 'y', login_type: 'mobile' },
      'login_type_unsupported',
    ],
    ['with a number as the account', { account: 5, password: 'y' }, 'invalid_request'],
  ])('%s is refused', async (_what, body, error) => {
    expect((await venue.post('user/login', body)).body.error).toBe(error);
  });

  test('starts a session of one day, or of thirty days if it is to be remembered', async () => {
    await register({ account: 'lasting@example.com' });
    const day = await login('LASTING@example.com', testPassword);
    const month = await login('lasting@example.com', testPassword, { remember: true });
    expect(day.body.data.expires_at - clock.ms).toBe(86_400_000);
    expect(month.body.data.expires_at - clock.ms).toBe(30 * 86_400_000);
  });
});

describe('a session', () => {
  test('identifies its user, whether or not the token has the prefix Bearer', async () => {
    const ann = await venue.person('who');
    const expected = {
      id: ann.id,
      uid: ann.id,
      is_seller: false,
      email: ann.account,
      mobile: '',
      restriction: 'none',
      mobile_bound: false,
      agent_id: 0,
      is_agent: false,
      invite_code: '',
      review_status: 0,
      security_level: 75,
      has_pay_password: false,
      totp: false,
      passkeys: 0,
      phishing_code: false,
      found_by_mail: false,
      frozen: false,
    };
    expect((await ann.get('user/info')).body.data).toEqual(expected);
    expect((await venue.get('user/info', { authorization: `Bearer ${ann.token}` })).body.data).toEqual(expected);
  });

  test('is stored as the hash of its token', async () => {
    const ann = await venue.person('stored');
    const rows = await venue.database.query('select * from app.sessions where user_id = $1', [ann.id]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(ann.token);
  });

  test('ends at logout, and its token is then treated as a visitor’s on public calls', async () => {
    const ann = await venue.person('leaving');
    expect((await ann.post('user/logout', undefined)).body).toMatchObject({
      code: 1,
      data: null,
      message: 'You are logged out.',
    });
    expect((await ann.get('user/info')).body).toMatchObject({ code: 999, error: 'session_ended', data: null });
    expect((await ann.get('default/config')).body.code).toBe(1);
  });

  test('expires', async () => {
    const ann = await venue.person('expiring');
    clock.ms += 86_400_000 + 1;
    expect((await ann.get('user/info')).body.code).toBe(999);
  });

  test('ends when its user starts fifty newer ones', async () => {
    const ann = await venue.person('many');
    const socket = await venue.socket();
    socket.say('login', ann.token);
    await socket.message(({ type }) => type === 'login');
    for (let n = 0; n < 49; n += 1) {
      clock.ms += 1;
      await login(ann.account, testPassword);
    }
    expect((await ann.get('user/info')).body.code).toBe(1);
    clock.ms += 1;
    await login(ann.account, testPassword);
    expect((await ann.get('user/info')).body.code).toBe(999);
    const rows = await venue.database.query('select 1 from app.sessions where user_id = $1', [ann.id]);
    expect(rows).toHaveLength(50);
    await socket.close();
  });

  test('survives a restart of the exchange', async () => {
    const ann = await venue.person('surviving');
    await venue.stop();
    venue = await RunningVenue.openOn(venue.database, { now: () => clock.ms });
    expect((await venue.get<{ id: number }>('user/info', { authorization: ann.token })).body.data.id).toBe(ann.id);
  });
});

test.each([
  ['an array', '[]'],
  ['a text', '"x"'],
  ['a number', '5'],
  ['null in a list', '[null]'],
])('a body that is %s is refused, naming the body', async (_what, body) => {
  const reply = await venue.send('POST', 'user/login', body, { 'content-type': 'application/json' });
  expect(reply.body).toMatchObject({ error: 'invalid_request', details: { field: 'body' } });
  expect(reply.body.message).toContain('body');
});

test('the countries are named in the language of the caller, each with its dialling code', async () => {
  const { body } = await venue.get<{ id: number; name: string; global_code: string }[]>('default/area_list', {
    lang: 'fr',
  });
  expect(body.data).toHaveLength(249);
  expect(body.data).toContainEqual({ id: 276, name: 'Allemagne', global_code: '49' });
  expect(new Set(body.data.map((area) => area.id)).size).toBe(249);
});

test('the site configuration says whether the market is simulated', async () => {
  const { body } = await venue.get<Record<string, unknown>>('default/config');
  expect(body.data).toMatchObject({
    app_name: 'Bourse',
    lang_switch: 10,
    default_invite_code: 'BOURSE',
    simulated_market: 0,
    register_code: 0,
  });
});
